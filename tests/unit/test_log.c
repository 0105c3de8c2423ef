/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/log.h"

#include <fcntl.h>

#include "tests/unit/test.h"

static void control_characters_never_reach_the_reader(void **state)
{
	struct test_log log;

	(void)state;
	test_log_start(&log);
	hil_error("%s", "a\x1b[31mb\nc\td\x7f");
	assert_string_equal(log.text, "a\\x1b[31mb\\nc\\td\\x7f\n");
	test_log_start(&log);
	hil_error("%s", "\xc2\x9b"
			"31m \xff \xe2\x82");
	assert_string_equal(log.text, "\\xc2\\x9b31m \\xff \\xe2\\x82\n");
	test_log_stop();
}

static void text_of_other_languages_stays_as_it_is(void **state)
{
	struct test_log log;

	(void)state;
	test_log_start(&log);
	hil_error("%s", "\xc2\xb5s \xe2\x82\xac \xf0\x9f\x99\x82 \xc3\xbc");
	assert_string_equal(log.text, "\xc2\xb5s \xe2\x82\xac \xf0\x9f\x99\x82 "
				      "\xc3\xbc\n");
	test_log_stop();
}

static void a_message_that_is_too_long_says_so(void **state)
{
	struct test_log log;
	char text[4000];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	test_log_start(&log);
	hil_error("%s", text);
	assert_int_equal(log.used, 2048);
	assert_string_equal(log.text + log.used - 5, "x...\n");
	/* every byte escaped is the longest text there is */
	memset(text, 1, sizeof(text) - 1);
	hil_error("%s", text);
	test_log_stop();
}

static void what_is_too_detailed_is_not_shown(void **state)
{
	struct test_log log;

	(void)state;
	test_log_start(&log);
	hil_log_open("test", HIL_LOG_WARNING);
	hil_error("one");
	hil_warning("two");
	hil_notice("three");
	hil_info("four");
	hil_debug("five");
	assert_string_equal(log.text, "one\ntwo\n");
	hil_log_open("test", HIL_LOG_DEBUG);
	hil_notice("three");
	hil_info("four");
	hil_debug("five");
	assert_string_equal(log.text, "one\ntwo\nthree\nfour\nfive\n");
	hil_log_open("test", HIL_LOG_NOTICE);
	test_log_stop();
}

static void stderr_gets_program_and_text_on_one_line(void **state)
{
	int saved = dup(STDERR_FILENO);
	char text[256] = "";
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	fflush(stderr);
	dup2(fds[1], STDERR_FILENO);
	hil_log_open("hilrig", HIL_LOG_NOTICE);
	hil_error("cannot open %s", "x\ny");
	hil_warning("late");
	dup2(saved, STDERR_FILENO);
	assert_true(read(fds[0], text, sizeof(text) - 1) > 0);
	assert_string_equal(text, "hilrig: cannot open x\\ny\n"
				  "hilrig: warning: late\n");
	close(saved);
	close(fds[0]);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_characters_never_reach_the_reader),
		cmocka_unit_test(text_of_other_languages_stays_as_it_is),
		cmocka_unit_test(a_message_that_is_too_long_says_so),
		cmocka_unit_test(what_is_too_detailed_is_not_shown),
		cmocka_unit_test(stderr_gets_program_and_text_on_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
