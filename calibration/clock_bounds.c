/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each bound stands at the time it was learnt and grows with the distance to
 * it. They are not moved along with time, for growth that is concave in the
 * distance would become linear if it were added up in steps.
 */
#include "calibration/clock_bounds.h"

#include <stdlib.h>

#define PPB INT64_C(1000000000)

__extension__ typedef __int128 wide;

static int64_t scale(int64_t ns, int64_t ppb)
{
	int64_t product;

	/* two and a half hours at 1,000 ppm: 128 bits are seldom needed */
	if (!__builtin_mul_overflow(ns, ppb, &product))
		return product / PPB;
	return (int64_t)((wide)ns * ppb / PPB);
}

/* Rounded up: a bound may be too wide, never too narrow. */
static int64_t growth_ns(const struct hil_clock_bounds *b, int64_t span_ns)
{
	int64_t length_ns = llabs(span_ns);
	int64_t any_ns = scale(length_ns, HIL_CLOCK_DRIFT_PPB) + 1;
	int64_t learnt_ns;

	if (!b->learnt)
		return any_ns;
	learnt_ns = HIL_CLOCK_LEARNT_FIXED_NS +
		    scale(length_ns, HIL_CLOCK_LEARNT_PPB) + 1;
	return any_ns < learnt_ns ? any_ns : learnt_ns;
}

void hil_clock_bounds_init(struct hil_clock_bounds *b, int64_t at_ns,
			   int64_t low_ns, int64_t high_ns)
{
	*b = (struct hil_clock_bounds){ .low_ns = low_ns,
					.low_at_ns = at_ns,
					.high_ns = high_ns,
					.high_at_ns = at_ns };
}

int64_t hil_clock_bounds_low(const struct hil_clock_bounds *b, int64_t at_ns)
{
	int64_t span_ns = at_ns - b->low_at_ns;

	return b->low_ns + scale(span_ns, b->drift_ppb) - growth_ns(b, span_ns);
}

int64_t hil_clock_bounds_high(const struct hil_clock_bounds *b, int64_t at_ns)
{
	int64_t span_ns = at_ns - b->high_at_ns;

	return b->high_ns + scale(span_ns, b->drift_ppb) +
	       growth_ns(b, span_ns);
}

/* Old and new bound are compared at the later of their times: that is where
 * decisions are still to come. */
void hil_clock_bounds_raise(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t low_ns)
{
	struct hil_clock_bounds now = *b;

	now.low_ns = low_ns;
	now.low_at_ns = at_ns;
	if (at_ns < b->low_at_ns
		    ? hil_clock_bounds_low(&now, b->low_at_ns) > b->low_ns
		    : low_ns >= hil_clock_bounds_low(b, at_ns))
		*b = now;
}

void hil_clock_bounds_lower(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t high_ns)
{
	struct hil_clock_bounds now = *b;

	now.high_ns = high_ns;
	now.high_at_ns = at_ns;
	if (at_ns < b->high_at_ns
		    ? hil_clock_bounds_high(&now, b->high_at_ns) < b->high_ns
		    : high_ns <= hil_clock_bounds_high(b, at_ns))
		*b = now;
}

void hil_clock_bounds_learn(struct hil_clock_bounds *b, int64_t drift_ppb)
{
	b->drift_ppb = drift_ppb;
	b->learnt = true;
}
