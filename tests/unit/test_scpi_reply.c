/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/instrument/scpi_reply.h"

#include <errno.h>
#include <math.h>

#include "tests/unit/test.h"

static int line_of(const char *text, char result[64])
{
	memcpy(result, text, strlen(text) + 1);
	return hil_scpi_reply_line(result, strlen(text));
}

/* A carriage return may be the first half of a line end. */
static void a_line_is_complete_with_its_end(void **state)
{
	char text[64];

	(void)state;
	assert_int_equal(line_of("", text), 0);
	assert_int_equal(line_of("1.5", text), 0);
	assert_int_equal(line_of("1.5\r", text), 0);
	assert_int_equal(line_of("1.5\r\n", text), 1);
	assert_string_equal(text, "1.5");
	assert_int_equal(line_of("\n", text), 1);
	assert_string_equal(text, "");
	assert_int_equal(line_of("1\r.5", text), -EBADMSG);
	assert_int_equal(line_of("1\n2", text), -EBADMSG);
	assert_int_equal(line_of("\x7f", text), -EBADMSG);
}

static void numbers_are_strict_but_for_plus_and_infinity(void **state)
{
	static const char *const wrong[] = { "",     "+",   "+-1", "++1",
					     "-INF", "NAN", "1 V", "1,0" };
	double value = 0;

	(void)state;
	assert_int_equal(hil_scpi_reply_number("+2.5E+02", &value), 0);
	assert_true(value == 250);
	assert_int_equal(hil_scpi_reply_number("-1.5", &value), 0);
	assert_true(value == -1.5);
	assert_int_equal(hil_scpi_reply_number("9.9E+37", &value), 0);
	assert_true(isinf(value));
	assert_int_equal(hil_scpi_reply_number("Infinity", &value), 0);
	assert_true(isinf(value));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(hil_scpi_reply_number(wrong[i], &value),
				 -EINVAL);
}

static void the_end_of_the_error_queue_is_a_zero(void **state)
{
	(void)state;
	assert_true(hil_scpi_reply_is_no_error("0,\"No error\""));
	assert_true(hil_scpi_reply_is_no_error("+0,\"No error\""));
	assert_true(hil_scpi_reply_is_no_error("0"));
	assert_false(hil_scpi_reply_is_no_error("-113,\"Undefined header\""));
	assert_false(hil_scpi_reply_is_no_error("01"));
	assert_false(hil_scpi_reply_is_no_error(""));
}

static void switches_are_words_or_digits(void **state)
{
	bool on;

	(void)state;
	assert_int_equal(hil_scpi_reply_switch("ON", &on), 0);
	assert_true(on);
	assert_int_equal(hil_scpi_reply_switch("1", &on), 0);
	assert_true(on);
	assert_int_equal(hil_scpi_reply_switch("off", &on), 0);
	assert_false(on);
	assert_int_equal(hil_scpi_reply_switch("0", &on), 0);
	assert_false(on);
	assert_int_equal(hil_scpi_reply_switch("", &on), -EINVAL);
	assert_int_equal(hil_scpi_reply_switch("2", &on), -EINVAL);
}

static void fields_are_found_by_key_with_and_without_header(void **state)
{
	static const char *const replies[] = {
		"C1:BSWV WVTP,SQUARE,FRQ,250HZ,HLEV,3.3V",
		"WVTP,SQUARE,FRQ,250HZ,HLEV,3.3V"
	};
	char value[8];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const char *r = replies[i];

		assert_int_equal(hil_scpi_reply_field(r, "FRQ", value, 8), 0);
		assert_string_equal(value, "250HZ");
		assert_int_equal(hil_scpi_reply_field(r, "WVTP", value, 8), 0);
		assert_string_equal(value, "SQUARE");
		assert_int_equal(hil_scpi_reply_field(r, "HLEV", value, 8), 0);
		assert_string_equal(value, "3.3V");
		assert_int_equal(hil_scpi_reply_field(r, "LLEV", value, 8),
				 -ENOENT);
		assert_int_equal(hil_scpi_reply_field(r, "3.3V", value, 8),
				 -ENOENT);
	}
	assert_int_equal(
		hil_scpi_reply_field("C1:OUTP OFF,LOAD,HZ", "LOAD", value, 8),
		0);
	assert_string_equal(value, "HZ");
	assert_int_equal(hil_scpi_reply_field("K,12345678", "K", value, 8),
			 -EMSGSIZE);
}

static void quantities_may_have_their_unit_and_no_other(void **state)
{
	double value;

	(void)state;
	assert_int_equal(hil_scpi_reply_quantity("3.3V", "V", &value), 0);
	assert_true(value == 3.3);
	assert_int_equal(hil_scpi_reply_quantity("1e+06HZ", "HZ", &value), 0);
	assert_true(value == 1e6);
	assert_int_equal(hil_scpi_reply_quantity("-2", "V", &value), 0);
	assert_true(value == -2);
	assert_int_equal(hil_scpi_reply_quantity("3.3mV", "V", &value),
			 -EINVAL);
	assert_int_equal(hil_scpi_reply_quantity("V", "V", &value), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_complete_with_its_end),
		cmocka_unit_test(numbers_are_strict_but_for_plus_and_infinity),
		cmocka_unit_test(switches_are_words_or_digits),
		cmocka_unit_test(
			fields_are_found_by_key_with_and_without_header),
		cmocka_unit_test(quantities_may_have_their_unit_and_no_other),
		cmocka_unit_test(the_end_of_the_error_queue_is_a_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
