/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collections as V8 prints them, in pieces and among other lines. */
#include "rig/compare/gc_log.h"
#include "tests/unit/test.h"

/* As Chromium 156 printed them. */
#define YOUNG                                                                  \
	"[6299:0x3bfc00500000]      150 ms: Scavenge 1.5 (2.5) -> 1.2 (3.5) "  \
	"MB, pooled: 0.0 MB, 4.80 / 0.00 ms (average mu = 1.000, current mu "  \
	"= 1.000) allocation failure; \r\n"
#define FULL                                                                   \
	"[6299:0x3bfc00500000]     1234 ms: Mark-Compact (reduce) 3.2 (5.0) "  \
	"-> 2.1 (4.5) MB, pooled: 0.0 MB, 12.25 / 0.00 ms (+ 0.9 ms in 5 "     \
	"steps)\n"

static void add(struct hil_gc_log *log, const char *text)
{
	hil_gc_log_add(log, text, strlen(text));
}

static json_int_t told(const struct hil_gc_log *log, const char *key)
{
	json_t *object = json_object(), *value;
	json_int_t number;

	hil_gc_log_to_json(log, object);
	value = json_object_get(object, key);
	number = json_is_null(value) ? -1 : json_integer_value(value);
	json_decref(object);
	return number;
}

/* 4.80 + 12.25 + 4.80 ms */
static void collections_are_counted_and_timed(void **state)
{
	struct hil_gc_log log = { .young = 0 };

	(void)state;
	add(&log, YOUNG "DevTools listening\n\n" FULL);
	for (const char *c = YOUNG; *c; c++)
		hil_gc_log_add(&log, c, 1);
	assert_int_equal(told(&log, "browser_collections_young"), 2);
	assert_int_equal(told(&log, "browser_collections_full"), 1);
	assert_int_equal(told(&log, "browser_collection_time_ns"), 21850000);
	assert_int_equal(told(&log, "browser_collection_longest_ns"), 12250000);
}

static void without_a_line_nothing_is_known(void **state)
{
	struct hil_gc_log log = { .young = 0 };

	(void)state;
	add(&log, "[1:2] ERROR: no\n[1:2:3] 5 ms: Startup\n");
	add(&log, &YOUNG[1]);
	assert_int_equal(told(&log, "browser_collections_young"), -1);
	assert_int_equal(told(&log, "browser_collection_time_ns"), -1);
}

static void line_that_cannot_be_read_makes_all_unknown(void **state)
{
	static const char *const wrong[] = {
		"[1:0x2] 5 ms: Scavenge 1.5 (2.5)\n",
		"[1:0x2] 5 ms: Scavenge -> 4.80\n",
		"[1:0x2] 5 ms: Scavenge 1 -> 2 MB, 4.8.0 / 0.00 ms\n",
		"[1:0x2] 5 ms: Mark-Compact 1 -> 2 MB, - / 0.00 ms\n",
		"[1:0x2] 5 ms: Scavenge 1 -> 2 MB, 99999999999 / 0.00 ms\n",
		"[1:0x2] 5 ms: Scavenge 1 -> 2 MB, 9999999999999999 / 0 ms\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct hil_gc_log log = { .young = 0 };

		add(&log, YOUNG);
		add(&log, wrong[i]);
		assert_int_equal(told(&log, "browser_collections_young"), -1);
	}
}

static void endless_line_is_passed_over(void **state)
{
	struct hil_gc_log log = { .young = 0 };

	(void)state;
	for (int i = 0; i < 100000; i++)
		hil_gc_log_add(&log, "\0x", 2);
	add(&log, "\n" YOUNG);
	assert_int_equal(told(&log, "browser_collections_young"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(collections_are_counted_and_timed),
		cmocka_unit_test(without_a_line_nothing_is_known),
		cmocka_unit_test(line_that_cannot_be_read_makes_all_unknown),
		cmocka_unit_test(endless_line_is_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
