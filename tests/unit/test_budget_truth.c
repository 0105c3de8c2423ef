/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does the budget tell the truth? Synthetic set-ups with known latencies go
 * through sampling, a wrong clock, skew and thresholds. In every stratum the
 * true latency, the true mean and the true percentile must lie within U in at
 * least 94.5 % of 10,000 set-ups, and U may not be more than 1.3 times what
 * 95 % of the errors really need.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "calibration/budget.h"
#include "calibration/compare_random.h"
#include "calibration/phase.h"
#include "calibration/quantile_bounds.h"

#define SETUPS  10000
#define EDGES   200
#define PERCENT 0.9
#define Z_90    1.2815515655446004 /* of a normal distribution */

struct stratum {
	const char *name;
	double step_ns;
	double latency_ns;
	double jitter_ns;   /* deviation of the latencies, normal */
	double period;      /* of the stimulus, in samples */
	double edge_jitter; /* of the stimulus, in samples */
	double clock_u_ppm; /* 0: not calibrated, within the limits */
	double skew_u_ns, threshold_u_ns;
};

static const struct stratum strata[] = {
	{ "1 MS/s, spread", 1000, 60000, 5000, 4000.618034, 0, 1, 5, 5 },
	{ "1 MS/s, locked stimulus", 1000, 60000, 5000, 4000, 0, 1, 5, 5 },
	{ "1 MS/s, locked altogether", 1000, 60300, 0, 4000, 0, 1, 5, 5 },
	{ "1 MS/s, swept, no jitter", 1000, 60300, 0, 4000.618034, 0, 1, 5, 5 },
	{ "1 MS/s, jitter of the stimulus", 1000, 60000, 3000, 4000, 8, 1, 5,
	  5 },
	{ "24 MS/s, spread", 125.0 / 3, 20000, 1500, 24000.618034, 0, 1, 2, 2 },
	{ "24 MS/s, large skew", 125.0 / 3, 20000, 1500, 24000.618034, 0, 1, 80,
	  10 },
	{ "24 MS/s, large threshold", 125.0 / 3, 20000, 1500, 24000.618034, 0,
	  1, 5, 120 },
	{ "24 MS/s, 1 ms, clock calibrated", 125.0 / 3, 1e6, 3000, 24000.618034,
	  0, 20, 5, 5 },
	{ "24 MS/s, 1 ms, clock unknown", 125.0 / 3, 1e6, 3000, 24000.618034, 0,
	  0, 5, 5 },
	{ "100 MS/s, spread", 10, 8000, 400, 100000.618034, 0, 1, 3, 3 },
	{ "100 MS/s, locked stimulus", 10, 8000, 400, 100000, 0, 1, 1, 1 },
};

/* One kind of statement over all set-ups of a stratum. */
struct score {
	const char *what;
	unsigned int inside;
	double error[SETUPS];
	double half[SETUPS];
};

static struct score value = { .what = "latency" }, mean = { .what = "mean" },
		    percentile = { .what = "p90" };

static struct hil_compare_random source = { 20261130 };

static double uniform(void)
{
	return ((double)(hil_compare_random_next(&source) >> 11) + 0.5) /
	       9007199254740992.0;
}

static double normal(void)
{
	double r = sqrt(-2 * log(uniform()));

	return r * cos(6.283185307179586 * uniform());
}

