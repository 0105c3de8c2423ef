/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This test is build/tests/test_beside: programs are beside and above it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/beside.h"

static char folder[PATH_MAX]; /* of this program, with its last slash */

static void make(const char *place, const char *name, mode_t mode)
{
	char path[PATH_MAX + 64];
	FILE *file;

	snprintf(path, sizeof(path), "%s%s%s", folder, place, name);
	file = fopen(path, "we");
	assert_non_null(file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

static void drop(const char *place, const char *name)
{
	char path[PATH_MAX + 64];

	snprintf(path, sizeof(path), "%s%s%s", folder, place, name);
	assert_int_equal(unlink(path), 0);
}

static void assert_found(const char *name, const char *place)
{
	char wanted[PATH_MAX + 64];
	char *found = hil_beside(name);

	snprintf(wanted, sizeof(wanted), "%s%s%s", place ? folder : "",
		 place ? place : "", name);
	assert_non_null(found);
	assert_string_equal(found, wanted);
	free(found);
}

static void beside_prefers_its_own_folder(void **state)
{
	(void)state;
	make("", "beside-1", 0700);
	make("../", "beside-1", 0700);
	assert_found("beside-1", "");
	drop("", "beside-1");
	assert_found("beside-1", "../");
	drop("../", "beside-1");
	assert_found("beside-1", NULL);
}

static void beside_passes_over_what_cannot_be_executed(void **state)
{
	(void)state;
	make("", "beside-2", 0600);
	assert_found("beside-2", NULL);
	drop("", "beside-2");
}

static void beside_leaves_a_path_alone(void **state)
{
	(void)state;
	make("", "beside-3", 0700);
	assert_found("./beside-3", NULL);
	drop("", "beside-3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beside_prefers_its_own_folder),
		cmocka_unit_test(beside_passes_over_what_cannot_be_executed),
		cmocka_unit_test(beside_leaves_a_path_alone),
	};
	ssize_t n = readlink("/proc/self/exe", folder, sizeof(folder) - 1);

	if (n <= 0)
		return 1;
	*(strrchr(folder, '/') + 1) = '\0';
	return cmocka_run_group_tests(tests, NULL, NULL);
}
