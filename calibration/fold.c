/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which phases of the board's tick the stimulus met, and what came of it. */
#include "calibration/fold.h"

#include <math.h>
#include <string.h>

#define SWEPT      30 /* of 32 parts: chance leaves one or two empty */
#define PART_LEAST 10 /* edges for a mean of a part */
#define GOLDEN     0.6180339887498949

void hil_fold_init(struct hil_fold *f, int64_t tick_ns)
{
	memset(f, 0, sizeof(*f));
	f->tick_ns = tick_ns;
}

void hil_fold_add(struct hil_fold *f, int64_t at_ns, int64_t latency_ns)
{
	int64_t phase = at_ns % f->tick_ns;
	int64_t part = phase * HIL_FOLD_PARTS / f->tick_ns;
	int64_t sum;

	/* hostile stamps and sums that do not fit say nothing */
	if (at_ns < 0 ||
	    __builtin_add_overflow(f->sum_ns[part], latency_ns, &sum))
		return;
	f->count[part]++;
	f->sum_ns[part] = sum;
}

double hil_fold_beat_ns(double period_ns, double tick_ns)
{
	double move = fmod(period_ns, tick_ns);

	if (move > tick_ns / 2)
		move -= tick_ns;
	/* 1 ns in a million ticks is rounding */
	if (!(fabs(move) > tick_ns * 1e-9))
		return INFINITY;
	return tick_ns / fabs(move) * period_ns;
}

void hil_fold_judge(const struct hil_fold *f, double period_ns,
		    struct hil_fold_result *r)
{
	double tick = (double)f->tick_ns, mean;

	/* results are compared byte by byte: padding is 0, too */
	memset(r, 0, sizeof(*r));
	r->tick_ns = f->tick_ns;
	r->fastest_ns = r->beat_ns = INFINITY;
	r->slowest_ns = -INFINITY;
	for (int i = 0; i < HIL_FOLD_PARTS; i++) {
		r->edges += f->count[i];
		r->met += f->count[i] > 0;
		if (f->count[i] < PART_LEAST)
			continue;
		mean = (double)f->sum_ns[i] / (double)f->count[i];
		r->fastest_ns = fmin(r->fastest_ns, mean);
		r->slowest_ns = fmax(r->slowest_ns, mean);
	}
	r->swept = r->met >= SWEPT;
	if (period_ns > 0) {
		r->beat_ns = hil_fold_beat_ns(period_ns, tick);
		/* the golden section is farthest from every fraction */
		r->covers_ns =
			(fmax(round(period_ns / tick - GOLDEN), 0) + GOLDEN) *
			tick;
	}
}
