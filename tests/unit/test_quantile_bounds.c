/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks against tables and against the binomial itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "calibration/quantile_bounds.h"

static void quantile_bounds_agree_with_published_tables(void **state)
{
	struct hil_quantile_bounds b;

	(void)state;
	/* median, 95 %: n = 10 gives ranks 2 and 9, n = 6 gives 1 and 6
	 * (Le Boudec, appendix A, table of CI for the median) */
	b = hil_quantile_bounds(10, 0.5);
	assert_int_equal(b.low, 2);
	assert_int_equal(b.high, 9);
	b = hil_quantile_bounds(6, 0.5);
	assert_int_equal(b.low, 1);
	assert_int_equal(b.high, 6);
	b = hil_quantile_bounds(100, 0.5);
	assert_int_equal(b.low, 40);
	assert_int_equal(b.high, 61);
}

static void quantile_bounds_say_when_there_are_too_few(void **state)
{
	struct hil_quantile_bounds b = hil_quantile_bounds(5, 0.5);

	(void)state;
	/* 2 * 0.5^5 = 6.25 % > 5 % */
	assert_int_equal(b.low, 0);
	assert_int_equal(b.high, 0);
	/* 0.99^368 = 2.48 %: from 368 values on there is an upper bound */
	assert_int_equal(hil_quantile_bounds(367, 0.99).high, 0);
	assert_int_equal(hil_quantile_bounds(368, 0.99).high, 368);
	assert_int_equal(hil_quantile_bounds(0, 0.5).low, 0);
	assert_int_equal(hil_quantile_bounds(10, 0.0).low, 0);
	assert_int_equal(hil_quantile_bounds(10, 1.0).high, 0);
}

/* P(low <= B < high), B binomial(n, q), by logarithms of factorials */
static double confidence(uint64_t n, double q, uint64_t low, uint64_t high)
{
	double sum = 0.0;

	for (uint64_t k = low; k < high; k++)
		sum += exp(lgamma((double)n + 1) - lgamma((double)k + 1) -
			   lgamma((double)(n - k) + 1) + (double)k * log(q) +
			   (double)(n - k) * log1p(-q));
	return sum;
}

static void quantile_bounds_hold_95_percent_and_no_rank_more(void **state)
{
	static const double q[] = { 0.5, 0.9, 0.99, 0.999, 0.9999 };
	static const uint64_t n[] = { 1000, 10000, 100000 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		for (size_t k = 0; k < 5; k++) {
			struct hil_quantile_bounds b =
				hil_quantile_bounds(n[i], q[k]);

			if (!b.low || !b.high)
				continue;
			assert_true(confidence(n[i], q[k], b.low, b.high) >=
				    0.95);
			assert_true(confidence(n[i], q[k], 0, b.low) <= 0.025);
			assert_true(confidence(n[i], q[k], 0, b.low + 1) >
				    0.025);
			assert_true(confidence(n[i], q[k], 0, b.high) >= 0.975);
			assert_true(confidence(n[i], q[k], 0, b.high - 1) <
				    0.975);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantile_bounds_agree_with_published_tables),
		cmocka_unit_test(quantile_bounds_say_when_there_are_too_few),
		cmocka_unit_test(
			quantile_bounds_hold_95_percent_and_no_rank_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
