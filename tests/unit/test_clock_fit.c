/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offset and drift from inequalities. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "calibration/clock_bounds.h"
#include "calibration/clock_fit.h"

#define MS INT64_C(1000000)

static void bounds_grow_with_the_distance_to_what_is_known(void **state)
{
	struct hil_clock_bounds b;

	(void)state;
	hil_clock_bounds_init(&b, 0, 100, 200);
	/* 1,000 ppm of 1 ms is 1 us, rounded up by 1 ns */
	assert_int_equal(hil_clock_bounds_low(&b, MS), 100 - 1001);
	assert_int_equal(hil_clock_bounds_high(&b, MS), 200 + 1001);
	assert_int_equal(hil_clock_bounds_high(&b, -MS), 200 + 1001);
	hil_clock_bounds_learn(&b, 20000);
	/* 20 ppm of 1 s, then 50 us + 100 ppm of 1 s */
	assert_int_equal(hil_clock_bounds_high(&b, 1000 * MS),
			 200 + 20000 + 50000 + 100001);
}

static void lower(struct hil_clock_bounds *b, int64_t at_ns, int64_t high_ns)
{
	for (size_t i = 0; i < HIL_CLOCK_WITNESSES; i++)
		assert_true(hil_clock_bounds_lower(b, at_ns, high_ns));
}

static void bounds_keep_the_tighter_where_time_goes_on(void **state)
{
	struct hil_clock_bounds b;

	(void)state;
	hil_clock_bounds_init(&b, 0, -5000, 5000);
	lower(&b, MS, 5500);
	assert_int_equal(hil_clock_bounds_high(&b, MS), 5501);
	lower(&b, MS, 9000);
	assert_int_equal(hil_clock_bounds_high(&b, MS), 5501);
	/* tighter 100 ms ago, but 100 us wider by now */
	lower(&b, -99 * MS, 1000);
	assert_int_equal(hil_clock_bounds_high(&b, MS), 5501);
	for (size_t i = 0; i < HIL_CLOCK_WITNESSES; i++)
		assert_true(hil_clock_bounds_raise(&b, 2 * MS, 4000));
	assert_int_equal(hil_clock_bounds_low(&b, 2 * MS), 3999);
}

static void bounds_want_three_witnesses_and_no_contradiction(void **state)
{
	struct hil_clock_bounds b;

	(void)state;
	hil_clock_bounds_init(&b, 0, -5000, 5000);
	/* below the lower bound: a wrong stamp */
	assert_false(hil_clock_bounds_lower(&b, 0, -5002));
	assert_true(hil_clock_bounds_lower(&b, 0, -4000));
	assert_true(hil_clock_bounds_lower(&b, 0, -3000));
	assert_int_equal(hil_clock_bounds_high(&b, 0), 5001);
	/* the third says 2,000, and all say no less than that */
	assert_true(hil_clock_bounds_lower(&b, 0, 2000));
	assert_int_equal(hil_clock_bounds_high(&b, 0), 2001);
}

/* offset(t) = 1,000 + t * ppm, upper bounds above it, lower ones below, each
 * with a multiple of 50 more, in turns */
static void fill(struct hil_clock_fit *f, double ppm, int64_t room_ns)
{
	hil_clock_fit_init(f);
	for (int64_t i = 0; i < 1000; i++) {
		int64_t upper_ns = i * MS, lower_ns = i * MS + 40000;

		hil_clock_fit_upper(
			f, upper_ns,
			1000 + (int64_t)((double)upper_ns * ppm * 1e-6) +
				room_ns + i * 37 % 50 * 50);
		hil_clock_fit_lower(
			f, lower_ns,
			1000 + (int64_t)((double)lower_ns * ppm * 1e-6) -
				room_ns - i * 31 % 50 * 50);
	}
}

static void fit_finds_drift_and_room_of_a_straight_clock(void **state)
{
	static const double drifts[] = { -200.0, 0.0, 35.0, 900.0 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct hil_clock_fit f;
		struct hil_clock_line line;
		double low_ns, high_ns, true_ns;

		fill(&f, drifts[i], 300);
		line = hil_clock_fit_line(&f);
		assert_true(fabs(line.drift * 1e6 - drifts[i]) < 0.6);
		assert_true(line.drift_low * 1e6 <= drifts[i]);
		assert_true(line.drift_high * 1e6 >= drifts[i]);
		/* 300 ns on either side, less what the last ns rounds */
		assert_true(line.width_ns > 598.0 && line.width_ns < 700.0);
		for (int64_t at_ns = 0; at_ns < 1000 * MS; at_ns += 7 * MS) {
			true_ns = 1000.0 + (double)at_ns * drifts[i] * 1e-6;
			assert_true(hil_clock_fit_at(&f, &line, at_ns, &low_ns,
						     &high_ns));
			assert_true(low_ns <= true_ns && true_ns <= high_ns);
			assert_true(high_ns - low_ns < 1300.0);
		}
	}
}

static void fit_says_by_how_much_no_line_fits(void **state)
{
	struct hil_clock_fit f;
	struct hil_clock_line line;
	double low_ns, high_ns;

	(void)state;
	hil_clock_fit_init(&f);
	assert_false(hil_clock_fit_at(&f, &(struct hil_clock_line){ 0 }, 0,
				      &low_ns, &high_ns));
	/* at most 0 at both ends, at least 500 in the middle */
	hil_clock_fit_upper(&f, 0, 0);
	hil_clock_fit_lower(&f, 5 * MS, 500);
	hil_clock_fit_upper(&f, 10 * MS, 0);
	line = hil_clock_fit_line(&f);
	assert_true(line.width_ns == -500.0);
	assert_true(hil_clock_fit_at(&f, &line, 5 * MS, &low_ns, &high_ns));
	assert_true(low_ns - high_ns == 500.0);
}

static void fit_keeps_a_hull_of_many_points_in_little_memory(void **state)
{
	struct hil_clock_fit f;
	struct hil_clock_line line;

	(void)state;
	hil_clock_fit_init(&f);
	/* a parabola: every point is a vertex */
	for (int64_t i = 0; i < 5000; i++) {
		int64_t x = i - 2500;

		hil_clock_fit_upper(&f, i * MS, 1000 + x * x / 10);
		hil_clock_fit_lower(&f, i * MS, -1000 - x * x / 10);
	}
	assert_true(f.upper.count <= HIL_CLOCK_HULL);
	line = hil_clock_fit_line(&f);
	/* dropped vertices only widen, and here by little */
	assert_true(line.width_ns >= 2000.0 && line.width_ns < 2600.0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			bounds_grow_with_the_distance_to_what_is_known),
		cmocka_unit_test(bounds_keep_the_tighter_where_time_goes_on),
		cmocka_unit_test(
			bounds_want_three_witnesses_and_no_contradiction),
		cmocka_unit_test(fit_finds_drift_and_room_of_a_straight_clock),
		cmocka_unit_test(fit_says_by_how_much_no_line_fits),
		cmocka_unit_test(
			fit_keeps_a_hull_of_many_points_in_little_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
