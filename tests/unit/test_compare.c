/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison on numbers that can be worked out by hand. */
#include <errno.h>
#include <math.h>

#include "calibration/compare.h"
#include "calibration/compare_random.h"
#include "tests/unit/test.h"

#define ROUNDS 6

static void make_arms(const double *d, size_t rounds,
		      struct hil_compare_block *a, struct hil_compare_block *b)
{
	for (size_t i = 0; i < rounds; i++) {
		a[i] = (struct hil_compare_block){ .count = 1,
						   .at_s = (double)i };
		b[i] = a[i];
		a[i].value_ns[HIL_COMPARE_MEAN] = 1000;
		b[i].value_ns[HIL_COMPARE_MEAN] = 1000 + d[i];
	}
}

static struct hil_compare_result compare_rounds(const double *d, size_t rounds,
						double margin)
{
	struct hil_compare_block a[64], b[64];
	struct hil_compare_options o = { margin, 1 };
	struct hil_compare_result r;

	make_arms(d, rounds, a, b);
	assert_int_equal(hil_compare(a, b, rounds, HIL_COMPARE_MEAN, &o, &r),
			 0);
	return r;
}

static const double one_to_six[ROUNDS] = { 3, 1, 6, 2, 5, 4 };

static void compare_gives_the_exact_interval_of_six_rounds(void **state)
{
	struct hil_compare_result r = compare_rounds(one_to_six, ROUNDS, 0);

	(void)state;
	/* 64 subsets, 2.5 % of them is 1: the smallest and largest mean of a
	 * subset, which are the smallest and largest round. p = 2 * 1 / 64. */
	assert_int_equal(r.verdict, HIL_COMPARE_DIFFERS);
	assert_int_equal(r.subsets, 64);
	assert_true(r.difference_ns == 3.5);
	assert_true(r.low_ns == 1.0);
	assert_true(r.high_ns == 6.0);
	assert_true(r.p == 2.0 / 64);
	assert_true(r.beyond_margin);
}

static void compare_says_equal_only_inside_the_margin(void **state)
{
	/* 5 % of 64 is 3: the third largest of the means 6, 5.5, 5, 5, 5 */
	struct hil_compare_result inside =
		compare_rounds(one_to_six, ROUNDS, 5.01);
	struct hil_compare_result at = compare_rounds(one_to_six, ROUNDS, 5.0);

	(void)state;
	assert_true(inside.within_ns == 5.0);
	assert_int_equal(inside.verdict, HIL_COMPARE_NO_DIFFERENCE);
	assert_int_equal(at.verdict, HIL_COMPARE_DIFFERS);
	assert_false(at.beyond_margin);
}

static void compare_knows_no_interval_below_six_rounds(void **state)
{
	struct hil_compare_result r = compare_rounds(one_to_six, 5, 100);

	(void)state;
	assert_int_equal(r.verdict, HIL_COMPARE_NOT_ENOUGH);
	assert_false(r.interval);
	assert_int_equal(r.more_rounds, 1);
	r = compare_rounds(one_to_six, 0, 100);
	assert_int_equal(r.verdict, HIL_COMPARE_NOT_ENOUGH);
	assert_int_equal(r.more_rounds, 6);
}

static void compare_says_how_many_rounds_are_wanting(void **state)
{
	static const double even[8] = { 11, -9, 11, -9, 11, -9, 11, -9 };
	struct hil_compare_result r = compare_rounds(even, 8, 6);

	(void)state;
	assert_int_equal(r.verdict, HIL_COMPARE_NOT_ENOUGH);
	/* difference 1, deviation 10 sqrt(8/7) = 10.690. Inside 6 with 5 to
	 * spare: t(0.95, n - 1) 10.690 / sqrt(n) <= 5. n = 14: 1.771 * 2.857 =
	 * 5.060; n = 15: 1.761 * 2.760 = 4.861. So 15 - 8 = 7. */
	assert_int_equal(r.more_rounds, 7);
}

static void compare_takes_equal_numbers_as_equal(void **state)
{
	static const double none[ROUNDS];
	struct hil_compare_result r = compare_rounds(none, ROUNDS, 1);

	(void)state;
	assert_int_equal(r.verdict, HIL_COMPARE_NO_DIFFERENCE);
	assert_true(r.p == 1.0);
	r = compare_rounds(none, ROUNDS, 0);
	assert_int_equal(r.verdict, HIL_COMPARE_NOT_ENOUGH);
	assert_int_equal(r.more_rounds, HIL_COMPARE_MORE_MOST);
}

static void compare_takes_out_what_drifts(void **state)
{
	struct hil_compare_block a[ROUNDS], b[ROUNDS];
	struct hil_compare_options o = { 0, 1 };
	struct hil_compare_result r;

	(void)state;
	/* ABBA ABBA ABBA, 10 more with every block, b is 7 slower */
	for (size_t i = 0; i < ROUNDS; i++) {
		a[i] = b[i] = (struct hil_compare_block){ .count = 1 };
		a[i].at_s = (double)(2 * i + i % 2);
		b[i].at_s = (double)(2 * i + 1 - i % 2);
		a[i].value_ns[HIL_COMPARE_P50] = 10 * a[i].at_s;
		b[i].value_ns[HIL_COMPARE_P50] = 10 * b[i].at_s + 7;
	}
	assert_int_equal(hil_compare(a, b, ROUNDS, HIL_COMPARE_P50, &o, &r), 0);
	assert_true(r.low_ns == 7.0 && r.high_ns == 7.0);
}

