/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a generator's edges are due: steady, jittered or stepped. */
#ifndef HIL_BENCH_WAVE_H
#define HIL_BENCH_WAVE_H

#include <stdint.h>

#define HIL_WAVE_STEPS 8

enum hil_wave_kind {
	HIL_WAVE_STEADY,
	HIL_WAVE_JITTER, /* each rising edge moved by up to half the percent */
	HIL_WAVE_STEP    /* one frequency after the other, round and round */
};

struct hil_wave_pattern {
	enum hil_wave_kind kind;
	double jitter_percent;
	double step_hz[HIL_WAVE_STEPS];
	unsigned int steps;
	double dwell_s;
};

struct hil_wave {
	struct hil_wave_pattern pattern;
	double duty_percent;
	double frequency_hz; /* of the present part */
	int64_t part_ns;     /* start of the part: its edge 0 */
	uint64_t edge;       /* next in the part */
	unsigned int step;
	uint64_t random;
};

struct hil_wave_edge {
	int64_t rise_ns, fall_ns;
	int64_t period_ns;
};

/**
 * hil_wave_start() - first rising edge at @start_ns
 * @frequency_hz: not used by HIL_WAVE_STEP
 */
void hil_wave_start(struct hil_wave *w, const struct hil_wave_pattern *pattern,
		    double frequency_hz, double duty_percent, int64_t start_ns);

/**
 * hil_wave_next() - the next rising edge and the falling one after it
 *
 * Open loop: edge n of a part is at its start + n / frequency, rounded to ns,
 * so rounding does not add up. The jitter repeats for the same start.
 *
 * Context: RT.
 */
void hil_wave_next(struct hil_wave *w, struct hil_wave_edge *edge);

#endif
