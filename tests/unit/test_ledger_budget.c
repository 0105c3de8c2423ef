/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the instruments corrects each latency and enters U, and a
 * stored run carries it. 1 MS/s: 1 sample is 1 us. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/run/effects.h"
#include "rig/run/options.h"
#include "tests/sim/feed.h"

#define EDGES     1000
#define PERIOD    1000 /* samples: locked to the analyzer's clock */
#define LATENCY   100  /* samples, and up to 9 more */
#define MEDIAN_NS 104000

static struct hil_result *measure(const struct hil_ledger_calibration *c)
{
	struct hil_ledger_config config = hil_sim_config(false);
	struct hil_ledger *l;
	struct hil_result *r;

	config.calibration = *c;
	l = hil_ledger_new(&config, NULL, NULL);
	assert_non_null(l);
	assert_int_equal(hil_sim_capture(l, 1000000, 1), 0);
	for (uint64_t i = 0; i < EDGES; i++) {
		uint64_t at = 100 + i * PERIOD;

		assert_int_equal(hil_sim_edge(l, at, 0, true), 0);
		assert_int_equal(hil_sim_edge(l, at + LATENCY + i * 7 % 10, 1,
					      i % 2 == 0),
				 0);
	}
	assert_int_equal(hil_sim_end(l, 2000 + EDGES * PERIOD), 0);
	r = hil_ledger_finish(l);
	assert_non_null(r);
	hil_ledger_free(l);
	return r;
}

static void nothing_known_leaves_latencies_as_they_are(void **state)
{
	struct hil_result *r = measure(&(struct hil_ledger_calibration){ 0 });
	const struct hil_budget *b = &r->line[0].budget;

	(void)state;
	assert_int_equal(r->line[0].of[HIL_LATENCY].histogram->min_ns, 100000);
	assert_int_equal(r->line[0].of[HIL_LATENCY].histogram->max_ns, 109000);
	assert_false(b->complete);
	assert_true(r->line[0].of[HIL_LATENCY].u_ns == b->u_ns);
	/* the period is 1,000 samples sharp; the answers are spread */
	assert_true(b->line[HIL_BUDGET_EDGE].fixed_ns == 500);
	assert_true(b->line[HIL_BUDGET_ANSWER].fixed_ns < 50);
	hil_result_free(r);
}

/* 2,500 ns of skew and 1,000 ppm of 100 us, together 2,600 ns. U of the
 * median: sampling 1000^2 / 6, skew 300^2, clock (104 x 1.5)^2 */
static void what_is_known_is_taken_off_each_latency(void **state)
{
	struct hil_ledger_calibration c = {
		.clock_ppm = { true, 1000, 1500 },
		.skew_ns = { true, 2500, 300 },
	};
	struct hil_result *r = measure(&c);
	const struct hil_line_result *line = &r->line[0];
	double median_ns = line->budget.latency_ns;

	(void)state;
	assert_int_equal(line->of[HIL_LATENCY].histogram->min_ns, 97400);
	assert_int_equal(line->of[HIL_LATENCY].histogram->max_ns, 106391);
	assert_true(fabs(median_ns - (MEDIAN_NS - 2604)) < 100);
	assert_true(fabs(line->budget.u_ns -
			 sqrt(1e6 / 6 + 9e4 + pow(median_ns * 1.5e-3, 2))) <
		    0.01);
	hil_result_free(r);
}

/* 100 to 109 us, said to be 200 us late. */
static void corrections_beyond_the_latencies_degrade(void **state)
{
	struct hil_ledger_calibration c = { .skew_ns = { true, 100500, 10 } };
	struct hil_result *r = measure(&c);

	(void)state;
	/* -0.5 us lies within U of 0.8 us */
	assert_int_equal(r->verdict, HIL_VALID);
	hil_result_free(r);
	c.skew_ns.value = 200000;
	r = measure(&c);
	assert_int_equal(r->verdict, HIL_DEGRADED);
	assert_non_null(strstr(r->reasons[0], "does not fit this rig"));
	hil_result_free(r);
}

static void a_stored_run_carries_what_was_known(void **state)
{
	struct hil_ledger_config config = hil_sim_config(false), read;
	json_t *json;

	(void)state;
	config.calibration.clock_ppm = (struct hil_effect){ true, -3.25, 0.1 };
	config.calibration.probe_ns = (struct hil_effect){ true, 80, 1.0 / 3 };
	json = hil_ledger_config_to_json(&config);
	assert_non_null(json);
	assert_int_equal(hil_ledger_config_from_json(json, &read), 0);
	assert_memory_equal(&read.calibration, &config.calibration,
			    sizeof(read.calibration));
	/* runs of before know nothing */
	assert_int_equal(json_object_del(json, "calibration"), 0);
	assert_int_equal(hil_ledger_config_from_json(json, &read), 0);
	assert_false(read.calibration.clock_ppm.known);
	json_decref(json);
}

static void absurd_effects_are_refused(void **state)
{
	static const char *const wrong[] = {
		"[]",
		"{\"skew_ns\": 3}",
		"{\"skew_ns\": {\"value\": 1}}",
		"{\"skew_ns\": {\"value\": 1, \"u\": -1}}",
		"{\"skew_ns\": {\"value\": 1e300, \"u\": 1}}",
		"{\"clock_ppm\": {\"value\": 2e4, \"u\": 1}}",
		"{\"probe_ns\": {\"value\": \"1\", \"u\": 1}}",
	};
	struct hil_ledger_calibration c;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		json_t *json = json_loads(wrong[i], 0, NULL);

		assert_non_null(json);
		assert_int_equal(hil_effects_from_json(json, &c), -EBADMSG);
		json_decref(json);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_known_leaves_latencies_as_they_are),
		cmocka_unit_test(what_is_known_is_taken_off_each_latency),
		cmocka_unit_test(corrections_beyond_the_latencies_degrade),
		cmocka_unit_test(a_stored_run_carries_what_was_known),
		cmocka_unit_test(absurd_effects_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
