/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Latencies folded on a period that the board lives by, its tick. A stimulus
 * that is locked to the tick meets one phase of it for ever: what happens at
 * other phases is never measured. So each part of the tick counts the edges
 * that met it.
 */
#ifndef HIL_CALIBRATION_FOLD_H
#define HIL_CALIBRATION_FOLD_H

#include <stdbool.h>
#include <stdint.h>

#define HIL_FOLD_PARTS 32
#define HIL_FOLD_LEAST 320 /* edges: fewer say nothing about 32 parts */

struct hil_fold_part {
	uint64_t count;
	int64_t sum_ns, min_ns, max_ns;
};

struct hil_fold {
	int64_t tick_ns;
	struct hil_fold_part part[HIL_FOLD_PARTS];
};

/* What a latency is folded on. */
enum hil_fold_kind {
	HIL_FOLD_TRIED,   /* a tick that a kernel may have */
	HIL_FOLD_BOARD,   /* the one that the board says it has */
	HIL_FOLD_STIMULUS /* the stimulus's own period */
};

/* What the folded latencies say. */
struct hil_fold_result {
	uint64_t kind;   /* enum hil_fold_kind */
	int64_t tick_ns; /* 0: not folded on this one */
	uint64_t edges;
	unsigned int met; /* parts with an edge */
	bool swept;       /* nearly all of them */
	struct hil_fold_part part[HIL_FOLD_PARTS];
	/* means of the fastest and the slowest part that 10 edges met */
	double fastest_ns, slowest_ns;
	double beat_ns;   /* in which edges sweep the tick; INFINITY: never */
	double covers_ns; /* period near the stimulus's that sweeps best */
};

/** hil_fold_init() - nothing folded yet; @tick_ns: 1 or more */
void hil_fold_init(struct hil_fold *f, int64_t tick_ns);

/**
 * hil_fold_add() - one latency
 * @at_ns: of its edge, by the board's clock, 0 or more
 *
 * Context: any; O(1).
 */
void hil_fold_add(struct hil_fold *f, int64_t at_ns, int64_t latency_ns);

/**
 * hil_fold_judge() - were all phases of the tick met?
 * @period_ns: of the stimulus; 0: not known, then there is no beat
 * @r: result
 */
void hil_fold_judge(const struct hil_fold *f, double period_ns,
		    struct hil_fold_result *r);

/**
 * hil_fold_beat_ns() - how long a period takes to move once through a tick
 *
 * 1 ms against 976.5625 us moves by 23.4375 us an edge: 41.667 ms.
 * Return: ns; INFINITY: it does not move.
 */
double hil_fold_beat_ns(double period_ns, double tick_ns);

#endif
