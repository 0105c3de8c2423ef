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
	int64_t phase = at_ns % f->tick_ns, sum;
	struct hil_fold_part *part;

	/* hostile stamps and sums that do not fit say nothing */
	if (at_ns < 0)
		return;
	part = &f->part[phase * HIL_FOLD_PARTS / f->tick_ns];
	if (__builtin_add_overflow(part->sum_ns, latency_ns, &sum))
		return;
	if (!part->count || latency_ns < part->min_ns)
		part->min_ns = latency_ns;
	if (!part->count || latency_ns > part->max_ns)
		part->max_ns = latency_ns;
	part->count++;
	part->sum_ns = sum;
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
	memcpy(r->part, f->part, sizeof(r->part));
	for (int i = 0; i < HIL_FOLD_PARTS; i++) {
		const struct hil_fold_part *part = &f->part[i];

		r->edges += part->count;
		r->met += part->count > 0;
		if (part->count < PART_LEAST)
			continue;
		mean = (double)part->sum_ns / (double)part->count;
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
