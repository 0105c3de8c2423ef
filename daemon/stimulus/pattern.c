/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a pattern means for its period; its text is pattern_text.c's. */
#include "daemon/stimulus/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "daemon/base/time.h"

static bool is_prime(int64_t n)
{
	if (n < 4)
		return n > 1;
	if (n % 2 == 0)
		return false;
	for (int64_t d = 3; d <= n / d; d += 2)
		if (n % d == 0)
			return false;
	return true;
}

void hil_pattern_primes(const struct hil_pattern *p, int64_t period_ns,
			int64_t ns[HIL_PATTERN_PRIMES])
{
	double middle_us = (double)period_ns / 1e3;
	int64_t us = 1;

	for (uint64_t i = 0; i < p->count; i++) {
		double side = 2.0 * (double)i / (double)(p->count - 1) - 1;
		int64_t target =
			llround(middle_us * (1 + side * p->percent / 100));

		us = target > us ? target : us + 1;
		while (!is_prime(us))
			us++;
		ns[i] = us * HIL_NS_PER_US;
	}
}

static struct hil_pattern_bounds prime_bounds(const struct hil_pattern *p,
					      int64_t period_ns)
{
	int64_t ns[HIL_PATTERN_PRIMES];
	double sum = 0;

	hil_pattern_primes(p, period_ns, ns);
	for (uint64_t i = 0; i < p->count; i++)
		sum += (double)ns[i];
	return (struct hil_pattern_bounds){ ns[0], ns[p->count - 1],
					    sum / (double)p->count };
}

/* Each period lasts as long as the others. */
static struct hil_pattern_bounds step_bounds(const struct hil_pattern *p)
{
	struct hil_pattern_bounds b = { p->step_ns[0], p->step_ns[0], 0 };
	double rate = 0;

	for (unsigned int i = 0; i < p->steps; i++) {
		b.min_ns = p->step_ns[i] < b.min_ns ? p->step_ns[i] : b.min_ns;
		b.max_ns = p->step_ns[i] > b.max_ns ? p->step_ns[i] : b.max_ns;
		rate += 1 / (double)p->step_ns[i];
	}
	b.mean_ns = (double)p->steps / rate;
	return b;
}

/* The frequency is linear in time: the mean rate is in the middle. */
static struct hil_pattern_bounds sweep_bounds(const struct hil_pattern *p)
{
	bool falls = p->from_ns < p->to_ns;
	double rate = (1 / (double)p->from_ns + 1 / (double)p->to_ns) / 2;

	return (struct hil_pattern_bounds){ falls ? p->from_ns : p->to_ns,
					    falls ? p->to_ns : p->from_ns,
					    1 / rate };
}

struct hil_pattern_bounds hil_pattern_bounds(const struct hil_pattern *p,
					     int64_t period_ns)
{
	struct hil_pattern_bounds b = { period_ns, period_ns,
					(double)period_ns };
	int64_t off = llround((double)period_ns * p->percent / 100);

	switch (p->kind) {
	case HIL_PATTERN_JITTER:
		b.min_ns -= off;
		b.max_ns += off;
		break;
	case HIL_PATTERN_SWEEP:
		return sweep_bounds(p);
	case HIL_PATTERN_STEP:
		return step_bounds(p);
	case HIL_PATTERN_PRIME:
		return prime_bounds(p, period_ns);
	case HIL_PATTERN_BURST:
		b.max_ns = p->every_ns - (int64_t)(p->count - 1) * period_ns;
		b.min_ns = b.max_ns < period_ns ? b.max_ns : period_ns;
		b.max_ns = b.max_ns > period_ns || p->count == 1 ? b.max_ns
								 : period_ns;
		b.mean_ns = (double)p->every_ns / (double)p->count;
		break;
	case HIL_PATTERN_SINGLE:
		b.min_ns = p->from_ns;
		b.max_ns = p->to_ns;
		b.mean_ns = (double)p->from_ns / 2 + (double)p->to_ns / 2;
		break;
	case HIL_PATTERN_MISSING:
		b.max_ns = 2 * period_ns;
		b.mean_ns *= (double)p->count / (double)(p->count - 1);
		break;
	case HIL_PATTERN_STEADY:
	case HIL_PATTERNS:
		break;
	}
	return b;
}

static int complain(char problem[HIL_PATTERN_TEXT], const char *fmt, ...)
	HIL_PRINTF(2, 3);

static int complain(char problem[HIL_PATTERN_TEXT], const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(problem, HIL_PATTERN_TEXT, fmt, args);
	va_end(args);
	return -EINVAL;
}

static int check_kind(const struct hil_pattern *p, int64_t period_ns,
		      char problem[HIL_PATTERN_TEXT])
{
	char text[32];

	switch (p->kind) {
	case HIL_PATTERN_BURST:
		/* one period of pause at least, or it is no burst */
		if (p->every_ns / period_ns > (int64_t)p->count)
			return 0;
		return complain(problem,
				"%" PRIu64 " periods of %s do not fit into "
				"every=%" PRId64 "ns with a pause",
				p->count,
				hil_duration_format(period_ns, text, 32),
				p->every_ns);
	case HIL_PATTERN_SINGLE:
		if (p->to_ns >= p->from_ns && p->from_ns > period_ns)
			return 0;
		return complain(problem,
				"the pulses are half the period of %s: from "
				"must be longer, and to no shorter than from",
				hil_duration_format(period_ns, text, 32));
	case HIL_PATTERN_SWEEP:
		if (p->from_ns != p->to_ns && p->over_ns > p->from_ns &&
		    p->over_ns > p->to_ns)
			return 0;
		return complain(problem, "from and to must differ, and over "
					 "must be longer than both");
	case HIL_PATTERN_PRIME:
		if (period_ns >= 10 * HIL_NS_PER_US)
			return 0;
		return complain(problem, "prime intervals are whole us: the "
					 "period must be 10 us or more");
	default:
		return 0;
	}
}

int hil_pattern_check(const struct hil_pattern *p, int64_t period_ns,
		      char problem[HIL_PATTERN_TEXT])
{
	struct hil_pattern_bounds b;
	int ret;

	if (p->kind == HIL_PATTERN_STEADY)
		return 0;
	if (period_ns < HIL_PATTERN_MIN_NS || period_ns > HIL_PATTERN_MAX_NS)
		return complain(problem, "the period must be 1 us to 60 s");
	ret = check_kind(p, period_ns, problem);
	if (ret)
		return ret;
	b = hil_pattern_bounds(p, period_ns);
	if (b.min_ns >= HIL_PATTERN_MIN_NS && b.max_ns <= HIL_PATTERN_MAX_NS)
		return 0;
	return complain(problem,
			"from edge to edge it would be %" PRId64
			" ns to %" PRId64 " ns, 1 us to 60 s can be made",
			b.min_ns, b.max_ns);
}
