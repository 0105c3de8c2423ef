/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which device is meant, and what is said when that is not clear. */
#include "rig/instrument/usbtmc_find.h"

#include <errno.h>

#include "tests/unit/test.h"

static struct test_log messages;

static int start_log(void **state)
{
	(void)state;
	test_log_start(&messages);
	return 0;
}

static int stop_log(void **state)
{
	(void)state;
	test_log_stop();
	return 0;
}

static struct hil_usbtmc_list two(void)
{
	return (struct hil_usbtmc_list){
		.count = 2,
		.found = { { .vid = 0x1ab1,
			     .pid = 0x0642,
			     .bus = 1,
			     .address = 2,
			     .serial = "A" },
			   { .vid = 0x0957,
			     .pid = 0x2c07,
			     .bus = 3,
			     .address = 7,
			     .error = -EACCES } },
	};
}

static int choose(const struct hil_usbtmc_list *list, const char *words,
		  const struct hil_usbtmc_found **found)
{
	struct hil_usbtmc_wanted w;

	messages.used = 0;
	messages.text[0] = '\0';
	assert_int_equal(hil_usbtmc_wanted(words, &w), 0);
	return hil_usbtmc_choose(list, &w, "usbtmc", found);
}

static void words_are_read_in_any_order_and_both_separators(void **state)
{
	struct hil_usbtmc_wanted w;

	(void)state;
	assert_int_equal(hil_usbtmc_wanted("", &w), 0);
	assert_true(w.vid == -1 && w.pid == -1 && !w.serial[0]);
	assert_int_equal(hil_usbtmc_wanted("pid=0x642:serial=A-1,vid=1AB1", &w),
			 0);
	assert_int_equal(w.vid, 0x1ab1);
	assert_int_equal(w.pid, 0x0642);
	assert_string_equal(w.serial, "A-1");
}

static void serial_and_numbers_choose(void **state)
{
	struct hil_usbtmc_list list = two();
	const struct hil_usbtmc_found *found;

	(void)state;
	assert_int_equal(choose(&list, "serial=A", &found), 0);
	assert_ptr_equal(found, &list.found[0]);
	assert_int_equal(choose(&list, "vid=1ab1", &found), 0);
	assert_ptr_equal(found, &list.found[0]);
	assert_string_equal(messages.text, "");
	assert_int_equal(choose(&list, "", &found), -ENODEV);
	assert_null(found);
	assert_contains(messages.text, "serial=A (1ab1:0642 ), serial=? ("
				       "0957:2c07 ); add one");
}

static void missing_permission_names_device_and_rule(void **state)
{
	struct hil_usbtmc_list list = two();
	const struct hil_usbtmc_found *found;
	/* the second may have that serial number: it cannot be read */
	static const char *const words[] = { "vid=957", "serial=B" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(choose(&list, words[i], &found), -EACCES);
		assert_contains(messages.text,
				"no permission for 0957:2c07 on bus 3, device "
				"7; install 61-hilrig-instruments.rules");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start_log, stop_log)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(words_are_read_in_any_order_and_both_separators),
		TEST(serial_and_numbers_choose),
		TEST(missing_permission_names_device_and_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
