/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves a pin of the board: each way is one struct. */
#ifndef HIL_STIMULUS_SOURCE_H
#define HIL_STIMULUS_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/stimulus/pattern.h"

struct hil_source_wave {
	bool on;
	double frequency_hz;
	double duty; /* part of a period at the high level, 0 to 1 */
	struct hil_pattern pattern;
};

/* What it says of itself since it was opened. */
struct hil_source_report {
	uint64_t edges;   /* rising */
	uint64_t skipped; /* periods left out: too late for them */
	uint64_t late;    /* edges more than 1 ms behind their time */
	/* how far edges were behind their time; 0 without any */
	int64_t late_min_ns, late_mean_ns, late_p99_ns, late_max_ns;
};

/* Which pin. */
struct hil_source_place {
	const char *chip; /* name, number, path or label */
	const char *pin;  /* line or channel */
	const char *root; /* before "/sys", "" on a real system */
};

struct hil_source_kind {
	const char *name;      /* "gpio" */
	unsigned int patterns; /* HIL_PATTERN_BIT() of each */
	double hz_min, hz_max;
	/* low, not moving. Return: 0; -errno, the message is printed */
	int (*open)(const struct hil_source_place *place, void **member);
	/* take it over, or stop; low when off.
	 * Return: 0; -ERANGE it cannot; -errno, the message is printed */
	int (*apply)(void *member, const struct hil_source_wave *wave,
		     double *actual_hz);
	void (*report)(void *member, struct hil_source_report *report);
	/* low, then given back as it was found; NULL-safe */
	void (*close)(void *member);
};

extern const struct hil_source_kind hil_source_gpio;
extern const struct hil_source_kind hil_source_pwm;

#endif
