/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison as text, JSON and page: whole, harmless, the same numbers. */
#include "tests/unit/compare_sample.h"
#include "tests/unit/markup.h"
#include "tests/unit/test.h"

#define HOSTILE "<b>\"&'\x01\x1b[31m"

static const char *const names[] = { "none", HOSTILE, "late", NULL };

static struct compare_sample *measured(size_t rounds)
{
	struct compare_sample *s = compare_sample_new(names, rounds);
	struct hil_front_outcome end = hil_front_process_parse(
		"{\"schema\":\"hilrig-gui-stats-1\",\"frames_drawn\":100,"
		"\"frames_skipped\":2,\"retries\":3,\"torn\":0,"
		"\"staleness_ms\":{\"mean\":25.0,\"max\":60.0},\"runtime\":"
		"{\"collections\":12,\"bytes\":null,\"<i>\":\"</dd>\"}}\n"
		"hilrig-front-end 0\n0m0s 0m0s\n0m0.5s 0m0.1s\n");

	s->slower_ns[2] = 20000;
	compare_sample_measure(s, 1000);
	hil_session_finish(s->session);
	hil_arm_front_add(&s->c.arm[1], &end, 10);
	s->c.margin.share = 0.05;
	assert_int_equal(hil_comparison_judge(&s->c, 400), 0);
	return s;
}

static const struct hil_compare_info info = {
	.title = HOSTILE,
	.verbose = true,
};

static char *print(const struct compare_sample *s,
		   int (*how)(FILE *out, const struct hil_comparison *c,
			      const struct hil_compare_info *info))
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(how(out, &s->c, &info), 0);
	fclose(out);
	assert_int_equal(strlen(text), size);
	return text;
}

static void text_says_each_verdict(void **state)
{
	struct compare_sample *s = measured(10);
	char *text = print(s, hil_comparison_text);

	(void)state;
	assert_non_null(strstr(text, "late against none, us, 10 rounds\n"));
	assert_non_null(strstr(text, "no difference larger than 2.7"));
	assert_non_null(strstr(text, "], beyond the margin\n"));
	assert_non_null(strstr(text, "bytes: unknown\n"));
	assert_non_null(strstr(text, "\ndifferences beyond the margin:\n"
				     "  late against none: mean, p50, p99, "
				     "max\n"));
	assert_null(strchr(text, '\x1b'));
	free(text);
	compare_sample_free(s);
}

static void page_is_well_formed_and_harmless(void **state)
{
	(void)state;
	for (size_t rounds = 1; rounds <= 10; rounds += 9) {
		struct compare_sample *s = measured(rounds);
		char *page = print(s, hil_comparison_html);
		const char *fault = markup_fault(page);

		if (fault)
			fail_msg("%zu rounds: %s", rounds, fault);
		assert_null(strstr(page, "<b>\""));
		assert_null(strstr(page, "<i>"));
		assert_null(strstr(page, "<script"));
		free(page);
		compare_sample_free(s);
	}
}

static void json_has_the_numbers_of_the_comparison(void **state)
{
	struct compare_sample *s = measured(10);
	json_t *json = hil_comparison_json(&s->c, &info), *pair, *front;
	const char *verdict;

	(void)state;
	assert_string_equal(json_string_value(json_object_get(json, "schema")),
			    "hilrig-compare-1");
	assert_true(json_is_true(json_object_get(json, "beyond_margin")));
	/* pairs: 1-0, 2-0, 2-1 */
	assert_int_equal(json_array_size(json_object_get(json, "pairs")), 3);
	pair = json_array_get(json_object_get(json, "pairs"), 1);
	pair = json_object_get(pair, "mean");
	verdict = json_string_value(json_object_get(pair, "verdict"));
	assert_string_equal(verdict, "differs");
	assert_true(json_real_value(json_object_get(pair, "difference_ns")) ==
		    s->c.pair[1].of[HIL_COMPARE_MEAN].difference_ns);
	assert_int_equal(json_integer_value(json_object_get(pair, "subsets")),
			 1024);
	front = json_array_get(json_object_get(json, "variants"), 1);
	front = json_object_get(front, "front_end");
	assert_int_equal(json_integer_value(json_object_get(front, "retries")),
			 3);
	assert_true(json_is_null(
		json_object_get(json_object_get(front, "runtime"), "bytes")));
	json_decref(json);
	compare_sample_free(s);
}

static void nothing_measured_is_said_and_not_a_number(void **state)
{
	struct compare_sample *s = compare_sample_new(names, 3);
	char *text, *page;
	json_t *json;

	(void)state;
	assert_int_equal(hil_comparison_judge(&s->c, 400), 0);
	text = print(s, hil_comparison_text);
	assert_non_null(strstr(text, "no edge was answered"));
	assert_non_null(strstr(
		text, "late against none: no round holds a block of both"));
	assert_non_null(strstr(text, "\nnot enough data for any verdict\n"));
	page = print(s, hil_comparison_html);
	assert_null(markup_fault(page));
	json = hil_comparison_json(&s->c, &info);
	assert_non_null(json);
	assert_non_null(strstr(page, "Not enough data for any verdict."));
	assert_null(strstr(page, "nan"));
	json_decref(json);
	free(text);
	free(page);
	compare_sample_free(s);
}

static void margin_is_a_time_or_a_share(void **state)
{
	struct test_log log = { .used = 0 };
	struct hil_margin m;

	(void)state;
	hil_log_to(test_log_sink, &log);
	assert_int_equal(hil_margin_parse("20us", &m), 0);
	assert_true(m.ns == 20000 && m.share == 0);
	assert_int_equal(hil_margin_parse("20", &m), 0);
	assert_true(m.ns == 20000);
	assert_int_equal(hil_margin_parse("5%", &m), 0);
	assert_true(m.ns == 0 && m.share == 0.05);
	assert_true(hil_margin_parse("", &m) < 0);
	assert_true(hil_margin_parse("%", &m) < 0);
	assert_true(hil_margin_parse("-5%", &m) < 0);
	assert_true(hil_margin_parse("-5us", &m) < 0);
	assert_true(hil_margin_parse("nan%", &m) < 0);
	hil_log_to(NULL, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_says_each_verdict),
		cmocka_unit_test(page_is_well_formed_and_harmless),
		cmocka_unit_test(json_has_the_numbers_of_the_comparison),
		cmocka_unit_test(nothing_measured_is_said_and_not_a_number),
		cmocka_unit_test(margin_is_a_time_or_a_share),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
