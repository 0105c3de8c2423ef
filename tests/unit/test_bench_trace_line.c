/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/trace_line.h"

#include "tests/unit/test.h"

#define PATH "/machine/unattached/device[8]"

static bool parse(const char *text, struct hil_pin_change *change)
{
	return hil_trace_line_parse(text, strlen(text), PATH, change);
}

static void trace_line_reads_an_input(void **state)
{
	struct hil_pin_change c;

	(void)state;
	assert_true(parse("123@1764530000.000042:pl061_input_change " PATH
			  " input 0 changed to 1",
			  &c));
	assert_int_equal(c.wall_ns, 1764530000000042000);
	assert_int_equal(c.line, 0);
	assert_true(c.level);
	assert_false(c.output);
}

static void trace_line_reads_an_output(void **state)
{
	struct hil_pin_change c;

	(void)state;
	assert_true(parse("1@2.999999:pl061_set_output " PATH
			  " setting output 7 to 0",
			  &c));
	assert_int_equal(c.wall_ns, 2999999000);
	assert_int_equal(c.line, 7);
	assert_false(c.level);
	assert_true(c.output);
}

static void trace_line_refuses_what_is_not_one(void **state)
{
	static const char *const bad[] = {
		"",
		"qemu-system-aarch64: warning: something",
		"1@2.000003:pl061_update " PATH " GPIOIE 0",
		"1@2.000003:pl061_input_change /machine/other input 0 "
		"changed to 1",
		/* a path that only begins like ours */
		"1@2.000003:pl061_input_change " PATH "0 input 0 changed to 1",
		"1@2.000003:pl061_input_change " PATH " input 8 changed to 1",
		"1@2.000003:pl061_input_change " PATH " input 0 changed to 2",
		"1@2.000003:pl061_input_change " PATH " input 0 changed to 1 ",
		"1@2.000003:pl061_input_change " PATH " input 0 changed to",
		"1@2.000003:pl061_input_change " PATH " input -1 changed to 1",
		/* five digits are not microseconds */
		"1@2.00003:pl061_input_change " PATH " input 0 changed to 1",
		"1@2.0000030:pl061_input_change " PATH " input 0 changed to 1",
		"1@:pl061_input_change " PATH " input 0 changed to 1",
		"@2.000003:pl061_input_change " PATH " input 0 changed to 1",
		"99999999999@2.000003:pl061_input_change " PATH
		" input 0 changed to 1",
		"1@99999999999999999999.000003:pl061_input_change " PATH
		" input 0 changed to 1",
		"1@2.000003:pl061_input_change " PATH
		" input 99999999999999999999 changed to 1",
	};
	struct hil_pin_change c;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (parse(bad[i], &c))
			fail_msg("took \"%s\"", bad[i]);
}

/* Every shorter text of a good line, and each with one byte changed. */
static void trace_line_survives_damage(void **state)
{
	const char good[] =
		"12@34.000056:pl061_set_output " PATH " setting output 1 to 1";
	struct hil_pin_change c;
	size_t size = sizeof(good) - 1;

	(void)state;
	for (size_t cut = 0; cut < size; cut++) {
		char *copy = malloc(cut + 1); /* the sanitizer sees its end */

		memcpy(copy, good, cut);
		assert_false(hil_trace_line_parse(copy, cut, PATH, &c));
		free(copy);
	}
	for (size_t i = 0; i < size; i++) {
		char copy[sizeof(good)];

		memcpy(copy, good, sizeof(good));
		copy[i] = '\0';
		assert_false(hil_trace_line_parse(copy, size, PATH, &c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_line_reads_an_input),
		cmocka_unit_test(trace_line_reads_an_output),
		cmocka_unit_test(trace_line_refuses_what_is_not_one),
		cmocka_unit_test(trace_line_survives_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
