/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "rig/qualify/copy.h"

#define BYTES 40000 /* more than two pieces */

static char from[64], to[64];
static unsigned char bytes[BYTES], copied[BYTES + 1];

static int make(void **state)
{
	FILE *out;

	(void)state;
	snprintf(from, sizeof(from), "copy-%d-from", (int)getpid());
	snprintf(to, sizeof(to), "copy-%d-to", (int)getpid());
	for (size_t i = 0; i < BYTES; i++)
		bytes[i] = (unsigned char)(i * 7 + i / 256);
	out = fopen(from, "we");
	if (!out || fwrite(bytes, 1, BYTES, out) != BYTES)
		return -1;
	return fclose(out);
}

static int drop(void **state)
{
	(void)state;
	unlink(from);
	unlink(to);
	return 0;
}

static void read_copy(void)
{
	FILE *in = fopen(to, "re");

	assert_non_null(in);
	assert_int_equal(fread(copied, 1, sizeof(copied), in), BYTES);
	fclose(in);
}

static void a_copy_has_the_same_bytes(void **state)
{
	(void)state;
	assert_int_equal(hil_copy_file(from, to, -1), 0);
	read_copy();
	assert_memory_equal(copied, bytes, BYTES);
}

static void one_bit_of_the_named_byte_is_changed(void **state)
{
	const int64_t at = BYTES / 2;

	(void)state;
	assert_int_equal(hil_copy_file(from, to, at), 0);
	read_copy();
	assert_int_equal(copied[at], bytes[at] ^ 1);
	copied[at] = bytes[at];
	assert_memory_equal(copied, bytes, BYTES);
}

static void nothing_that_is_there_is_overwritten(void **state)
{
	(void)state;
	assert_int_equal(hil_copy_file(from, to, -1), 0);
	assert_int_equal(hil_copy_file(from, to, 0), -EEXIST);
	read_copy();
	assert_memory_equal(copied, bytes, BYTES);
}

static void what_cannot_be_read_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(hil_copy_file("no-such-file", to, -1), -ENOENT);
	assert_int_equal(access(to, F_OK), -1);
	assert_int_not_equal(hil_copy_file(".", to, -1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_copy_has_the_same_bytes, make,
						drop),
		cmocka_unit_test_setup_teardown(
			one_bit_of_the_named_byte_is_changed, make, drop),
		cmocka_unit_test_setup_teardown(
			nothing_that_is_there_is_overwritten, make, drop),
		cmocka_unit_test_setup_teardown(what_cannot_be_read_is_an_error,
						make, drop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
