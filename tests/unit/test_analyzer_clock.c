/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sample indices as ns, exactly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>

#include "calibration/analyzer_clock.h"

static struct hil_analyzer_clock clock_of(uint64_t num, uint64_t den)
{
	struct hil_analyzer_clock c;

	assert_int_equal(hil_analyzer_clock_init(&c, num, den), 0);
	return c;
}

static void analyzer_clock_rounds_each_index_for_itself(void **state)
{
	struct hil_analyzer_clock c = clock_of(24000000, 1);

	(void)state;
	/* 1/24 us = 41.67, 2/24 = 83.33, 3/24 = 125 ns */
	assert_int_equal(hil_analyzer_clock_ns(&c, 1), 42);
	assert_int_equal(hil_analyzer_clock_ns(&c, 2), 83);
	assert_int_equal(hil_analyzer_clock_ns(&c, 3), 125);
	/* a year at 24 MS/s is a whole number of ns, no error adds up */
	assert_int_equal(
		hil_analyzer_clock_ns(&c, UINT64_C(24000000) * 31536000),
		INT64_C(31536000000000000));
	assert_int_equal(hil_analyzer_clock_span(&c, 3, 0), -125);
	assert_int_equal(hil_analyzer_clock_span(&c, 2, 3), 42);
}

static void analyzer_clock_takes_the_long_way_where_64_bits_end(void **state)
{
	/* 99,999,999 Hz: 10^9 / 99,999,999 ns; 64 bits end after 92 s */
	struct hil_analyzer_clock c = clock_of(99999999, 1);
	uint64_t day = UINT64_C(99999999) * 86400;

	(void)state;
	assert_true(day > c.safe_samples);
	assert_int_equal(hil_analyzer_clock_ns(&c, day),
			 INT64_C(86400000000000));
	assert_int_equal(hil_analyzer_clock_ns(&c, day + 1),
			 INT64_C(86400000000010));
	assert_int_equal(hil_analyzer_clock_ns(&c, c.safe_samples + 1) -
				 hil_analyzer_clock_ns(&c, c.safe_samples),
			 10);
}

static void analyzer_clock_goes_both_ways(void **state)
{
	struct hil_analyzer_clock c = clock_of(1000, 3);

	(void)state;
	/* 333.3 Hz: 3 ms a sample */
	assert_int_equal(hil_analyzer_clock_ns(&c, 5), 15000000);
	assert_int_equal(hil_analyzer_clock_samples(&c, 15000000), 5);
	assert_int_equal(hil_analyzer_clock_samples(&c, 14999999), 4);
	assert_int_equal(hil_analyzer_clock_samples(&c, -1), 0);
}

static void analyzer_clock_clamps_what_no_clock_can_show(void **state)
{
	struct hil_analyzer_clock c = clock_of(1, 1);

	(void)state;
	assert_int_equal(hil_analyzer_clock_ns(&c, UINT64_MAX),
			 HIL_ANALYZER_CLOCK_MAX_NS);
}

static void analyzer_clock_refuses_absurd_rates(void **state)
{
	struct hil_analyzer_clock c;

	(void)state;
	assert_int_equal(hil_analyzer_clock_init(&c, 0, 1), -ERANGE);
	assert_int_equal(hil_analyzer_clock_init(&c, 1, 0), -ERANGE);
	assert_int_equal(hil_analyzer_clock_init(&c, UINT64_MAX, 1), -ERANGE);
	assert_int_equal(hil_analyzer_clock_init(&c, 1, UINT64_MAX), -ERANGE);
	assert_int_equal(hil_analyzer_clock_init(&c, 1, 1000000), -ERANGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(analyzer_clock_rounds_each_index_for_itself),
		cmocka_unit_test(
			analyzer_clock_takes_the_long_way_where_64_bits_end),
		cmocka_unit_test(analyzer_clock_goes_both_ways),
		cmocka_unit_test(analyzer_clock_clamps_what_no_clock_can_show),
		cmocka_unit_test(analyzer_clock_refuses_absurd_rates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
