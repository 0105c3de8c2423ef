/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the kernel's one-line files and its CPU lists. */
#include <errno.h>

#include "daemon/sysfs.h"
#include "tests/unit/daemon_tree.h"

static char root[256];

static int begin(void **state)
{
	(void)state;
	test_folder_make(root);
	return 0;
}

static int end(void **state)
{
	(void)state;
	test_folder_remove(root);
	return 0;
}

static void text_loses_blanks_at_its_end(void **state)
{
	char text[32];

	(void)state;
	tree_put(root, "/a/b", " x y \n\n");
	assert_int_equal(hil_sysfs_text(root, text, sizeof(text), "/a/%s", "b"),
			 4);
	assert_string_equal(text, " x y");
}

static void text_is_cut_to_its_buffer(void **state)
{
	char text[4];

	(void)state;
	tree_put(root, "/long", "abcdefgh");
	assert_int_equal(hil_sysfs_text(root, text, sizeof(text), "/long"), 3);
	assert_string_equal(text, "abc");
}

static void missing_file_gives_empty_text_and_an_error(void **state)
{
	char text[4] = "old";

	(void)state;
	assert_int_equal(hil_sysfs_text(root, text, sizeof(text), "/none"),
			 -ENOENT);
	assert_string_equal(text, "");
}

static void number_must_be_the_whole_text(void **state)
{
	int64_t value = 7;

	(void)state;
	tree_put(root, "/n", "-12\n");
	assert_int_equal(hil_sysfs_i64(root, &value, "/n"), 0);
	assert_int_equal(value, -12);
	tree_put(root, "/n", "12 kB\n");
	assert_int_equal(hil_sysfs_i64(root, &value, "/n"), -EINVAL);
}

static void cpu_list_is_parsed_and_written_back(void **state)
{
	cpu_set_t set;
	char text[64];

	(void)state;
	assert_int_equal(hil_cpu_list_parse("0-2,5,7-8", &set), 6);
	assert_string_equal(hil_cpu_list_format(&set, text, sizeof(text)),
			    "0-2,5,7-8");
	assert_int_equal(hil_cpu_list_first(&set), 0);
	assert_int_equal(hil_cpu_list_parse("", &set), 0);
	assert_int_equal(hil_cpu_list_first(&set), -1);
}

static void nonsense_is_no_cpu_list(void **state)
{
	static const char *const wrong[] = { "a",    "1-",   "-1",
					     "1,,2", "1-2x", "99999999999999" };
	cpu_set_t set;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(hil_cpu_list_parse(wrong[i], &set), -EINVAL);
}

#define sysfs_test(t) cmocka_unit_test_setup_teardown(t, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		sysfs_test(text_loses_blanks_at_its_end),
		sysfs_test(text_is_cut_to_its_buffer),
		sysfs_test(missing_file_gives_empty_text_and_an_error),
		sysfs_test(number_must_be_the_whole_text),
		sysfs_test(cpu_list_is_parsed_and_written_back),
		sysfs_test(nonsense_is_no_cpu_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
