/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The absolute times of a pattern's edges; who is late is seen elsewhere. */
#ifndef HIL_STIMULUS_SCHEDULE_H
#define HIL_STIMULUS_SCHEDULE_H

#include "daemon/stimulus/pattern.h"

struct hil_schedule_edge {
	int64_t rise_ns, fall_ns;
	int64_t interval_ns; /* to the next rising edge */
};

struct hil_stimulus_schedule {
	struct hil_pattern pattern;
	double duty;         /* part of the period at the high level */
	double frequency_hz; /* of the present part */
	int64_t period_ns;   /* nominal */
	int64_t part_ns;     /* start of the part: its edge 0 */
	uint64_t edge;       /* next in the part */
	unsigned int step;
	uint64_t random;
	int64_t next_ns; /* the next rising edge */
	int64_t prime_ns[HIL_PATTERN_PRIMES];
};

/**
 * hil_stimulus_start() - first rising edge at @start_ns, jitter aside
 * @p: one that hil_pattern_check() took
 * @duty: part of a period that the level is high, 0 to 1
 *
 * Context: any.
 */
void hil_stimulus_start(struct hil_stimulus_schedule *s,
			const struct hil_pattern *p, double frequency_hz,
			double duty, int64_t start_ns);

/**
 * hil_stimulus_next() - the next rising edge and the falling one after it
 *
 * Open loop: edge n of a part is at its start + n / frequency, rounded to ns,
 * so rounding does not add up. What is random repeats for the same start.
 *
 * Context: RT.
 */
void hil_stimulus_next(struct hil_stimulus_schedule *s,
		       struct hil_schedule_edge *edge);

#endif
