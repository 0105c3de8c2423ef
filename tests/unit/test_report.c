/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text and JSON of good, bad and hostile results. */
#include "tests/unit/sample_result.h"
#include "tests/unit/test.h"

#include <math.h>

static char *text_of(const struct sample *s)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(hil_report_text(out, s->result, &s->info), 0);
	fclose(out);
	return text;
}

static json_t *json_of(const struct sample *s)
{
	json_t *report = hil_report_json(s->result, &s->info), *again;
	char *text;

	assert_non_null(report);
	/* What a reader gets, not what is in memory. */
	text = json_dumps(report, HIL_REPORT_JSON_FLAGS);
	assert_non_null(text);
	again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(again);
	free(text);
	json_decref(report);
	return again;
}

static json_t *at(const json_t *object, const char *path)
{
	char key[64];

	while (object && *path) {
		size_t length = strcspn(path, ".");

		snprintf(key, sizeof(key), "%.*s", (int)length, path);
		object = json_object_get(object, key);
		path += length + (path[length] == '.');
	}
	if (!object)
		fail_msg("no key %s", path);
	return json_incref((json_t *)(uintptr_t)object);
}

#define assert_json(report, path, is)                                          \
	do {                                                                   \
		json_t *found = at(report, path);                              \
		if (!(is(found)))                                              \
			fail_msg("%s is not " #is, path);                      \
		json_decref(found);                                            \
	} while (0)

static json_int_t integer(const json_t *report, const char *path)
{
	json_t *found = at(report, path);
	json_int_t value = json_integer_value(found);

	assert_true(json_is_integer(found));
	json_decref(found);
	return value;
}

static void text_begins_with_the_verdict(void **state)
{
	(void)state;
	for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
		struct sample *s = sample_new((enum sample_kind)kind);
		const char *name = hil_verdict_name(s->result->verdict);
		char *text = text_of(s);

		assert_memory_equal(text, name, strlen(name));
		assert_int_equal(text[strlen(name)], '\n');
		for (size_t i = 0;
		     kind != SAMPLE_HOSTILE && i < s->result->reason_count; i++)
			assert_contains(text, s->result->reasons[i]);
		free(text);
		sample_free(s);
	}
}

static void text_says_each_account_and_its_balance(void **state)
{
	struct sample *s = sample_new(SAMPLE_GAP);
	char *text = text_of(s);

	(void)state;
	/* 2,475 of 2,501 edges are answered, 25 in the gap, 1 missed. */
	assert_contains(text, "edges seen   2501 = 2475 matched + 0 ambiguous "
			      "+ 1 missed + 25 in gap: balances");
	assert_contains(text, "2501 = 2501 events + 0 FIFO drops");
	assert_contains(text, "coverage 99.0000 %, 1 gap");
	assert_contains(text, "U (k=2)");
	free(text);
	sample_free(s);

	s = sample_new(SAMPLE_INVALID);
	text = text_of(s);
	assert_contains(text, "DOES NOT BALANCE: +3");
	assert_contains(text, "DOES NOT AGREE");
	free(text);
	sample_free(s);
}

static void text_has_no_control_characters(void **state)
{
	struct sample *s = sample_new(SAMPLE_HOSTILE);
	char *text = text_of(s);

	(void)state;
	for (const char *p = text; *p; p++)
		assert_true((unsigned char)*p >= 0x20 || *p == '\n');
	/* the mark that turns text around, U+202E */
	assert_null(strstr(text, "\xe2\x80\xae"));
	free(text);
	sample_free(s);
}

static void text_is_in_ns_when_asked(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	char *text;

	(void)state;
	s->info.nanoseconds = true;
	text = text_of(s);
	assert_contains(text, "ns, count 2500");
	assert_null(strstr(text, "us, count"));
	free(text);
	sample_free(s);
}

