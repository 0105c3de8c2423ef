/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/number.h"

#include <errno.h>
#include <locale.h>

#include "tests/unit/test.h"

/* Not one of these is a number of any kind. */
static const char *const garbage[] = { "",         " ",     "1 ",      " 1",
				       "+1",       "--1",   "1x",      "0x",
				       "x1",       "1,5",   "1e",      "1e+",
				       ".",        "-",     "nan",     "inf",
				       "infinity", "1_000", "\xd9\xa1" };
#define GARBAGE (sizeof(garbage) / sizeof(garbage[0]))

static void garbage_is_no_number(void **state)
{
	uint64_t u;
	int64_t i;
	double d;

	(void)state;
	for (size_t n = 0; n < GARBAGE; n++) {
		assert_int_equal(hil_number_u64(garbage[n], &u), -EINVAL);
		assert_int_equal(hil_number_i64(garbage[n], &i), -EINVAL);
		assert_int_equal(hil_number_double(garbage[n], &d), -EINVAL);
	}
	assert_int_equal(hil_number_u64("-1", &u), -EINVAL);
	assert_int_equal(hil_number_double("0x10", &d), -EINVAL);
}

static void whole_numbers_reach_their_limits_and_no_further(void **state)
{
	uint64_t u;
	int64_t i;

	(void)state;
	assert_int_equal(hil_number_u64("18446744073709551615", &u), 0);
	assert_true(u == UINT64_MAX);
	assert_int_equal(hil_number_u64("0xfFffffffffffffff", &u), 0);
	assert_true(u == UINT64_MAX);
	assert_int_equal(hil_number_u64("18446744073709551616", &u), -ERANGE);
	assert_int_equal(hil_number_u64("0x10000000000000000", &u), -ERANGE);
	assert_int_equal(hil_number_u64("99999999999999999999999x", &u),
			 -EINVAL);
	assert_int_equal(hil_number_i64("9223372036854775807", &i), 0);
	assert_true(i == INT64_MAX);
	assert_int_equal(hil_number_i64("-9223372036854775808", &i), 0);
	assert_true(i == INT64_MIN);
	assert_int_equal(hil_number_i64("9223372036854775808", &i), -ERANGE);
	assert_int_equal(hil_number_i64("-9223372036854775809", &i), -ERANGE);
	assert_int_equal(hil_number_i64("-0x10", &i), 0);
	assert_int_equal(i, -16);
	assert_int_equal(hil_number_u64("010", &u), 0);
	assert_int_equal(u, 10); /* not octal */
}

static void a_double_is_finite_and_decimal(void **state)
{
	double d;

	(void)state;
	assert_int_equal(hil_number_double("3.3", &d), 0);
	assert_true(d == 3.3);
	assert_int_equal(hil_number_double("-1.5e-3", &d), 0);
	assert_true(d == -1.5e-3);
	assert_int_equal(hil_number_double("1E3", &d), 0);
	assert_true(d == 1000.0);
	assert_int_equal(hil_number_double("+1", &d), -EINVAL);
	assert_int_equal(hil_number_double("1e999", &d), -ERANGE);
	assert_int_equal(hil_number_double("1e-999", &d), 0);
	assert_true(d == 0.0);
}

/* Where the decimal point is a comma, ours stays a point. */
static void the_locale_changes_nothing(void **state)
{
	double d;

	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		setlocale(LC_ALL, "");
	assert_int_equal(hil_number_double("2.5", &d), 0);
	assert_true(d == 2.5);
	assert_int_equal(hil_number_double("2,5", &d), -EINVAL);
	setlocale(LC_ALL, "C");
}

static void rates_speak_sigrok(void **state)
{
	static const struct {
		const char *text;
		uint64_t hz;
	} good[] = {
		{ "1", 1 },
		{ "24m", 24000000 },
		{ "24M", 24000000 },
		{ "1 MHz", 1000000 },
		{ "1MHZ", 1000000 },
		{ "100khz", 100000 },
		{ "1.5k", 1500 },
		{ "0.001k", 1 },
		{ "2g", 2000000000 },
		{ "250 Hz", 250 },
		{ "1.000000000000000000000000000000", 1 },
		{ "18446744073709551615", UINT64_MAX },
	};
	uint64_t hz;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(hil_number_rate(good[i].text, &hz), 0);
		assert_true(hz == good[i].hz);
	}
}

static void a_wrong_rate_is_refused(void **state)
{
	static const char *const bad[] = { "",      "m",     "k1",  "-1",
					   "1mm",   "1 hzz", "1.5", "0.0001k",
					   "1 m z", "1ms",   "Hz",  "1m Hz" };
	uint64_t hz;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(hil_number_rate(bad[i], &hz), -EINVAL);
	assert_int_equal(hil_number_rate("0", &hz), -ERANGE);
	assert_int_equal(hil_number_rate("99999999999g", &hz), -ERANGE);
	assert_int_equal(hil_number_rate("99999999999999999999", &hz), -ERANGE);
	assert_int_equal(hil_number_rate("99999999999999999999.5", &hz),
			 -ERANGE);
	assert_int_equal(hil_number_rate("1.11111111111111111111111", &hz),
			 -ERANGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(garbage_is_no_number),
		cmocka_unit_test(
			whole_numbers_reach_their_limits_and_no_further),
		cmocka_unit_test(a_double_is_finite_and_decimal),
		cmocka_unit_test(the_locale_changes_nothing),
		cmocka_unit_test(rates_speak_sigrok),
		cmocka_unit_test(a_wrong_rate_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
