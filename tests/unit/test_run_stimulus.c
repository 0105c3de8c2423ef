/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a stimulus, from recorded settings that may be anybody's. */
#include "rig/run/stimulus.h"

#include <errno.h>
#include <string.h>

#include "rig/instrument/generator_private.h"
#include "rig/run/run_private.h"
#include "tests/unit/test.h"

static const char *sentence(const char *json, char text[512])
{
	json_t *settings = json_loads(json, 0, NULL);
	const char *said;

	assert_non_null(settings);
	said = hil_stimulus_sentence(settings, text, 512);
	json_decref(settings);
	return said;
}

static void a_steady_wave_needs_no_word(void **state)
{
	char text[512];

	(void)state;
	assert_null(sentence("{}", text));
	assert_null(sentence("{\"options\": {\"pattern\": \"steady\","
			     "\"period_ns\": 4000000}, \"generator\": null}",
			     text));
}

static void intervals_are_said(void **state)
{
	char text[512];

	(void)state;
	assert_string_equal(
		sentence("{\"options\": {\"pattern\": "
			 "\"burst:count=5,every=100ms\","
			 "\"period_ns\": 4000000}}",
			 text),
		"burst:count=5,every=100ms: edges 4000 us to 84000 us apart, "
		"20000 us in the mean");
}

static void lateness_is_said(void **state)
{
	static const char generator[] =
		"\"generator\": {\"lateness_ns\": {\"edges\": 1500,"
		"\"skipped\": 3, \"min\": 20000, \"mean\": 60500,"
		"\"p99\": 180000, \"max\": 400000}}";
	char json[512], text[512];

	(void)state;
	snprintf(json, sizeof(json), "{%s}", generator);
	assert_string_equal(sentence(json, text),
			    "edges late by 20 us to 400 us (mean 60.5, 99 % up "
			    "to 180; 1500 edges, 3 left out)");
	snprintf(json, sizeof(json),
		 "{\"options\": {\"pattern\": \"missing:every=8\","
		 "\"period_ns\": 4000000}, %s}",
		 generator);
	assert_contains(sentence(json, text),
			"us in the mean; edges late by 20 us");
}

/* 10^18 ns and a pattern that is none: no crash, no hang, no overflow. */
static void hostile_settings_are_survived(void **state)
{
	char json[1000], word[600], text[512];

	(void)state;
	assert_non_null(sentence("{\"options\": {\"pattern\": \"prime\","
				 "\"period_ns\": 1000000000000000000}}",
				 text));
	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	snprintf(json, sizeof(json), "{\"options\": {\"pattern\": \"%s\"}}",
		 word);
	assert_non_null(sentence(json, text));
	assert_true(strlen(text) < sizeof(text));
	assert_null(sentence("{\"generator\": {\"lateness_ns\": [1]}}", text));
}

static void options_make_a_pattern(void **state)
{
	struct hil_run_options o = { .period_ns = 4000000 };
	struct hil_pattern p;
	struct test_log log;

	(void)state;
	test_log_start(&log);
	assert_int_equal(hil_stimulus_pattern(&o, &p), 0);
	assert_int_equal(p.kind, HIL_PATTERN_STEADY);
	o.pattern = strdupa("burst:every=5ms");
	assert_int_equal(hil_stimulus_pattern(&o, &p), -EINVAL);
	assert_contains(log.text, "cannot use pattern \"burst:every=5ms\": 8 "
				  "periods of 4ms do not fit");
	assert_int_equal(hil_stimulus_bounds(&o).max_ns, 4000000);
	o.pattern = strdupa("missing");
	assert_int_equal(hil_stimulus_pattern(&o, &p), 0);
	assert_int_equal(hil_stimulus_bounds(&o).max_ns, 8000000);
	test_log_stop();
}

static struct hil_generator_report told;

static int tell(struct hil_generator *g, struct hil_generator_report *report)
{
	(void)g;
	*report = told;
	return 0;
}

/* Of a run with @before in the generator's books at its begin. */
static bool is_degraded(struct hil_generator_report before)
{
	const struct hil_generator_kind kind = { .report = tell };
	struct hil_generator g = { .kind = &kind };
	struct hil_run run = { .generator = &g,
			       .switchable = true,
			       .books = before,
			       .books_known = true };
	struct hil_ledger_config config = { .bounce_ns = 0 };
	struct hil_result *r;
	bool found = false;

	run.feed.ledger = hil_ledger_new(&config, NULL, NULL);
	assert_non_null(run.feed.ledger);
	assert_int_equal(hil_stimulus_books(&run), 0);
	r = hil_ledger_finish(run.feed.ledger);
	assert_non_null(r);
	for (size_t i = 0; i < r->reason_count; i++)
		found |= !strncmp(r->reasons[i], "generator: ", 11);
	hil_result_free(r);
	hil_ledger_free(run.feed.ledger);
	hil_feed_clear(&run.feed);
	return found;
}

static void stalls_before_a_run_are_not_its_own(void **state)
{
	(void)state;
	told = (struct hil_generator_report){ .skipped = 1186, .stalls = 543 };
	assert_false(is_degraded(told));
	assert_true(is_degraded((struct hil_generator_report){
		.skipped = 1186, .stalls = 542 }));
	/* it counts from 0 again */
	assert_true(is_degraded((struct hil_generator_report){
		.skipped = 2000, .stalls = 600 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_steady_wave_needs_no_word),
		cmocka_unit_test(intervals_are_said),
		cmocka_unit_test(lateness_is_said),
		cmocka_unit_test(hostile_settings_are_survived),
		cmocka_unit_test(options_make_a_pattern),
		cmocka_unit_test(stalls_before_a_run_are_not_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