/* "000231 000017": the sum of all rows is the count. */
static uint64_t histogram_sum(const char *text)
{
	const char *row = strstr(text, "# Histogram\n");
	uint64_t sum = 0;

	assert_non_null(row);
	for (row = strchr(row, '\n') + 1; *row != '#';
	     row = strchr(row, '\n') + 1)
		sum += strtoull(row + strcspn(row, " "), NULL, 10);
	return sum;
}

static void text_histogram_holds_every_value(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	char *text;

	(void)state;
	s->info.histogram = true;
	text = text_of(s);
	assert_int_equal(histogram_sum(text), 2500);
	assert_contains(text, "# Total: 000002500\n# Min Latencies: 00");
	assert_contains(text, "# Histogram Overflows: 00000\n");
	free(text);
	s->info.histogram_max_us = 300;
	text = text_of(s);
	assert_contains(text, "\n000299 0");
	assert_null(strstr(text, "\n000300 "));
	assert_true(histogram_sum(text) < 2500);
	free(text);
	sample_free(s);
}

static void live_line_is_cyclictests(void **state)
{
	struct hil_report_live live = {
		.line = 0,
		.pid = 1234,
		.priority = 80,
		.interval_ns = 4000000,
		.now = { .edges = 2501,
			 .matched = 2500,
			 .missed = 1,
			 .last_ns = 210400,
			 .min_ns = 180900,
			 .max_ns = 871000,
			 .mean_ns = 230000 },
	};
	char text[192];

	(void)state;
	assert_string_equal(
		hil_report_live_line(text, sizeof(text), &live),
		"T: 0 ( 1234) P:80 I:4000 C:   2500 Min:    180 Act:  210 "
		"Avg:  230 Max:     871 Missed:1 Ambig:0 Gap:0");
	live.now.matched = 0;
	live.now.min_ns = INT64_MAX;
	live.now.max_ns = INT64_MIN;
	assert_contains(hil_report_live_line(text, sizeof(text), &live),
			"Min:      0 Act:    0 Avg:    0 Max:       0");
}

static void json_has_every_key_of_the_schema(void **state)
{
	static const char *const distribution[] = {
		"latency_ns",       "period_ns",      "wakeup_ns",
		"legs_ns.delivery", "legs_ns.wakeup", "legs_ns.response",
		"legs_ns.write",
	};
	static const char *const number[] = { "min", "max",   "p50",   "p90",
					      "p99", "p99_9", "p99_99" };
	struct sample *s = sample_new(SAMPLE_GAP);
	json_t *report = json_of(s);

	(void)state;
	assert_json(report, "reasons", json_is_array);
	assert_json(report, "duration_s", json_is_number);
	assert_json(report, "lines", json_is_array);
	assert_json(report, "samples.gaps", json_is_array);
	assert_json(report, "samples.coverage", json_is_number);
	assert_json(report, "settings", json_is_object);
	assert_json(report, "sysinfo", json_is_object);
	assert_json(report, "uncertainty_ns.u", json_is_number);
	assert_json(report, "uncertainty_ns.U", json_is_number);
	assert_json(report, "uncertainty_ns.k", json_is_number);
	assert_json(report, "latency_ns.hdr_v2", json_is_string);
	assert_int_equal(integer(report, "samples.rate_hz"), 1000000);
	assert_int_equal(integer(report, "stimulus.edges"), 2501);
	assert_int_equal(integer(report, "stimulus.in_gap"), 25);
	assert_int_equal(integer(report, "probe.commands"), 2503);
	assert_int_equal(integer(report, "board.events"), 2501);
	assert_int_equal(integer(report, "board.coalesced"), 0);
	for (size_t i = 0; i < 7; i++) {
		for (size_t k = 0; k < 7; k++) {
			char path[64];

			snprintf(path, sizeof(path), "%s.%s", distribution[i],
				 number[k]);
			integer(report, path);
		}
	}
	json_decref(report);
	sample_free(s);
}

