/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locked, beating and sweeping stimuli against a tick. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "calibration/fold.h"

#define MS 1000000

static struct hil_fold_result fold(double period_ns, int64_t tick_ns, int edges)
{
	struct hil_fold_result r;
	struct hil_fold f;

	hil_fold_init(&f, tick_ns);
	for (int i = 0; i < edges; i++) {
		int64_t at = 12345 + (int64_t)(period_ns * i);

		/* slow in the first eighth of each tick */
		hil_fold_add(&f, at, at % tick_ns < tick_ns / 8 ? 900 : 100);
	}
	hil_fold_judge(&f, period_ns, &r);
	return r;
}

static void a_beat_is_as_long_as_its_arithmetic_says(void **state)
{
	(void)state;
	/* 1,000 - 976.5625 = 23.4375 us an edge; 976.5625 / 23.4375 edges */
	assert_true(fabs(hil_fold_beat_ns(1e6, 976562.5) - 41666666.67) < 1);
	/* the other way round: 500 ns too short each time, 2,000 edges */
	assert_true(fabs(hil_fold_beat_ns(999500, 1e6) - 1999e6) < 1);
	assert_true(isinf(hil_fold_beat_ns(4e6, 1e6)));
	assert_true(isinf(hil_fold_beat_ns(1e6, 1e6)));
}

static void a_locked_period_meets_one_phase(void **state)
{
	struct hil_fold_result r = fold(4 * MS, MS, 5000);

	(void)state;
	assert_int_equal(r.met, 1);
	assert_false(r.swept);
	assert_int_equal(r.edges, 5000);
	assert_true(isinf(r.beat_ns));
	/* what is slow is never met otherwise */
	assert_true(r.fastest_ns == r.slowest_ns);
	assert_true(fabs(r.covers_ns - 3618034) < 1);
}

static void the_period_that_is_proposed_sweeps(void **state)
{
	struct hil_fold_result r = fold(3618033.98875, MS, 400);

	(void)state;
	assert_int_equal(r.met, HIL_FOLD_PARTS);
	assert_true(r.swept);
	assert_true(r.fastest_ns == 100 && r.slowest_ns == 900);
	assert_int_equal(r.part[0].min_ns, 900);
	assert_int_equal(r.part[HIL_FOLD_PARTS - 1].max_ns, 100);
	assert_int_equal(r.part[9].sum_ns, (int64_t)r.part[9].count * 100);
}

/* A quarter of a tick each: four phases and no more. */
static void a_simple_fraction_is_not_swept(void **state)
{
	struct hil_fold_result r = fold(1.25 * MS, MS, 4000);

	(void)state;
	assert_int_equal(r.met, 4);
	assert_false(r.swept);
}

static void absurd_values_fold_nothing(void **state)
{
	struct hil_fold_result r;
	struct hil_fold f;

	(void)state;
	hil_fold_init(&f, 1);
	hil_fold_add(&f, -5, 1);
	hil_fold_add(&f, INT64_MAX, INT64_MAX);
	hil_fold_add(&f, INT64_MAX, INT64_MAX);
	hil_fold_judge(&f, 0, &r);
	assert_int_equal(r.edges, 1);
	assert_true(isinf(r.beat_ns));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_beat_is_as_long_as_its_arithmetic_says),
		cmocka_unit_test(a_locked_period_meets_one_phase),
		cmocka_unit_test(the_period_that_is_proposed_sweeps),
		cmocka_unit_test(a_simple_fraction_is_not_swept),
		cmocka_unit_test(absurd_values_fold_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
