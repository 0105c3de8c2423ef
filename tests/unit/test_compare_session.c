/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows find their block; what is planted is found; settings that differ. */
#include <math.h>
#include <signal.h>

#include "rig/compare/plan.h"
#include "rig/compare/settings_diff.h"
#include "tests/unit/compare_arms.h"
#include "tests/unit/compare_sample.h"
#include "tests/unit/test.h"

#define LONG_S 1000

static const char *const two[] = { "a", "b", NULL };

static void session_measures_the_whole_plan(void **state)
{
	struct compare_sample *s = compare_sample_new(two, 4);

	(void)state;
	compare_sample_measure(s, LONG_S);
	hil_session_finish(s->session);
	assert_int_equal(s->last_turn, 1);
	assert_true(hil_session_whole(s->session));
	for (size_t arm = 0; arm < 2; arm++) {
		for (size_t round = 0; round < 4; round++) {
			const struct hil_compare_block *b =
				&s->c.arm[arm].block[round];

			/* 1 s at 4 ms, and a turn more at either end */
			assert_in_range(b->count, 249, 256);
			assert_true(b->at_s > 6.4 * (double)round * 0.5);
		}
	}
	compare_sample_free(s);
}

static void session_gives_each_row_to_the_block_of_its_edge(void **state)
{
	struct compare_sample *s = compare_sample_new(two, 6);

	(void)state;
	s->slower_ns[1] = 1000000;
	compare_sample_measure(s, LONG_S);
	hil_session_finish(s->session);
	/* 50 us and up to 10 us; b is 1 ms slower, and no row is mixed up */
	for (size_t round = 0; round < 6; round++) {
		assert_true(s->c.arm[0].block[round].value_ns[HIL_COMPARE_MAX] <
			    60000);
		assert_true(
			s->c.arm[1].block[round].value_ns[HIL_COMPARE_MEAN] >
			1050000);
	}
	assert_int_equal(hil_comparison_judge(&s->c, 400), 0);
	assert_int_equal(s->c.pair[0].of[HIL_COMPARE_MEAN].verdict,
			 HIL_COMPARE_DIFFERS);
	assert_true(hil_comparison_beyond(&s->c));
	compare_sample_free(s);
}

static void session_finds_equal_arms_equal(void **state)
{
	struct compare_sample *s = compare_sample_new(two, 10);

	(void)state;
	s->c.margin.share = 0.05;
	compare_sample_measure(s, LONG_S);
	hil_session_finish(s->session);
	assert_int_equal(hil_comparison_judge(&s->c, 400), 0);
	for (int q = 0; q <= HIL_COMPARE_P99; q++)
		assert_int_equal(s->c.pair[0].of[q].verdict,
				 HIL_COMPARE_NO_DIFFERENCE);
	assert_false(hil_comparison_beyond(&s->c));
	compare_sample_free(s);
}

static void session_drops_a_block_that_was_cut_off(void **state)
{
	struct compare_sample *s = compare_sample_new(two, 10);
	struct hil_run_turn over = { false, 8 };

	(void)state;
	compare_sample_measure(s, 8); /* the fifth block ends at 8.2 s */
	s->watch.turn(s->watch.context, &over);
	hil_session_finish(s->session);
	assert_false(hil_session_whole(s->session));
	assert_true(s->c.arm[0].block[1].count > 0);
	assert_true(s->c.arm[1].block[1].count > 0);
	assert_int_equal(s->c.arm[0].block[2].count, 0);
	assert_int_equal(s->c.arm[1].block[2].count, 0);
	assert_int_equal(hil_comparison_judge(&s->c, 400), 0);
	assert_int_equal(s->c.pair[0].of[HIL_COMPARE_MEAN].rounds, 2);
	assert_int_equal(s->c.pair[0].of[HIL_COMPARE_MEAN].verdict,
			 HIL_COMPARE_NOT_ENOUGH);
	compare_sample_free(s);
}

