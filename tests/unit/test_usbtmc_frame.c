/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/instrument/usbtmc_frame.h"

#include <errno.h>

#include "tests/unit/test.h"

static void a_command_is_framed_and_padded_to_words(void **state)
{
	static const uint8_t wanted[] = { 1,   7,   0xf8, 0,    6, 0,   0,
					  0,   1,   0,    0,    0, '*', 'I',
					  'D', 'N', '?',  '\n', 0, 0 };
	uint8_t bytes[HIL_USBTMC_HEADER + HIL_USBTMC_OUT_MAX];

	(void)state;
	assert_int_equal(hil_usbtmc_pack(bytes, 7, "*IDN?"), sizeof(wanted));
	assert_memory_equal(bytes, wanted, sizeof(wanted));
}

static void a_command_that_is_too_long_is_refused(void **state)
{
	uint8_t bytes[HIL_USBTMC_HEADER + HIL_USBTMC_OUT_MAX];
	char line[HIL_USBTMC_OUT_MAX + 1];

	(void)state;
	/* with its newline it is one byte more */
	memset(line, 'x', sizeof(line));
	line[HIL_USBTMC_OUT_MAX - 1] = '\0';
	assert_int_equal(hil_usbtmc_pack(bytes, 1, line), sizeof(bytes));
	line[HIL_USBTMC_OUT_MAX - 1] = 'x';
	line[HIL_USBTMC_OUT_MAX] = '\0';
	assert_int_equal(hil_usbtmc_pack(bytes, 1, line), 0);
}

static void tags_go_round_without_zero(void **state)
{
	(void)state;
	assert_int_equal(hil_usbtmc_next_tag(0), 1);
	assert_int_equal(hil_usbtmc_next_tag(255), 1);
}

/* One answer of two transfers, the first of them in two pieces. */
static void an_answer_is_put_together(void **state)
{
	static const uint8_t first[] = { 2, 5, 0xfa, 0, 3, 0,  0,
					 0, 0, 0,    0, 0, 'a' };
	static const uint8_t last[] = { 2, 6, 0xf9, 0, 2,   0,    0, 0,
					1, 0, 0,    0, 'd', '\n', 0, 0 };
	char text[8];
	struct hil_usbtmc_answer a = { .text = text, .room = sizeof(text) };
	uint8_t request[HIL_USBTMC_HEADER];

	(void)state;
	hil_usbtmc_request(&a, request, 5);
	assert_int_equal(request[0], 2);
	assert_int_equal(request[4], 8);
	assert_int_equal(hil_usbtmc_take(&a, first, 0), HIL_USBTMC_MORE);
	assert_int_equal(hil_usbtmc_take(&a, first, sizeof(first)),
			 HIL_USBTMC_MORE);
	assert_int_equal(hil_usbtmc_take(&a, (const uint8_t *)"bc", 2),
			 HIL_USBTMC_REQUEST);
	hil_usbtmc_request(&a, request, 6);
	assert_int_equal(request[4], 5);
	assert_int_equal(hil_usbtmc_take(&a, last, sizeof(last)),
			 HIL_USBTMC_DONE);
	assert_int_equal(a.used, 5);
	assert_memory_equal(text, "abcd\n", 5);
}

static void headers_that_are_none_are_refused(void **state)
{
	static const uint8_t good[] = { 2, 5, 0xfa, 0, 4, 0, 0, 0, 1, 0, 0, 0 };
	static const struct {
		size_t at;
		uint8_t value;
		int error;
	} table[] = {
		{ 0, 1, -EPROTO }, /* a message to the device */
		{ 2, 5, -EPROTO }, /* not the tag's inverse */
		{ 4, 9, -EPROTO }, /* more than asked */
		{ 7, 1, -EPROTO }, /* 16 MiB */
	};
	char text[8];
	uint8_t bytes[HIL_USBTMC_HEADER];

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct hil_usbtmc_answer a = { .text = text, .room = 8 };

		hil_usbtmc_request(&a, bytes, 5);
		memcpy(bytes, good, sizeof(good));
		bytes[table[i].at] = table[i].value;
		assert_int_equal(hil_usbtmc_take(&a, bytes, sizeof(bytes)),
				 table[i].error);
	}
}

static void short_headers_and_other_tags_are_refused(void **state)
{
	static const uint8_t good[] = { 2, 5, 0xfa, 0, 4, 0, 0, 0, 1, 0, 0, 0 };
	char text[8];
	uint8_t bytes[HIL_USBTMC_HEADER];
	struct hil_usbtmc_answer a = { .text = text, .room = 8 };

	(void)state;
	hil_usbtmc_request(&a, bytes, 5);
	assert_int_equal(hil_usbtmc_take(&a, good, 11), -EPROTO);
	hil_usbtmc_request(&a, bytes, 6);
	assert_int_equal(hil_usbtmc_take(&a, good, sizeof(good)), -ESTALE);
}

static void an_answer_without_end_that_fills_the_room_is_refused(void **state)
{
	static const uint8_t full[] = { 2, 1, 0xfe, 0, 2, 0,   0,
					0, 0, 0,    0, 0, 'a', 'b' };
	char text[2];
	uint8_t bytes[HIL_USBTMC_HEADER];
	struct hil_usbtmc_answer a = { .text = text, .room = 2 };

	(void)state;
	hil_usbtmc_request(&a, bytes, 1);
	assert_int_equal(hil_usbtmc_take(&a, full, sizeof(full)), -EMSGSIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_is_framed_and_padded_to_words),
		cmocka_unit_test(a_command_that_is_too_long_is_refused),
		cmocka_unit_test(tags_go_round_without_zero),
		cmocka_unit_test(an_answer_is_put_together),
		cmocka_unit_test(headers_that_are_none_are_refused),
		cmocka_unit_test(short_headers_and_other_tags_are_refused),
		cmocka_unit_test(
			an_answer_without_end_that_fills_the_room_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
