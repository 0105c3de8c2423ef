/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page: whole, harmless, alone, and the verdict before any number. */
#include "tests/unit/markup.h"
#include "tests/unit/sample_result.h"
#include "tests/unit/test.h"

#include <errno.h>

static char *page_of(const struct sample *s)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(hil_report_html(out, s->result, &s->info), 0);
	fclose(out);
	assert_int_equal(strlen(text), size);
	return text;
}

static void page_of_any_result_is_well_formed(void **state)
{
	(void)state;
	for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
		struct sample *s = sample_new((enum sample_kind)kind);
		char *page = page_of(s);
		const char *fault = markup_fault(page);

		if (fault)
			fail_msg("%s: %s", sample_name[kind], fault);
		free(page);
		sample_free(s);
	}
}

static void verdict_stands_before_any_number(void **state)
{
	(void)state;
	for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
		struct sample *s = sample_new((enum sample_kind)kind);
		char *page = page_of(s), word[64];
		const char *body, *verdict;

		snprintf(word, sizeof(word), "<span class=\"word\">%s</span>",
			 hil_verdict_name(s->result->verdict));
		body = strstr(page, "<body>");
		assert_non_null(body);
		verdict = strstr(body, word);
		assert_non_null(verdict);
		assert_true(verdict < strstr(body, "class=\"tile\""));
		assert_true(verdict < strstr(body, "<svg"));
		free(page);
		sample_free(s);
	}
}

/* Names of XML namespaces are no addresses that a browser visits. */
static void page_needs_nothing_but_itself(void **state)
{
	static const char *const forbidden[] = {
		"http:",   "https:",      " src=",   "<script",
		"<link",   "@import",     "<img",    "<iframe",
		"<object", "javascript:", " onload", "url(\""
	};
	struct sample *s = sample_new(SAMPLE_GAP);
	char *page = page_of(s), *name;

	(void)state;
	while ((name = strstr(page, "=\"http://www.w3.org/")))
		memcpy(name, "=\"name", 6);
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++)
		if (strstr(page, forbidden[i]))
			fail_msg("the page has %s", forbidden[i]);
	assert_contains(page, "default-src 'none'");
	free(page);
	sample_free(s);
}

static void hostile_strings_are_only_text(void **state)
{
	struct sample *s = sample_new(SAMPLE_HOSTILE);
	char *page = page_of(s);

	(void)state;
	assert_null(strstr(page, "<script"));
	assert_null(strstr(page, "<b>\033"));
	/* escaped, it is there: title, reason and settings say it */
	assert_contains(page, "&#60;/script&#62;");
	assert_null(strstr(page, "\xe2\x80\xae"));
	free(page);
	sample_free(s);
}

static void page_shows_what_the_run_had(void **state)
{
	struct sample *s = sample_new(SAMPLE_GAP);
	char *page = page_of(s);

	(void)state;
	assert_contains(page, "<b>coverage</b>: 99.0000 %");
	assert_contains(page, "<b>2475</b> matched");
	assert_contains(page, "Period of the interrupt thread");
	assert_contains(page, "Where the time goes");
	assert_contains(page, "Worst edges");
	assert_contains(page, "<dt>irq_threads</dt>");
	assert_contains(page, "</span> irq/25-pl061, ");
	free(page);
	sample_free(s);

	s = sample_new(SAMPLE_NO_BOARD);
	page = page_of(s);
	assert_null(strstr(page, "Period of the interrupt thread"));
	assert_contains(page, "no board took part");
	assert_contains(page, "the next probe edge is the answer");
	free(page);
	sample_free(s);

	s = sample_new(SAMPLE_INVALID);
	page = page_of(s);
	assert_contains(page, "off by +3");
	assert_contains(page, "Latency <span class=\"no\">(INVALID)</span>");
	free(page);
	sample_free(s);
}

static void page_shows_the_calibration_that_was_given(void **state)
{
	struct sample *s = sample_new(SAMPLE_GAP);
	char *page = page_of(s);
	json_t *record = json_loads(
		"{\"loopback\":{\"effect\":\"skew_ns\",\"date_utc\":\"<then>\","
		"\"as_left\":{\"value\":3000,\"U\":0.4}},\"posted\":{"
		"\"effect\":"
		"\"post_ns\",\"as_left\":{\"value\":599360,\"U\":0}},\"odd\":"
		"7}",
		0, NULL);

	(void)state;
	assert_null(strstr(page, "<h2>Calibration</h2>"));
	free(page);
	assert_non_null(record);
	json_object_set_new(s->info.settings, "calibration", record);
	page = page_of(s);
	assert_contains(page, "<td>skew_ns</td><td>3000</td><td>0.4</td>"
			      "<td>&#60;then&#62;</td><td>unknown</td>");
	assert_contains(page, "<td>at most 599360</td><td>a bound</td>");
	assert_contains(page, "odd</th><td>unknown</td><td>unknown</td>"
			      "<td>unknown</td>");
	free(page);
	sample_free(s);
}

static void full_disk_is_an_error(void **state)
{
	struct sample *s = sample_new(SAMPLE_ONE);
	FILE *full = fopen("/dev/full", "w");

	(void)state;
	if (!full)
		skip();
	assert_int_equal(hil_report_html(full, s->result, &s->info), -EIO);
	fclose(full);
	full = fopen("/dev/full", "w");
	assert_non_null(full);
	assert_int_equal(hil_report_text(full, s->result, &s->info), -EIO);
	fclose(full);
	sample_free(s);
}

static void figures_become_files(void **state)
{
	static const char *const names[] = { "latency-histogram.svg",
					     "latency-body.svg",
					     "latency-time.svg",
					     "period-time.svg" };
	struct sample *s = sample_new(SAMPLE_VALID);
	char folder[256], path[300];

	(void)state;
	test_folder_make(folder);
	assert_int_equal(hil_report_figures(folder, "svg", s->result, &s->info),
			 0);
	for (size_t i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		assert_int_equal(access(path, R_OK), 0);
	}
	test_folder_remove(folder);
	assert_int_equal(hil_report_figures(folder, "svg", s->result, &s->info),
			 -ENOENT);
	assert_int_equal(hil_report_figures(folder, "gif", s->result, &s->info),
			 -EINVAL);
	sample_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(page_of_any_result_is_well_formed),
		cmocka_unit_test(verdict_stands_before_any_number),
		cmocka_unit_test(page_needs_nothing_but_itself),
		cmocka_unit_test(hostile_strings_are_only_text),
		cmocka_unit_test(page_shows_what_the_run_had),
		cmocka_unit_test(page_shows_the_calibration_that_was_given),
		cmocka_unit_test(full_disk_is_an_error),
		cmocka_unit_test(figures_become_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