static void note(struct score *s, size_t i, double error, double below,
		 double above)
{
	s->error[i] = error;
	/* the truth is at measured - error */
	s->inside += error <= below && error >= -above;
	s->half[i] = (below + above) / 2;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static struct hil_budget_input calibrated(const struct stratum *s)
{
	return (struct hil_budget_input){
		.step_ns = s->step_ns,
		.latency_ns = s->latency_ns,
		.clock_ppm = { s->clock_u_ppm > 0, 0, s->clock_u_ppm },
		.skew_ns = { true, 0, s->skew_u_ns },
		.threshold_ns = { true, 0, s->threshold_u_ns },
		.probe_ns = { true, 0, 0 },
	};
}

/* Measured latencies in @measured; return: the first true one. */
static double measure(const struct stratum *s, double *measured,
		      struct hil_budget_input *in)
{
	static struct hil_phase edges, probes;
	double ppm = s->clock_u_ppm > 0
			     ? s->clock_u_ppm * normal()
			     : (2 * uniform() - 1) * HIL_BUDGET_CLOCK_PPM;
	double late_ns = s->skew_u_ns * normal() + s->threshold_u_ns * normal();
	double start = 100 + uniform(), first = 0;

	hil_phase_init(&edges);
	hil_phase_init(&probes);
	for (size_t i = 0; i < EDGES; i++) {
		double at = start + s->period * (double)i +
			    s->edge_jitter * normal();
		double latency = s->latency_ns + s->jitter_ns * normal();
		double seen = latency * (1 + ppm * 1e-6) + late_ns;
		uint64_t edge = (uint64_t)ceil(at);
		uint64_t probe = (uint64_t)ceil(at + seen / s->step_ns);

		hil_phase_add(&edges, edge);
		hil_phase_add(&probes, probe);
		measured[i] = (double)(probe - edge) * s->step_ns;
		if (!i)
			first = latency;
	}
	in->edge_fixed = hil_phase_fixed(&edges);
	in->probe_fixed = hil_phase_fixed(&probes);
	return first;
}

static void judge_setup(const struct stratum *s, size_t i)
{
	struct hil_budget_input in = calibrated(s);
	struct hil_quantile_bounds r = hil_quantile_bounds(EDGES, PERCENT);
	double measured[EDGES], sum = 0, squares = 0, first, half, q;
	double stddev;
	struct hil_budget b;

	first = measure(s, measured, &in);
	hil_budget_make(&in, &b);
	note(&value, i, measured[0] - first, b.k * b.u_ns, b.k * b.u_ns);
	for (size_t n = 0; n < EDGES; n++)
		sum += measured[n];
	for (size_t n = 0; n < EDGES; n++)
		squares += pow(measured[n] - sum / EDGES, 2);
	stddev = sqrt(squares / (EDGES - 1));
	half = hil_budget_mean(&b, stddev, EDGES);
	note(&mean, i, sum / EDGES - s->latency_ns, half, half);
	qsort(measured, EDGES, sizeof(measured[0]), by_size);
	q = measured[(size_t)(PERCENT * EDGES) - 1];
	note(&percentile, i, q - s->latency_ns - Z_90 * s->jitter_ns,
	     hil_budget_side(&b, stddev, q - measured[r.low - 1]),
	     hil_budget_side(&b, stddev, measured[r.high - 1] - q));
}

/* Both conditions of one statement. Return: false and a line if one fails. */
static bool holds(const char *name, struct score *s, bool tight)
{
	double sum2 = 0, needed, ratio;
	bool good;

	for (size_t i = 0; i < SETUPS; i++) {
		s->error[i] = fabs(s->error[i]);
		sum2 += s->half[i] * s->half[i];
	}
	qsort(s->error, SETUPS, sizeof(s->error[0]), by_size);
	needed = s->error[(size_t)(0.95 * SETUPS) - 1];
	ratio = sqrt(sum2 / SETUPS) / needed;
	good = s->inside >= (unsigned int)(0.945 * SETUPS) &&
	       (ratio <= 1.3 || !tight);
	printf("%s %-32s %-8s within U %5.2f %%, U / needed %.3f\n",
	       good ? "  " : "!!", name, s->what, 100.0 * s->inside / SETUPS,
	       ratio);
	s->inside = 0;
	return good;
}

static void the_truth_lies_within_u_and_u_is_no_larger_than_needed(void **state)
{
	bool good = true;

	(void)state;
	for (size_t i = 0; i < sizeof(strata) / sizeof(strata[0]); i++) {
		for (size_t n = 0; n < SETUPS; n++)
			judge_setup(&strata[i], n);
		good &= holds(strata[i].name, &value, true);
		/* a sweep averages out better than chance does; a mean
		 * does not count on it */
		good &= holds(strata[i].name, &mean, strata[i].jitter_ns > 0);
		good &= holds(strata[i].name, &percentile, true);
	}
	assert_true(good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_truth_lies_within_u_and_u_is_no_larger_than_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