static void session_gives_up_when_a_front_end_fails_at_once(void **state)
{
	struct compare_sample *s = compare_sample_new(two, 2);
	struct test_log log = { .used = 0 };
	struct hil_run_turn turn = { true, 0 };
	int ret = 0;

	(void)state;
	hil_log_to(test_log_sink, &log);
	for (size_t i = 0; i < 2; i++) {
		s->variants.of[i].front = HIL_FRONT_COMMAND;
		s->variants.of[i].command = strdup("false");
	}
	for (int i = 0; i < 2000 && ret == 0; i++) {
		ret = s->watch.turn(s->watch.context, &turn);
		turn.now_s += 0.02;
		if (turn.now_s > 1.6)
			usleep(2000); /* the shell needs true time to end */
	}
	assert_true(ret < 0);
	assert_non_null(strstr(log.text, "ended with exit status 1"));
	hil_log_to(NULL, NULL);
	compare_sample_free(s);
}

static void comparison_tells_when_collections_make_edges_slow(void **state)
{
	static const char *const one[] = { "managed", NULL };
	struct compare_sample *s = compare_sample_new(one, 1);
	struct hil_arm *arm = &s->c.arm[0];
	json_t *times = json_array();
	struct hil_front_outcome end = { .known = true };

	(void)state;
	/* two blocks of 10 s with a pause of 100 s, a collection each 500 ms */
	for (int64_t i = 0; i < 5000; i++) {
		int64_t ns = i * 4000000 + (i >= 2500 ? 100000000000 : 0);
		bool near = i % 125 < 5;

		hil_arm_edge(arm, ns, near ? 90000 : 50000 + i % 7 * 1000);
		if (i % 125 == 0)
			json_array_append_new(times, json_integer(ns));
	}
	end.stats = json_pack("{s:i,s:{s:o,s:i}}", "torn", 0, "runtime",
			      "collections_mono_ns", times, "collections", 40);
	hil_arm_front_add(arm, &end, 20);
	assert_int_equal(hil_comparison_judge(&s->c, 400), 0);
	assert_true(arm->effect_known);
	assert_int_equal(arm->effect.near, 40 * 5);
	assert_true(arm->effect.near_mean_ns == 90000.0);
	assert_true(arm->effect.p == 0.001);
	assert_int_equal(json_object_size(arm->front.runtime), 1);
	compare_sample_free(s);
}

static void comparison_adds_up_what_runtimes_count(void **state)
{
	static const char *const one[] = { "managed", NULL };
	struct compare_sample *s = compare_sample_new(one, 1);
	struct hil_front_outcome first = { .known = true }, second = first;
	json_t *want = json_loads("{\"runtime\":\"r\",\"collections\":7,"
				  "\"longest_ns\":9,\"bytes_in_use\":20,"
				  "\"moved\":null}",
				  0, NULL);

	(void)state;
	first.stats = json_loads("{\"runtime\":{\"runtime\":\"r\","
				 "\"collections\":3,\"longest_ns\":9,"
				 "\"bytes_in_use\":10,\"moved\":null}}",
				 0, NULL);
	second.stats = json_loads("{\"runtime\":{\"runtime\":\"r\","
				  "\"collections\":4,\"longest_ns\":2,"
				  "\"bytes_in_use\":20,\"moved\":5}}",
				  0, NULL);
	hil_arm_front_add(&s->c.arm[0], &first, 1);
	hil_arm_front_add(&s->c.arm[0], &second, 1);
	assert_true(json_equal(s->c.arm[0].front.runtime, want));
	json_decref(want);
	compare_sample_free(s);
}

enum drift { NO_DRIFT, STRAIGHT, WANDERING, WAVING, SKEWED, DRIFTS };

static double drift_at(enum drift kind, size_t place, double *walk,
		       struct hil_compare_random *random)
{
	*walk += 0.3 * arms_normal(random);
	switch (kind) {
	case STRAIGHT:
		return 0.3 * (double)place;
	case WANDERING:
		return *walk;
	case WAVING:
		return 3 * sin(0.15 * (double)place);
	default:
		return 0;
	}
}

