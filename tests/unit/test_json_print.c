/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/base/json_print.h"

/* Prints with @fd in standard output's place. */
static int print_to(int fd, json_t *json)
{
	int kept, ret;

	fflush(stdout);
	kept = dup(STDOUT_FILENO);
	assert_true(kept >= 0 && fd >= 0);
	assert_true(dup2(fd, STDOUT_FILENO) >= 0);
	ret = hil_json_print(json, JSON_COMPACT);
	clearerr(stdout);
	assert_true(dup2(kept, STDOUT_FILENO) >= 0);
	close(kept);
	close(fd);
	return ret;
}

static void a_value_is_written_with_its_newline_at_once(void **state)
{
	char text[32] = "";
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(print_to(ends[1], json_pack("{s:i}", "a", 1)), 0);
	assert_int_equal(read(ends[0], text, sizeof(text) - 1), 8);
	assert_string_equal(text, "{\"a\":1}\n");
	close(ends[0]);
}

static void a_full_disk_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(print_to(open("/dev/full", O_WRONLY | O_CLOEXEC),
				  json_pack("[i]", 1)),
			 -EIO);
}

static void nothing_is_no_memory_and_nothing_is_written(void **state)
{
	char text[8];
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(print_to(ends[1], NULL), -ENOMEM);
	assert_int_equal(read(ends[0], text, sizeof(text)), 0);
	close(ends[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_is_written_with_its_newline_at_once),
		cmocka_unit_test(a_full_disk_is_an_error),
		cmocka_unit_test(nothing_is_no_memory_and_nothing_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
