/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pages say of themselves. */
#include <errno.h>

#include "gui-bridge/web/report.h"
#include "tests/unit/test.h"

#define TAIL                                                                   \
	"\"frames_skipped\":2,\"frames_missed\":0,\"drawing_ns\":5000,"        \
	"\"longest_frame_ns\":900,\"collections_seen\":7,"                     \
	"\"heap_bytes\":1000,\"heap_peak_bytes\":2000}"
#define GOOD "{\"page\":\"0a1b\",\"frames_drawn\":10," TAIL

static int read_text(struct hil_web_report *r, const char *text)
{
	return hil_web_report_read(r, text, strlen(text));
}

static json_int_t told(const json_t *json, const char *key)
{
	json_t *value = json_object_get(json, key);

	assert_true(json_is_integer(value));
	return json_integer_value(value);
}

static void report_of_another_form_is_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		"null",
		"[]",
		"{}",
		"{\"page\":\"0a1b\"," TAIL, /* one is missing */
		"{\"page\":\"0a1b\",\"frames_drawn\":-1," TAIL,
		"{\"page\":\"0a1b\",\"frames_drawn\":1.5," TAIL,
		"{\"page\":\"0a1b\",\"frames_drawn\":\"1\"," TAIL,
		"{\"page\":\"0a1b\",\"frames_drawn\":9007199254740993," TAIL,
		"{\"page\":\"0a1b\",\"frames_drawn\":"
		"99999999999999999999," TAIL,
		"{\"page\":\"0a1b\",\"frames_drawn\":1,\"a\":1," TAIL,
		"{\"page\":\"0a1b\",\"frames_drawn\":1,\"frames_drawn\":"
		"1," TAIL,
		"{\"page\":\"\",\"frames_drawn\":10," TAIL,
		"{\"page\":7,\"frames_drawn\":10," TAIL,
		"{\"page\":\"a b\",\"frames_drawn\":10," TAIL,
		"{\"page\":\"a\\u0000b\",\"frames_drawn\":10," TAIL,
		"{\"page\":\"0123456789012345678901234567890123\","
		"\"frames_drawn\":10," TAIL,
		GOOD "x",
	};
	struct hil_web_report r;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(read_text(&r, wrong[i]), -EINVAL);
	assert_int_equal(hil_web_report_read(&r, NULL, 0), -EINVAL);
	assert_int_equal(read_text(&r, GOOD), 0);
	assert_string_equal(r.page, "0a1b");
	assert_int_equal(r.value[0], 10);
}

/* Pages a and b, a twice: the second counts. Sums 12 + 5 and 7 + 3, the longest
 * frame of both is 950. Page b has no heap to tell. */
static void newest_report_of_each_page_counts(void **state)
{
	static struct hil_web_reports all;
	struct hil_web_report a, b;
	json_t *json;

	(void)state;
	assert_int_equal(read_text(&a, GOOD), 0);
	b = a;
	strcpy(b.page, "other");
	assert_int_equal(hil_web_reports_put(&all, &a), 0);
	a.value[0] = 12;
	assert_int_equal(hil_web_reports_put(&all, &a), 0);
	b.value[0] = 5;
	b.value[4] = 950;
	b.value[5] = 3;
	b.value[6] = b.value[7] = -1;
	assert_int_equal(hil_web_reports_put(&all, &b), 0);
	json = hil_web_reports_to_json(&all);
	assert_int_equal(told(json, "pages"), 2);
	assert_int_equal(told(json, "page_frames_drawn"), 17);
	assert_int_equal(told(json, "page_frame_longest_ns"), 950);
	assert_int_equal(told(json, "page_collections_seen"), 10);
	assert_true(
		json_is_null(json_object_get(json, "page_heap_in_use_bytes")));
	assert_true(
		json_is_null(json_object_get(json, "page_heap_peak_bytes")));
	json_decref(json);
}

static void without_pages_nothing_is_said_of_them(void **state)
{
	static const struct hil_web_reports none;
	json_t *json = hil_web_reports_to_json(&none);

	(void)state;
	assert_int_equal(told(json, "pages"), 0);
	assert_int_equal(json_object_size(json), 1);
	json_decref(json);
}

static void pages_beyond_the_most_are_turned_away(void **state)
{
	static struct hil_web_reports all;
	struct hil_web_report r;
	size_t i;

	(void)state;
	assert_int_equal(read_text(&r, GOOD), 0);
	for (i = 0; i < HIL_WEB_PAGES; i++) {
		snprintf(r.page, sizeof(r.page), "%zu", i);
		assert_int_equal(hil_web_reports_put(&all, &r), 0);
	}
	assert_int_equal(hil_web_reports_put(&all, &r), 0); /* known */
	strcpy(r.page, "new");
	assert_int_equal(hil_web_reports_put(&all, &r), -ENOSPC);
	assert_int_equal(all.count, HIL_WEB_PAGES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(report_of_another_form_is_refused),
		cmocka_unit_test(newest_report_of_each_page_counts),
		cmocka_unit_test(without_pages_nothing_is_said_of_them),
		cmocka_unit_test(pages_beyond_the_most_are_turned_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
