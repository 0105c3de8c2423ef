/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skew and clock rate against known ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>

#include "calibration/clock_rate.h"
#include "calibration/loopback.h"

#define EDGES 4000

static uint64_t a[EDGES], b[EDGES];

/* One signal on two channels, the second @skew samples late. */
static void sample_both(double period, double skew)
{
	for (int i = 0; i < EDGES; i++) {
		double at = 1000.37 + period * i;

		a[i] = (uint64_t)ceil(at);
		b[i] = (uint64_t)ceil(at + skew);
	}
}

static void loopback_finds_a_skew_below_a_sample(void **state)
{
	struct hil_loopback r;

	(void)state;
	sample_both(2000.618034, 0.3);
	assert_int_equal(hil_loopback_judge(a, EDGES, b, EDGES, 1000, &r), 0);
	assert_int_equal(r.pairs, EDGES);
	assert_int_equal(r.unmatched, 0);
	assert_true(fabs(r.skew_ns - 300) <= 2 * r.u_ns);
	assert_true(r.u_ns < 20);
	assert_true(r.min_ns == 0 && r.max_ns == 1000);
	/* the other way round, and more than a sample */
	sample_both(2000.618034, -2.7);
	assert_int_equal(hil_loopback_judge(a, EDGES, b, EDGES, 1000, &r), 0);
	assert_true(fabs(r.skew_ns + 2700) <= 2 * r.u_ns);
}

/* The same phase for ever: 0.3 of a sample is seen as 0 or as 1. */
static void a_locked_signal_makes_the_skew_unsure(void **state)
{
	struct hil_loopback r;

	(void)state;
	sample_both(2000, 0.3);
	assert_int_equal(hil_loopback_judge(a, EDGES, b, EDGES, 1000, &r), 0);
	assert_true(fabs(r.skew_ns - 300) <= 2 * r.u_ns);
	assert_true(r.u_ns > 400);
}

static void two_signals_are_no_loopback(void **state)
{
	struct hil_loopback r;

	(void)state;
	sample_both(2000, 0);
	for (int i = 0; i < EDGES; i++)
		b[i] = (uint64_t)(i * 1731);
	assert_int_equal(hil_loopback_judge(a, EDGES, b, EDGES, 1000, &r),
			 -ENODATA);
	assert_int_equal(hil_loopback_judge(a, EDGES, b, 0, 1000, &r),
			 -ENODATA);
	assert_int_equal(hil_loopback_judge(a, 0, b, 0, 1000, &r), -ENODATA);
	assert_int_equal(hil_loopback_judge(a, 99, a, 99, 1000, &r), -ENODATA);
}

/* 20 covers a second for 60 s, each up to 30 ms late; the clock is 37 ppm
 * fast, then 120 ppm slow. */
static void clock_rate_sees_through_late_arrivals(void **state)
{
	static const double ppm[] = { 37, -120, 0 };
	int64_t at[1200], seen[1200];
	struct hil_clock_rate r;
	uint32_t random = 7;

	(void)state;
	for (size_t n = 0; n < 3; n++) {
		for (int i = 0; i < 1200; i++) {
			double real = 5e7 * i;

			random = random * 1664525u + 1013904223u;
			at[i] = (int64_t)(real * (1 + ppm[n] * 1e-6));
			seen[i] = (int64_t)(real + 123456789 +
					    3e7 * pow((double)random /
							      4294967296.0,
						      3));
		}
		assert_int_equal(hil_clock_rate(at, seen, 1200, &r), 0);
		assert_true(fabs(r.fast_ppm - ppm[n]) <= 3 * r.u_ppm + 0.01);
		assert_true(r.u_ppm < 1);
	}
	assert_int_equal(hil_clock_rate(at, seen, 47, &r), -ENODATA);
	assert_int_equal(hil_clock_rate(at, seen, 0, &r), -ENODATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loopback_finds_a_skew_below_a_sample),
		cmocka_unit_test(a_locked_signal_makes_the_skew_unsure),
		cmocka_unit_test(two_signals_are_no_loopback),
		cmocka_unit_test(clock_rate_sees_through_late_arrivals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