/* Of the ten pairs of five equal arms, those that are called different. */
static unsigned int wrong_of(enum drift kind, struct hil_compare_random *random)
{
	struct hil_compare_block block[5][10];
	struct hil_compare_options o = { 0, 1 };
	struct hil_compare_result r;
	size_t order[50];
	unsigned int wrong = 0;
	double walk = 0;

	hil_plan_make(hil_compare_random_next(random), 10, 5, order);
	for (size_t i = 0; i < 50; i++) {
		struct hil_compare_block *b = &block[order[i]][i / 5];
		double own = arms_normal(random);

		*b = (struct hil_compare_block){ .count = 1,
						 .at_s = (double)i };
		b->value_ns[HIL_COMPARE_P99] =
			(kind == SKEWED ? exp(1.2 * own) : own) +
			drift_at(kind, i, &walk, random);
	}
	for (size_t a = 0; a < 5; a++) {
		for (size_t b = a + 1; b < 5; b++) {
			assert_int_equal(hil_compare(block[a], block[b], 10,
						     HIL_COMPARE_P99, &o, &r),
					 0);
			wrong += r.verdict == HIL_COMPARE_DIFFERS;
		}
	}
	return wrong;
}

static void five_equal_arms_are_called_different_in_7_percent(void **state)
{
	struct hil_compare_random random = { 42 };

	(void)state;
	for (int kind = 0; kind < DRIFTS; kind++) {
		unsigned int wrong = 0;

		for (int i = 0; i < 300; i++)
			wrong += wrong_of((enum drift)kind, &random);
		/* of 3,000; an interval that is never wrong is too wide */
		assert_in_range(wrong, 60, 210);
	}
}

static void settings_diff_lists_what_differs_by_name(void **state)
{
	json_t *a = json_loads(
		"{\"options\":{\"priority\":80,\"json\":\"x\",\"cpus\":null},"
		"\"board\":{\"cmdline\":\"quiet nokaslr isolcpus=1\","
		"\"irq_threads\":[{\"pid\":7,\"priority\":81}]}}",
		0, NULL);
	json_t *b = json_loads(
		"{\"options\":{\"priority\":90,\"json\":\"y\",\"cpus\":null},"
		"\"board\":{\"cmdline\":\"nokaslr quiet\",\"idle\":1,"
		"\"irq_threads\":[{\"pid\":8,\"priority\":81}]}}",
		0, NULL);
	json_t *list = hil_settings_diff(a, b),
	       *want = json_loads(
		       "[{\"key\":\"board.cmdline\",\"a\":\"isolcpus=1\",\"b\":"
		       "\"\"},"
		       "{\"key\":\"board.idle\",\"a\":null,\"b\":1},"
		       "{\"key\":\"options.priority\",\"a\":80,\"b\":90}]",
		       0, NULL);

	(void)state;
	assert_true(json_equal(list, want));
	json_decref(list);
	list = hil_settings_diff(a, a);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	list = hil_settings_diff(NULL, NULL);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	json_decref(want);
	json_decref(a);
	json_decref(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(session_measures_the_whole_plan),
		cmocka_unit_test(
			session_gives_each_row_to_the_block_of_its_edge),
		cmocka_unit_test(session_finds_equal_arms_equal),
		cmocka_unit_test(session_drops_a_block_that_was_cut_off),
		cmocka_unit_test(
			session_gives_up_when_a_front_end_fails_at_once),
		cmocka_unit_test(
			comparison_tells_when_collections_make_edges_slow),
		cmocka_unit_test(comparison_adds_up_what_runtimes_count),
		cmocka_unit_test(
			five_equal_arms_are_called_different_in_7_percent),
		cmocka_unit_test(settings_diff_lists_what_differs_by_name),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
