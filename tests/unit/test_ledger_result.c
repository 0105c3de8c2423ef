/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tallies, series, worst rows and reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig/ledger/series.h"
#include "rig/ledger/tally.h"
#include "rig/ledger/worst.h"

static void series_keeps_extremes_when_its_width_doubles(void **state)
{
	struct hil_series *s = malloc(sizeof(*s));
	uint64_t count = 0;
	int64_t sum_ns = 0;

	(void)state;
	hil_series_init(s);
	/* one value every 10 ms for 60 s: 6,000 values, two a 20 ms column;
	 * 60 s / 20 ms = 3,000 columns, so the width must double twice */
	for (int i = 0; i < 6000; i++)
		hil_series_add(s, i * INT64_C(10000000), 1000 + i % 7);
	hil_series_add(s, INT64_C(30005000000), 99);
	hil_series_add(s, INT64_C(30005000000), 9999);
	assert_int_equal(s->width_ns, 80000000);
	assert_int_equal(s->columns, 750);
	for (size_t i = 0; i < s->columns; i++) {
		count += s->column[i].count;
		sum_ns += s->column[i].sum_ns;
	}
	assert_int_equal(count, 6002);
	/* 6,000 = 857 * 7 + 1: 857 times 0+1+..+6, then a 0 */
	assert_int_equal(sum_ns, 6000000 + 857 * 21 + 99 + 9999);
	/* 30.005 s / 80 ms = 375.06 */
	assert_int_equal(s->column[375].min_ns, 99);
	assert_int_equal(s->column[375].max_ns, 9999);
	free(s);
}

static void series_does_not_depend_on_the_order_of_values(void **state)
{
	struct hil_series *up = malloc(sizeof(*up));
	struct hil_series *down = malloc(sizeof(*down));

	(void)state;
	hil_series_init(up);
	hil_series_init(down);
	for (int i = 0; i < 5000; i++) {
		int k = 4999 - i;

		hil_series_add(up, i * INT64_C(17000000), i * 31 % 101);
		hil_series_add(down, k * INT64_C(17000000), k * 31 % 101);
	}
	assert_memory_equal(up, down, sizeof(*up));
	free(up);
	free(down);
}

static void tally_is_exact_where_floating_point_cancels(void **state)
{
	struct hil_distribution d = { 0 };
	struct hil_tally t;

	(void)state;
	assert_int_equal(hil_tally_init(&t), 0);
	/* 10^12 + {1, 2, 3, 4}: variance with n - 1 is 5/3 */
	for (int i = 1; i <= 4; i++)
		hil_tally_add(&t, 0, INT64_C(1000000000000) + i);
	hil_tally_finish(&t, 1.0, &d);
	assert_true(d.mean_ns == 1000000000002.5);
	assert_true(d.stddev_ns > 1.29099444 && d.stddev_ns < 1.29099445);
	assert_int_equal(d.quantile[0].low_ns, INT64_MIN);
	hil_histogram_free(d.histogram);
	free(d.series);
}

static void tally_refuses_what_would_overflow_its_sums(void **state)
{
	struct hil_tally t;

	(void)state;
	assert_int_equal(hil_tally_init(&t), 0);
	hil_tally_add(&t, 0, HIL_TALLY_MAX_NS + 1);
	hil_tally_add(&t, 0, INT64_MIN);
	hil_tally_add(&t, 0, -5);
	assert_int_equal(t.refused, 2);
	assert_int_equal(t.histogram->count, 1);
	hil_tally_free(&t);
}

static void worst_keeps_the_ten_largest_and_the_earlier_of_equals(void **state)
{
	struct hil_worst_list list = { 0 };

	(void)state;
	for (int i = 0; i < 100; i++) {
		struct hil_worst w = { .latency_ns = i * 37 % 50,
				       .row = (uint64_t)i };

		hil_worst_add(&list, &w);
	}
	/* 0 to 49 twice each, rows i and i + 50 */
	assert_int_equal(list.count, 10);
	for (size_t i = 0; i < 10; i++) {
		assert_int_equal(list.worst[i].latency_ns, 49 - i / 2);
		if (i % 2)
			assert_int_equal(list.worst[i].row,
					 list.worst[i - 1].row + 50);
	}
}

static void reasons_stand_worst_first_and_once(void **state)
{
	struct hil_result *r = calloc(1, sizeof(*r));

	(void)state;
	assert_int_equal(hil_result_status(r, true), 0);
	hil_result_reason(r, HIL_DEGRADED, "b", "%d", 1);
	assert_int_equal(hil_result_status(r, false), 0);
	assert_int_equal(hil_result_status(r, true), 3);
	r->limit_hit = true;
	assert_int_equal(hil_result_status(r, false), 2);
	hil_result_reason(r, HIL_INVALID, "a", "first");
	hil_result_reason(r, HIL_DEGRADED, "c", "third");
	hil_result_reason(r, HIL_INVALID, "d", "second");
	hil_result_reason(r, HIL_DEGRADED, "c", "again");
	assert_int_equal(r->reason_count, 4);
	assert_string_equal(r->reasons[0], "a: first");
	assert_string_equal(r->reasons[1], "d: second");
	assert_string_equal(r->reasons[2], "b: 1");
	assert_string_equal(r->reasons[3], "c: third");
	assert_int_equal(hil_result_status(r, false), 3);
	hil_result_free(r);
}

static void a_full_list_of_reasons_drops_the_least_grave(void **state)
{
	struct hil_result *r = calloc(1, sizeof(*r));
	char code[8];

	(void)state;
	for (int i = 0; i < HIL_RESULT_REASONS + 3; i++) {
		snprintf(code, sizeof(code), "d%d", i);
		hil_result_reason(r, HIL_DEGRADED, code, "x");
	}
	hil_result_reason(r, HIL_INVALID, "grave", "x");
	assert_int_equal(r->reason_count, HIL_RESULT_REASONS);
	assert_string_equal(r->reasons[0], "grave: x");
	assert_string_equal(r->reasons[HIL_RESULT_REASONS - 1], "d14: x");
	hil_result_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(series_keeps_extremes_when_its_width_doubles),
		cmocka_unit_test(series_does_not_depend_on_the_order_of_values),
		cmocka_unit_test(tally_is_exact_where_floating_point_cancels),
		cmocka_unit_test(tally_refuses_what_would_overflow_its_sums),
		cmocka_unit_test(
			worst_keeps_the_ten_largest_and_the_earlier_of_equals),
		cmocka_unit_test(reasons_stand_worst_first_and_once),
		cmocka_unit_test(a_full_list_of_reasons_drops_the_least_grave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