static void json_first_line_stands_at_the_top_too(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	json_t *report = json_of(s), *value;
	const char *key;

	(void)state;
	json_object_foreach(json_array_get(json_object_get(report, "lines"), 0),
			    key, value)
		assert_true(json_equal(value, json_object_get(report, key)));
	json_decref(report);
	sample_free(s);
}

static void json_rt_tests_histogram_adds_up(void **state)
{
	static const enum sample_kind kinds[] = { SAMPLE_VALID, SAMPLE_HUGE,
						  SAMPLE_ONE, SAMPLE_EMPTY,
						  SAMPLE_EXTREME };
	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct sample *s = sample_new(kinds[i]);
		json_t *report = json_of(s), *histogram, *value;
		json_int_t sum = 0;
		const char *key;

		assert_int_equal(integer(report, "num_threads"), 1);
		assert_int_equal(integer(report, "return_code"), 0);
		histogram = at(report, "thread.0.histogram");
		json_object_foreach(histogram, key, value) sum +=
			json_integer_value(value);
		assert_int_equal(sum, integer(report, "thread.0.cycles"));
		assert_int_equal(
			sum,
			s->result->line[0].of[HIL_LATENCY].histogram->count);
		json_decref(histogram);
		json_decref(report);
		sample_free(s);
	}
}

static void json_has_null_for_what_is_not_known(void **state)
{
	struct sample *s = sample_new(SAMPLE_NO_BOARD);
	json_t *report = json_of(s);

	(void)state;
	assert_json(report, "board", json_is_null);
	assert_json(report, "probe.commands", json_is_null);
	assert_json(report, "probe.missing", json_is_null);
	assert_json(report, "period_ns", json_is_null);
	assert_json(report, "wakeup_ns", json_is_null);
	assert_json(report, "legs_ns.delivery", json_is_null);
	assert_json(report, "sysinfo", json_is_null);
	assert_json(report, "latency_ns.p50", json_is_integer);
	json_decref(report);
	sample_free(s);

	s = sample_new(SAMPLE_EMPTY);
	report = json_of(s);
	assert_json(report, "latency_ns.min", json_is_null);
	assert_json(report, "thread.0.max", json_is_null);
	json_decref(report);
	sample_free(s);
}

static void json_survives_hostile_strings_and_extremes(void **state)
{
	struct sample *s = sample_new(SAMPLE_HOSTILE);
	json_t *report = json_of(s);

	(void)state;
	assert_json(report, "title", json_is_string);
	json_decref(report);
	sample_free(s);

	s = sample_new(SAMPLE_EXTREME);
	report = json_of(s);
	assert_json(report, "duration_s", json_is_null);
	assert_json(report, "samples.rate_hz", json_is_null);
	json_decref(report);
	sample_free(s);
}

static void json_hdr_is_a_compressed_v2_histogram(void **state)
{
	struct sample *s = sample_new(SAMPLE_VALID);
	json_t *report = json_of(s), *hdr = at(report, "latency_ns.hdr_v2");

	(void)state;
	/* cookie 0x1c849314 and the top byte of a length below 16 MiB */
	assert_memory_equal(json_string_value(hdr), "HISTFAA", 7);
	json_decref(hdr);
	json_decref(report);
	sample_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_begins_with_the_verdict),
		cmocka_unit_test(text_says_each_account_and_its_balance),
		cmocka_unit_test(text_has_no_control_characters),
		cmocka_unit_test(text_is_in_ns_when_asked),
		cmocka_unit_test(text_histogram_holds_every_value),
		cmocka_unit_test(live_line_is_cyclictests),
		cmocka_unit_test(json_has_every_key_of_the_schema),
		cmocka_unit_test(json_first_line_stands_at_the_top_too),
		cmocka_unit_test(json_rt_tests_histogram_adds_up),
		cmocka_unit_test(json_has_null_for_what_is_not_known),
		cmocka_unit_test(json_survives_hostile_strings_and_extremes),
		cmocka_unit_test(json_hdr_is_a_compressed_v2_histogram),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
