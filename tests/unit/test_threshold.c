/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges of a known slope at known thresholds, sampled; the products are found
 * within U. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "calibration/threshold.h"
#include "tests/unit/test.h"

#define EDGES     2000
#define STEP_NS   100
#define PERIOD_NS 1000000.0
#define HIGH_NS   400000.0

static uint64_t rise[EDGES], fall[EDGES];
static uint32_t seed;

static double chance(void)
{
	seed = seed * 1103515245u + 12345u;
	return (double)(seed >> 8) / (1 << 24);
}

/* An edge of @slow_ns at threshold @theta of the swing; the generator's own
 * times jitter by a few samples. */
static void sample(double slow_ns, double theta)
{
	for (size_t i = 0; i < EDGES; i++) {
		double at = 1e6 + (double)i * PERIOD_NS + 500 * chance();

		rise[i] = (uint64_t)ceil((at + slow_ns * theta) / STEP_NS);
		fall[i] = (uint64_t)ceil((at + HIGH_NS + 500 * chance() +
					  slow_ns * (1 - theta)) /
					 STEP_NS);
	}
}

static struct hil_threshold_level level_at(double volts, double slow_ns,
					   const double threshold[2])
{
	struct hil_threshold_level level = { .volts = volts };

	for (int c = 0; c < 2; c++) {
		sample(slow_ns, threshold[c] / volts);
		assert_int_equal(hil_threshold_high(rise, EDGES, fall, EDGES,
						    STEP_NS, &level.high_ns[c]),
				 0);
	}
	level.skew_ns.value =
		70 + slow_ns * (threshold[1] - threshold[0]) / volts;
	level.skew_ns.u = 2;
	return level;
}

static struct hil_threshold found(double slow_ns, const double threshold[2])
{
	static const double volts[] = { 3.3, 2.64, 2.145 };
	struct hil_threshold_level level[3];
	struct hil_threshold t;

	for (size_t i = 0; i < 3; i++)
		level[i] = level_at(volts[i], slow_ns, threshold);
	assert_int_equal(hil_threshold_fit(level, 3, &t), 0);
	return t;
}

static void products_are_found_within_U(void **state)
{
	static const double threshold[2] = { 1.65, 1.4 };

	(void)state;
	seed = 1;
	for (int i = 0; i < 6; i++) {
		double slow_ns = 1000 * i;
		struct hil_threshold t = found(slow_ns, threshold);

		for (int c = 0; c < 2; c++)
			assert_true(fabs(t.product_v_ns[c].value -
					 slow_ns * threshold[c]) <=
				    2 * t.product_v_ns[c].u);
		assert_true(fabs(t.apart_v_ns.value - slow_ns * (1.4 - 1.65)) <=
			    2 * t.apart_v_ns.u);
		/* seen half of the edge late, and the limit holds it */
		assert_true(fabs(t.crossing_ns[0].value - slow_ns / 2) <=
			    2 * t.crossing_ns[0].u);
		assert_true(t.limit_ns >= slow_ns / 2);
		assert_true(fabs(t.u_ns - t.limit_ns / sqrt(3)) < 1e-6);
	}
}

/* One edge in fifty comes 100 us late: a generator whose host stalled. */
static void wild_times_do_not_move_the_mean(void **state)
{
	struct hil_threshold_mean calm, wild;

	(void)state;
	seed = 7;
	sample(1000, 0.5);
	assert_int_equal(
		hil_threshold_high(rise, EDGES, fall, EDGES, STEP_NS, &calm),
		0);
	for (size_t i = 0; i < EDGES; i += 50)
		fall[i] += 1000;
	assert_int_equal(
		hil_threshold_high(rise, EDGES, fall, EDGES, STEP_NS, &wild),
		0);
	assert_true(fabs(wild.value - calm.value) < 20);
}

/* Each time the generator's pulses are 300 ns longer than before. */
static void a_generator_that_does_not_repeat_is_no_threshold(void **state)
{
	static const double threshold[2] = { 1.5, 1.5 };
	static const double volts[] = { 3.3, 2.64, 2.145, 3.3 };
	struct hil_threshold_level level[4];
	struct hil_threshold t;

	(void)state;
	seed = 3;
	for (size_t i = 0; i < 4; i++) {
		level[i] = level_at(volts[i], 2000, threshold);
		level[i].high_ns[0].value += 300 * (double)i;
		level[i].high_ns[1].value += 300 * (double)i;
	}
	assert_int_equal(hil_threshold_fit(level, 4, &t), 0);
	for (int c = 0; c < 2; c++) {
		assert_true(fabs(t.product_v_ns[c].value - 3000) <=
			    2 * t.product_v_ns[c].u);
		assert_true(t.product_v_ns[c].u > 500);
	}
	assert_int_equal(hil_threshold_fit(level, 3, &t), 0);
	assert_true(t.product_v_ns[0].u < 200);
}

static void too_little_is_refused(void **state)
{
	struct hil_threshold_level level[2] = { { .volts = 3.3 },
						{ .volts = 3.3 } };
	struct hil_threshold_mean mean;
	struct hil_threshold t;

	(void)state;
	assert_int_equal(hil_threshold_fit(level, 2, &t), -ENODATA);
	assert_int_equal(hil_threshold_fit(level, 1, &t), -ENODATA);
	sample(1000, 0.5);
	assert_int_equal(hil_threshold_high(rise, 99, fall, 99, STEP_NS, &mean),
			 -ENODATA);
	assert_int_equal(hil_threshold_high(rise, 0, fall, 0, STEP_NS, &mean),
			 -ENODATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(products_are_found_within_U),
		cmocka_unit_test(wild_times_do_not_move_the_mean),
		cmocka_unit_test(
			a_generator_that_does_not_repeat_is_no_threshold),
		cmocka_unit_test(too_little_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
