/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget against numbers worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "calibration/budget.h"

static void assert_near(double a, double b)
{
	if (!(fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) + 1e-12))
		fail_msg("%.12g is not %.12g", a, b);
}

/* 1 MS/s, 60 us, nothing calibrated: sampling 1000 / sqrt(6) = 408.248 ns,
 * clock 60,000 x 100 ppm = 6 ns / sqrt(3) = 3.4641 ns */
static void budget_combines_sampling_and_an_unknown_clock(void **state)
{
	struct hil_budget_input in = { .step_ns = 1000, .latency_ns = 60000 };
	struct hil_budget b;

	(void)state;
	hil_budget_make(&in, &b);
	assert_near(b.line[HIL_BUDGET_EDGE].u_ns, 1000 / sqrt(12));
	assert_near(b.line[HIL_BUDGET_CLOCK].u_ns, 6 / sqrt(3));
	assert_near(b.u_ns, sqrt(1e6 / 6 + 12));
	assert_near(b.k, 2);
	assert_near(b.correction_ns, 0);
	assert_false(b.complete);
	assert_false(b.line[HIL_BUDGET_SKEW].known);
	assert_near(b.line[HIL_BUDGET_SKEW].u_ns, 0);
}

/* The probe's channel is 80 ns late, the clock 20 ppm fast: of 1 ms are
 * 20 ns too much, so -100 ns in all; u = sqrt(3^2 + 4^2 + 12^2) = 13 */
static void budget_corrects_for_what_was_calibrated(void **state)
{
	struct hil_budget_input in = {
		.latency_ns = 1e6,
		.clock_ppm = { true, 20, 3 },
		.skew_ns = { true, 80, 4 },
		.threshold_ns = { true, 0, 12 },
		.probe_ns = { true, 0, 0 },
	};
	struct hil_budget b;

	(void)state;
	hil_budget_make(&in, &b);
	assert_near(b.correction_ns, -100);
	assert_near(b.u_ns, 13);
	assert_near(b.other_u_ns, 13);
	assert_true(b.complete);
	/* of 2 ms: -80 - 40; u: 3 ppm become 6 ns, sqrt(6^2 + 4^2 + 12^2) */
	b = hil_budget_at(&b, 2e6);
	assert_near(b.correction_ns, -120);
	assert_near(b.u_ns, 14);
	assert_near(b.latency_ns, 2e6);
}

/* 10,000 latencies with a deviation of 500 ns: 5 ns; a locked stimulus keeps
 * +-500 ns / sqrt(3) */
static void a_mean_loses_what_is_spread_and_keeps_what_is_locked(void **state)
{
	struct hil_budget_input in = { .step_ns = 1000 };
	struct hil_budget b;

	(void)state;
	hil_budget_make(&in, &b);
	assert_near(hil_budget_mean(&b, 500, 10000), 10);
	in.edge_fixed = 0.5;
	hil_budget_make(&in, &b);
	assert_near(hil_budget_mean(&b, 500, 10000),
		    2 * sqrt(25 + 500.0 * 500 / 3));
	assert_near(b.u_ns, 1000 / sqrt(6));
}

static void percentile_and_maximum_have_their_own_intervals(void **state)
{
	struct hil_budget_input in = { .step_ns = 6,
				       .skew_ns = { true, 0, 10 } };
	struct hil_budget b;

	(void)state;
	hil_budget_make(&in, &b);
	/* skew 100, grid 36 / 12 = 3: U^2 = 412, with 3 of sampling
	 * error 421 */
	assert_near(hil_budget_side(&b, 30, 3), sqrt(421));
	/* nothing spreads it: 100 + 36 / 6 */
	assert_near(hil_budget_side(&b, 5, 3), sqrt(433));
	in.edge_fixed = in.probe_fixed = 0.5;
	hil_budget_make(&in, &b);
	/* not more than for one latency: 100 + 36 / 6 */
	assert_near(hil_budget_side(&b, 30, 3), sqrt(433));
	assert_near(hil_budget_least(&b, 1000), 1000 - 6 - 16.45);
}

/* U = 500 ns: u = 250; skew takes 150, left are 200: 200 sqrt(6) = 489.9 ns */
static void a_wanted_uncertainty_asks_for_a_sample_rate(void **state)
{
	struct hil_budget_input in = { .skew_ns = { true, 0, 150 } };
	struct hil_budget b;
	double step;

	(void)state;
	step = hil_budget_step(&in, 500);
	assert_near(step, 200 * sqrt(6));
	in.step_ns = step;
	hil_budget_make(&in, &b);
	assert_near(2 * b.u_ns, 500);
	assert_near(hil_budget_step(&in, 300), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(budget_combines_sampling_and_an_unknown_clock),
		cmocka_unit_test(budget_corrects_for_what_was_calibrated),
		cmocka_unit_test(
			a_mean_loses_what_is_spread_and_keeps_what_is_locked),
		cmocka_unit_test(
			percentile_and_maximum_have_their_own_intervals),
		cmocka_unit_test(a_wanted_uncertainty_asks_for_a_sample_rate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
