/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The offset's bounds over a block of rows. Two crystals keep their rate to a
 * few ppm over seconds: that is tried first. Where no such clock fits all but
 * a few rows, one that is slewed is tried, then any. Where none fits at all,
 * as across a step, the block is halved: each half may have a clock of its
 * own, and only the rows around the step are left without one.
 */
#include <math.h>

#include "rig/ledger/join.h"

#define DRIFT_MAX  ((double)HIL_CLOCK_DRIFT_PPB * 1e-9)
#define ROWS_LEAST 32 /* fewer are not halved */

/* Ranges of the drift over a block: crystals, crystals that are being heated, a
 * slewed clock, any clock. */
static const double bends[] = { 5e-6, 2e-5, 1e-4, 2 * DRIFT_MAX };

#define BENDS (sizeof(bends) / sizeof(bends[0]))

/* A half has no slew to hide a step in. */
#define HALF_BENDS 2

struct stretch {
	size_t context, from, to; /* rows from @context on take part */
	size_t bends;
};

static struct hil_clock_rows rows_of(const struct hil_join_legs *k,
				     const struct stretch *s)
{
	return (struct hil_clock_rows){
		.upper_at_ns = k->upper_at_ns + s->context,
		.upper_ns = k->upper_ns + s->context,
		.lower_at_ns = k->lower_at_ns + s->context,
		.lower_ns = k->lower_ns + s->context,
		.count = s->to - s->context,
	};
}

static size_t count_beyond(const struct hil_join_legs *k,
			   const struct hil_clock_knots *knots,
			   const struct stretch *s)
{
	size_t count = 0;
	bool late;

	for (size_t i = s->from; i < s->to; i++)
		count += hil_join_leg_beyond(k, knots, i, &late) > 0.0;
	return count;
}

/* A drift that was learnt holds on within a bend. */
static void start_drift(const struct hil_join_legs *k, const struct stretch *s,
			double bend, struct hil_clock_knots *knots)
{
	knots->drift_low = -DRIFT_MAX;
	knots->drift_high = DRIFT_MAX;
	if (!k->drift_known || s->context >= k->before)
		return;
	knots->drift_low = fmax(k->drift_low - bend, -DRIFT_MAX);
	knots->drift_high = fmin(k->drift_high + bend, DRIFT_MAX);
}

static bool find_bounds(const struct hil_join_legs *k, const struct stretch *s,
			struct hil_clock_knots *knots)
{
	struct hil_clock_rows rows = rows_of(k, s);
	size_t wrong = hil_clock_wrong(rows.count);

	for (size_t i = 0; i < s->bends; i++) {
		start_drift(k, s, bends[i], knots);
		if (hil_clock_knots_find(&rows, k->upper_at_ns[s->from],
					 k->lower_at_ns[s->to - 1], wrong,
					 bends[i], knots) &&
		    count_beyond(k, knots, s) <= wrong)
			return true;
	}
	return false;
}

static void decide(struct hil_join *j, const struct stretch *s)
{
	struct hil_clock_knots knots;
	struct hil_join_legs *k = &j->legs;
	size_t half = s->from + (s->to - s->from) / 2;
	bool found = find_bounds(k, s, &knots);

	if (!found && s->to - s->from >= 2 * ROWS_LEAST) {
		decide(j,
		       &(struct stretch){ s->from, s->from, half, HALF_BENDS });
		decide(j, &(struct stretch){ half, half, s->to, HALF_BENDS });
		return;
	}
	k->drift_known = found;
	if (found) {
		k->drift_low = knots.drift_low;
		k->drift_high = knots.drift_high;
		k->drift = (knots.drift_low + knots.drift_high) / 2.0;
	}
	for (size_t i = s->from; i < s->to; i++)
		hil_join_take_leg(j, i, found ? &knots : NULL);
}

void hil_join_block(struct hil_join *j, size_t from, size_t to)
{
	decide(j, &(struct stretch){ 0, from, to, BENDS });
}