static void compare_leaves_out_rounds_without_a_block(void **state)
{
	struct hil_compare_block a[ROUNDS], b[ROUNDS];
	struct hil_compare_options o = { 0, 1 };
	struct hil_compare_result r;

	(void)state;
	make_arms(one_to_six, ROUNDS, a, b);
	a[0].count = 0;
	b[2].count = 0;
	assert_int_equal(hil_compare(a, b, ROUNDS, HIL_COMPARE_MEAN, &o, &r),
			 0);
	/* 1, 2, 5, 4 are left */
	assert_int_equal(r.rounds, 4);
	assert_true(r.difference_ns == 3.0);
}

static void compare_draws_subsets_by_the_seed_above_twelve_rounds(void **state)
{
	double d[40];
	struct hil_compare_random random = { 5 };
	struct hil_compare_result first, again;

	(void)state;
	for (size_t i = 0; i < 40; i++)
		d[i] = (double)hil_compare_random_below(&random, 1000);
	first = compare_rounds(d, 40, 0);
	again = compare_rounds(d, 40, 0);
	assert_int_equal(first.subsets, HIL_COMPARE_SUBSETS + 1);
	assert_memory_equal(&first, &again, sizeof(first));
	assert_true(first.low_ns < first.difference_ns &&
		    first.difference_ns < first.high_ns);
}

static void compare_refuses_what_it_cannot_mean(void **state)
{
	struct hil_compare_options o = { NAN, 1 };
	struct hil_compare_result r;

	(void)state;
	assert_int_equal(hil_compare(NULL, NULL, 0, HIL_COMPARE_MEAN, &o, &r),
			 -EINVAL);
	o.margin_ns = 0;
	assert_int_equal(hil_compare(NULL, NULL, HIL_COMPARE_MOST_ROUNDS + 1,
				     HIL_COMPARE_MEAN, &o, &r),
			 -EINVAL);
}

static void compare_block_sums_up_a_hundred_values(void **state)
{
	int64_t value[100];
	struct hil_compare_block b;

	(void)state;
	for (int i = 0; i < 100; i++)
		value[i] = (i * 37 % 100 + 1) * 10; /* 10 to 1,000, mixed */
	b = hil_compare_block(value, 100);
	/* mean 505; variance of 1 … n is n(n + 1)/12 = 841.67, times 100 */
	assert_int_equal(b.count, 100);
	assert_true(b.value_ns[HIL_COMPARE_MEAN] == 505.0);
	assert_true(b.value_ns[HIL_COMPARE_P50] == 500.0);
	assert_true(b.value_ns[HIL_COMPARE_P99] == 990.0);
	assert_true(b.value_ns[HIL_COMPARE_MAX] == 1000.0);
	assert_true(fabs(b.value_ns[HIL_COMPARE_JITTER] - 290.115) < 0.001);
}

static int compare_values(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void compare_block_finds_the_quantiles_that_sorting_finds(void **state)
{
	struct hil_compare_random random = { 9 };
	int64_t value[300], sorted[300];

	(void)state;
	for (size_t count = 1; count <= 300; count++) {
		struct hil_compare_block b;

		for (size_t i = 0; i < count; i++)
			value[i] = (int64_t)hil_compare_random_below(
				&random, count % 3 ? 1000 : 7);
		memcpy(sorted, value, count * sizeof(*value));
		qsort(sorted, count, sizeof(*sorted), compare_values);
		b = hil_compare_block(value, count);
		assert_true(b.value_ns[HIL_COMPARE_P50] ==
			    (double)sorted[(count * 50 + 99) / 100 - 1]);
		assert_true(b.value_ns[HIL_COMPARE_P99] ==
			    (double)sorted[(count * 99 + 99) / 100 - 1]);
		assert_true(b.value_ns[HIL_COMPARE_MAX] ==
			    (double)sorted[count - 1]);
	}
}

static void compare_block_of_nothing_has_no_count(void **state)
{
	(void)state;
	assert_int_equal(hil_compare_block(NULL, 0).count, 0);
}

static void compare_random_is_splitmix64(void **state)
{
	struct hil_compare_random random = { 1234567 };

	(void)state;
	/* the numbers of the reference implementation for this seed */
	assert_true(hil_compare_random_next(&random) ==
		    UINT64_C(6457827717110365317));
	assert_true(hil_compare_random_next(&random) ==
		    UINT64_C(3203168211198807973));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			compare_gives_the_exact_interval_of_six_rounds),
		cmocka_unit_test(compare_says_equal_only_inside_the_margin),
		cmocka_unit_test(compare_knows_no_interval_below_six_rounds),
		cmocka_unit_test(compare_says_how_many_rounds_are_wanting),
		cmocka_unit_test(compare_takes_equal_numbers_as_equal),
		cmocka_unit_test(compare_takes_out_what_drifts),
		cmocka_unit_test(compare_leaves_out_rounds_without_a_block),
		cmocka_unit_test(
			compare_draws_subsets_by_the_seed_above_twelve_rounds),
		cmocka_unit_test(compare_refuses_what_it_cannot_mean),
		cmocka_unit_test(compare_block_sums_up_a_hundred_values),
		cmocka_unit_test(
			compare_block_finds_the_quantiles_that_sorting_finds),
		cmocka_unit_test(compare_block_of_nothing_has_no_count),
		cmocka_unit_test(compare_random_is_splitmix64),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
