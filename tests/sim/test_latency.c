/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Known latencies at rates whose samples are whole ns and at such that are
 * not: each one is reported within a sample, their mean within three standard
 * errors of quantisation, and the legs within the width of the clock fit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "tests/sim/judge.h"

struct check {
	struct hil_judge judge; /* first: the callback's context */
	double tau_ns;
	double error_ns; /* sum of reported - true */
	double worst_ns;
	uint64_t count;
};

static void check_row(void *context, const struct hil_row *row)
{
	struct check *c = context;
	const struct hil_sim_edge *e;
	double error_ns;

	hil_judge_row(context, row);
	assert_int_equal(row->row_class, HIL_ROW_MATCHED);
	e = &c->judge.sim->edge[c->judge.next - 1];
	error_ns = (double)row->latency_ns - (double)(e->probe_ns - e->at_ns);
	/* half a ns of rounding comes on top */
	assert_true(fabs(error_ns) <= c->tau_ns + 0.5);
	if (fabs(error_ns) > c->worst_ns)
		c->worst_ns = fabs(error_ns);
	c->error_ns += error_ns;
	c->count++;
}

static struct hil_result *measure(const struct hil_sim *sim, struct check *c)
{
	struct hil_ledger_config config = hil_sim_ledger_config(sim);
	struct hil_ledger *l = hil_ledger_new(&config, check_row, c);
	struct hil_result *r;

	assert_non_null(l);
	*c = (struct check){ .tau_ns = 1e9 * (double)sim->config.rate_den /
				       (double)sim->config.rate_num };
	hil_judge_init(&c->judge, sim);
	assert_int_equal(hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0), 0);
	r = hil_ledger_finish(l);
	assert_non_null(r);
	assert_int_equal(r->verdict, HIL_VALID);
	hil_ledger_free(l);
	return r;
}

static const struct {
	uint64_t num, den;
} rates[] = { { 1000000, 1 },  { 12000000, 1 },  { 24000000, 1 },
	      { 99999999, 1 }, { 100000000, 1 }, { 10000000, 3 } };

static void latencies_are_within_a_sample_and_their_mean_unbiased(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		struct hil_sim_config config = hil_sim_default(i + 1, i & 1);
		struct hil_sim *sim;
		struct hil_result *r;
		struct check c;
		double mean_ns, error_ns;

		config.edges = 20000;
		config.period_ns = 333333;
		config.rate_num = rates[i].num;
		config.rate_den = rates[i].den;
		sim = hil_sim_run(&config);
		assert_non_null(sim);
		r = measure(sim, &c);
		assert_int_equal(c.count, config.edges);
		mean_ns = c.error_ns / (double)c.count;
		/* u = tau / sqrt(6) of one latency */
		error_ns =
			r->line[0].of[HIL_LATENCY].u_ns / sqrt((double)c.count);
		printf("%llu/%llu Hz: worst error %.2f of a sample, mean "
		       "error %.2f standard errors\n",
		       (unsigned long long)rates[i].num,
		       (unsigned long long)rates[i].den, c.worst_ns / c.tau_ns,
		       mean_ns / error_ns);
		assert_true(fabs(mean_ns) <= 3.0 * error_ns);
		hil_result_free(r);
		hil_sim_free(sim);
	}
}

static double true_mean(const struct hil_sim *s, bool delivery)
{
	double sum = 0.0;

	for (size_t i = 0; i < s->events; i++) {
		const struct hil_sim_edge *e = &s->edge[s->event_edge[i]];

		if (delivery)
			sum += (double)(s->event[i].hardirq_ns -
					hil_sim_board_ns(s, e->at_ns));
		else
			sum += (double)(hil_sim_board_ns(s, e->probe_ns) -
					s->event[i].probe_begin_ns);
	}
	return sum / (double)s->events;
}

static void legs_are_within_the_width_of_the_fit(void **state)
{
	static const int64_t drifts[] = { -200000, 0, 35000, 500000 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct hil_sim_config config = hil_sim_default(i + 1, true);
		struct hil_sim *sim;
		struct hil_line_result *line;
		struct hil_result *r;
		struct check c;
		double half_ns, drift_ppm = (double)drifts[i] * 1e-3;

		config.edges = 10000;
		config.drift_ppb = drifts[i];
		config.wander_ns = 200;
		sim = hil_sim_run(&config);
		r = measure(sim, &c);
		line = &r->line[0];
		half_ns = line->fit.width_ns / 2.0;
		printf("drift %.0f ppm: found %.3f, width %.0f ns, residual "
		       "%.0f ns, delivery %+.0f ns, write %+.0f ns off\n",
		       drift_ppm, line->fit.drift_ppm, line->fit.width_ns,
		       line->fit.residual_ns,
		       line->of[HIL_DELIVERY].mean_ns - true_mean(sim, true),
		       line->of[HIL_WRITE].mean_ns - true_mean(sim, false));
		assert_true(line->fit.anchored);
		assert_true(line->fit.residual_ns == 0.0);
		assert_true(fabs(line->fit.drift_ppm - drift_ppm) < 1.0);
		assert_true(fabs(line->of[HIL_DELIVERY].mean_ns -
				 true_mean(sim, true)) <= half_ns);
		assert_true(fabs(line->of[HIL_WRITE].mean_ns -
				 true_mean(sim, false)) <= half_ns);
		assert_int_equal(line->of[HIL_WAKEUP].histogram->count,
				 config.edges);
		assert_int_equal(line->of[HIL_PERIOD].histogram->count,
				 config.edges - 1);
		hil_result_free(r);
		hil_sim_free(sim);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			latencies_are_within_a_sample_and_their_mean_unbiased),
		cmocka_unit_test(legs_are_within_the_width_of_the_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
