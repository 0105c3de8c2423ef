/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sample indices as nanoseconds in exact integer arithmetic: 128 bits where
 * 64 do not suffice. What a sample index means is left to others.
 */
#include "calibration/analyzer_clock.h"

#include <errno.h>
#include <stddef.h>

#define NS_PER_S     UINT64_C(1000000000)
#define RATE_NUM_MAX UINT64_C(1000000000000)
#define RATE_DEN_MAX UINT64_C(1000000000)

__extension__ typedef unsigned __int128 wide;

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

int hil_analyzer_clock_init(struct hil_analyzer_clock *c, uint64_t rate_num,
			    uint64_t rate_den)
{
	uint64_t divisor;

	if (!rate_num || !rate_den || rate_num > RATE_NUM_MAX ||
	    rate_den > RATE_DEN_MAX || rate_den / rate_num > 1000)
		return -ERANGE;
	divisor = greatest_common_divisor(NS_PER_S * rate_den, rate_num);
	c->ns_num = NS_PER_S * rate_den / divisor;
	c->ns_den = rate_num / divisor;
	/* the product and the half that rounds it fit into 63 bits */
	c->safe_samples = (INT64_MAX - c->ns_den) / c->ns_num;
	return 0;
}

static int64_t wide_ns(const struct hil_analyzer_clock *c, uint64_t samples)
{
	wide ns = ((wide)samples * c->ns_num + c->ns_den / 2) / c->ns_den;

	return ns > HIL_ANALYZER_CLOCK_MAX_NS ? HIL_ANALYZER_CLOCK_MAX_NS
					      : (int64_t)ns;
}

int64_t hil_analyzer_clock_ns(const struct hil_analyzer_clock *c,
			      uint64_t samples)
{
	uint64_t product;

	if (samples > c->safe_samples)
		return wide_ns(c, samples);
	product = samples * c->ns_num;
	/* most analyzers have whole ns: spare them the division */
	if (c->ns_den != 1)
		product = (product + c->ns_den / 2) / c->ns_den;
	return product > HIL_ANALYZER_CLOCK_MAX_NS ? HIL_ANALYZER_CLOCK_MAX_NS
						   : (int64_t)product;
}

int64_t hil_analyzer_clock_span(const struct hil_analyzer_clock *c,
				uint64_t from, uint64_t to)
{
	return to >= from ? hil_analyzer_clock_ns(c, to - from)
			  : -hil_analyzer_clock_ns(c, from - to);
}

uint64_t hil_analyzer_clock_samples(const struct hil_analyzer_clock *c,
				    int64_t ns)
{
	wide samples;

	if (ns <= 0)
		return 0;
	samples = (wide)(uint64_t)ns * c->ns_den / c->ns_num;
	return samples > UINT64_MAX / 2 ? UINT64_MAX / 2 : (uint64_t)samples;
}

double hil_analyzer_clock_period_ns(const struct hil_analyzer_clock *c)
{
	return (double)c->ns_num / (double)c->ns_den;
}
