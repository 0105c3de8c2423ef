/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each bound stands at the time it was learnt and grows with the distance to
 * it. They are not moved along with time, for growth that is concave in the
 * distance would become linear if it were added up in steps.
 */
#include "calibration/clock_bounds.h"

#include <stddef.h>
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
	*b = (struct hil_clock_bounds){ .learnt = false };
	for (size_t i = 0; i < HIL_CLOCK_WITNESSES; i++) {
		b->low[i] = (struct hil_clock_limit){ low_ns, at_ns };
		b->high[i] = (struct hil_clock_limit){ high_ns, at_ns };
	}
}

static int64_t low_of(const struct hil_clock_bounds *b,
		      const struct hil_clock_limit *l, int64_t at_ns)
{
	int64_t span_ns = at_ns - l->at_ns;

	return l->ns + scale(span_ns, b->drift_ppb) - growth_ns(b, span_ns);
}

static int64_t high_of(const struct hil_clock_bounds *b,
		       const struct hil_clock_limit *l, int64_t at_ns)
{
	int64_t span_ns = at_ns - l->at_ns;

	return l->ns + scale(span_ns, b->drift_ppb) + growth_ns(b, span_ns);
}

int64_t hil_clock_bounds_low(const struct hil_clock_bounds *b, int64_t at_ns)
{
	return low_of(b, &b->low[0], at_ns);
}

int64_t hil_clock_bounds_high(const struct hil_clock_bounds *b, int64_t at_ns)
{
	return high_of(b, &b->high[0], at_ns);
}

/* Limits are compared at the latest of their times: that is where decisions
 * are still to come. */
static int64_t latest(const struct hil_clock_limit *l)
{
	int64_t at_ns = l[0].at_ns;

	for (size_t i = 1; i < HIL_CLOCK_WITNESSES; i++)
		if (l[i].at_ns > at_ns)
			at_ns = l[i].at_ns;
	return at_ns;
}

static void swap(struct hil_clock_limit *a, struct hil_clock_limit *b)
{
	struct hil_clock_limit was = *a;

	*a = *b;
	*b = was;
}

/* The new limit takes the place of the loosest, if it is tighter. */
bool hil_clock_bounds_raise(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t low_ns)
{
	const struct hil_clock_limit now = { low_ns, at_ns };
	int64_t then_ns = b->low[0].at_ns;

	if (low_ns > hil_clock_bounds_high(b, at_ns))
		return false;
	if (at_ns < then_ns ? low_of(b, &now, then_ns) <= b->low[0].ns
			    : low_ns < hil_clock_bounds_low(b, at_ns))
		return true;
	b->low[0] = now;
	then_ns = latest(b->low);
	for (size_t i = 1; i < HIL_CLOCK_WITNESSES; i++)
		if (low_of(b, &b->low[i], then_ns) <
		    low_of(b, &b->low[0], then_ns))
			swap(&b->low[0], &b->low[i]);
	return true;
}

bool hil_clock_bounds_lower(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t high_ns)
{
	const struct hil_clock_limit now = { high_ns, at_ns };
	int64_t then_ns = b->high[0].at_ns;

	if (high_ns < hil_clock_bounds_low(b, at_ns))
		return false;
	if (at_ns < then_ns ? high_of(b, &now, then_ns) >= b->high[0].ns
			    : high_ns > hil_clock_bounds_high(b, at_ns))
		return true;
	b->high[0] = now;
	then_ns = latest(b->high);
	for (size_t i = 1; i < HIL_CLOCK_WITNESSES; i++)
		if (high_of(b, &b->high[i], then_ns) >
		    high_of(b, &b->high[0], then_ns))
			swap(&b->high[0], &b->high[i]);
	return true;
}

void hil_clock_bounds_learn(struct hil_clock_bounds *b, int64_t drift_ppb)
{
	b->drift_ppb = drift_ppb;
	b->learnt = true;
}
