/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/time.h"

#include <errno.h>

#include "tests/unit/test.h"

static const struct {
	const char *text;
	int64_t ns;
} durations[] = {
	{ "250ns", 250 },
	{ "1us", 1000 },
	{ "4ms", 4000000 },
	{ "1.5s", 1500000000 },
	{ "90s", 90000000000 },
	{ "1m", 60000000000 },
	{ "1h", 3600000000000 },
	{ "1d", 86400000000000 },
	{ "0s", 0 },
	{ "1.25s", 1250000000 },
	{ "1000000001ns", 1000000001 },
	{ "9223372036854775807ns", INT64_MAX },
};
#define DURATIONS (sizeof(durations) / sizeof(durations[0]))

static void durations_are_read_exactly(void **state)
{
	int64_t ns;

	(void)state;
	for (size_t i = 0; i < DURATIONS; i++) {
		assert_int_equal(hil_duration_parse(durations[i].text, 0, &ns),
				 0);
		assert_true(ns == durations[i].ns);
	}
	assert_int_equal(hil_duration_parse("1.5 h", 0, &ns), 0);
	assert_true(ns == 5400000000000);
	assert_int_equal(hil_duration_parse("0.1s", 0, &ns), 0);
	assert_true(ns == 100000000);
	assert_int_equal(hil_duration_parse(".5ms", 0, &ns), 0);
	assert_true(ns == 500000);
}

static void a_bare_number_means_what_the_option_says(void **state)
{
	int64_t ns;

	(void)state;
	assert_int_equal(hil_duration_parse("250", HIL_NS_PER_US, &ns), 0);
	assert_true(ns == 250000);
	assert_int_equal(hil_duration_parse("2.5", HIL_NS_PER_S, &ns), 0);
	assert_true(ns == 2500000000);
	assert_int_equal(hil_duration_parse("250", 0, &ns), -ENOMSG);
	assert_int_equal(hil_duration_parse("4ms", HIL_NS_PER_S, &ns), 0);
	assert_true(ns == 4000000);
}

static void a_wrong_duration_is_refused(void **state)
{
	static const char *const bad[] = { "",      "ms",    "-1ms", "+1ms",
					   "1 ",    "1x",    "1mss", "1 m s",
					   " 1ms",  "1e3ms", "1,5s", "1MS",
					   "1.2.3s" };
	int64_t ns;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(hil_duration_parse(bad[i], 1, &ns), -EINVAL);
	assert_int_equal(hil_duration_parse("9223372036854775808ns", 0, &ns),
			 -ERANGE);
	assert_int_equal(hil_duration_parse("106752d", 0, &ns), -ERANGE);
	assert_int_equal(hil_duration_parse("99999999999999999999s", 0, &ns),
			 -ERANGE);
}

static void durations_are_written_as_short_as_they_are_exact(void **state)
{
	char text[32];

	(void)state;
	for (size_t i = 0; i < DURATIONS - 1; i++)
		assert_string_equal(hil_duration_format(durations[i].ns, text,
							sizeof(text)),
				    durations[i].text);
	assert_string_equal(hil_duration_format(-1500, text, sizeof(text)),
			    "-1.5us");
	assert_string_equal(hil_duration_format(500000, text, sizeof(text)),
			    "500us");
	/* a third of a minute has no end as a decimal of hours */
	assert_string_equal(
		hil_duration_format(3620000000000, text, sizeof(text)),
		"3620s");
}

static void every_written_duration_reads_back_as_itself(void **state)
{
	uint64_t seed = 7;
	char text[32];

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t random = test_random(&seed);
		int64_t ns = (int64_t)(random >> (1 + random % 62));
		int64_t back = -1;

		hil_duration_format(ns, text, sizeof(text));
		assert_true(strlen(text) < sizeof(text) - 1);
		assert_int_equal(hil_duration_parse(text, 0, &back), 0);
		assert_true(back == ns);
	}
	hil_duration_format(INT64_MIN, text, sizeof(text));
	assert_string_equal(text, "-9223372036854775808ns");
}

static void dates_are_utc(void **state)
{
	char text[32];

	(void)state;
	/* 20,787 days of 86,400 s to 2026-11-30, and 19:12 h */
	assert_string_equal(
		hil_time_utc_format((20787LL * 86400 + 69120) * HIL_NS_PER_S,
				    text, sizeof(text)),
		"2026-11-30T19:12:00Z");
	assert_string_equal(hil_time_utc_format(-1, text, sizeof(text)),
			    "1969-12-31T23:59:59Z");
	assert_string_equal(hil_time_utc_format(0, text, 5), "");
}

static void clocks_run_forward(void **state)
{
	int64_t mono = hil_time_mono_ns();

	(void)state;
	assert_true(hil_time_mono_ns() >= mono);
	/* this was written after 2026-01-01 */
	assert_true(hil_time_wall_ns() > 1767225600 * HIL_NS_PER_S);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations_are_read_exactly),
		cmocka_unit_test(a_bare_number_means_what_the_option_says),
		cmocka_unit_test(a_wrong_duration_is_refused),
		cmocka_unit_test(
			durations_are_written_as_short_as_they_are_exact),
		cmocka_unit_test(every_written_duration_reads_back_as_itself),
		cmocka_unit_test(dates_are_utc),
		cmocka_unit_test(clocks_run_forward),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
