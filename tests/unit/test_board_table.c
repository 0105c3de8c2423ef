/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The boards' table: complete, and no pin serves two roles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>
#include <string.h>

#include "rig/wire/board_table.h"

static void every_board_says_all_that_a_wire_needs(void **state)
{
	size_t boards = 0;

	(void)state;
	for (const struct hil_board_facts *b = hil_board_table; b->name; b++) {
		assert_ptr_equal(hil_board_find(b->name), b);
		assert_true(b->title && b->chip && b->ground && b->pulls &&
			    b->resistor && b->flaw[0] && b->wiring[0]);
		assert_non_null(strstr(b->volts, " V"));
		boards++;
	}
	assert_int_equal(boards, 6);
	assert_null(hil_board_find("pi"));
}

static void no_pin_serves_two_roles(void **state)
{
	(void)state;
	for (const struct hil_board_facts *b = hil_board_table; b->name; b++) {
		const struct hil_board_pin *p = b->pin;

		if (!p[0].role)
			continue;
		for (size_t i = 0; i < HIL_BOARD_PINS; i++) {
			const struct hil_board_pin *q =
				&p[(i + 1) % HIL_BOARD_PINS];

			assert_true(p[i].role && p[i].header && p[i].signal &&
				    p[i].line);
			assert_string_not_equal(p[i].header, q->header);
			assert_string_not_equal(p[i].line, q->line);
			assert_string_not_equal(p[i].role, q->role);
		}
	}
}

/* Raspberry Pi: pins 11, 13, 15 are GPIO17, 27, 22, and the line's number is
 * the GPIO's; pins 9 and 14 are ground. BeagleBone: GPIO1_28 is line 28. */
static void known_pins_are_what_the_manuals_say(void **state)
{
	static const char *const pi[] = { "pi4", "pi5" };
	const struct hil_board_facts *b;
	char signal[16];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		b = hil_board_find(pi[i]);
		assert_string_equal(b->pin[0].header, "pin 11");
		assert_string_equal(b->pin[0].line, "17");
		assert_string_equal(b->pin[1].line, "27");
		assert_string_equal(b->pin[2].line, "22");
		for (size_t n = 0; n < HIL_BOARD_PINS; n++) {
			snprintf(signal, sizeof(signal), "GPIO%s",
				 b->pin[n].line);
			assert_string_equal(b->pin[n].signal, signal);
		}
	}
	b = hil_board_find("beaglebone");
	for (size_t n = 0; n < HIL_BOARD_PINS; n++) {
		snprintf(signal, sizeof(signal), "GPIO1_%s", b->pin[n].line);
		assert_string_equal(b->pin[n].signal, signal);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_board_says_all_that_a_wire_needs),
		cmocka_unit_test(no_pin_serves_two_roles),
		cmocka_unit_test(known_pins_are_what_the_manuals_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
