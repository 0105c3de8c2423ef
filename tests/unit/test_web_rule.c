/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gui-bridge/web/rule.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define TOKEN "0123456789abcdef"

static void rules_refuse_names_that_are_none(void **state)
{
	struct hil_web_rules rules = { .hosts = 0 };
	char longest[128];

	(void)state;
	memset(longest, 'a', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	assert_int_equal(hil_web_rules_add(&rules, "", 1), -EINVAL);
	assert_int_equal(hil_web_rules_add(&rules, "a b", 1), -EINVAL);
	assert_int_equal(hil_web_rules_add(&rules, "a/b", 1), -EINVAL);
	assert_int_equal(hil_web_rules_add(&rules, longest, 1), -ENOSPC);
	assert_int_equal(rules.hosts, 0);
}

static void rules_hold_eight_hosts(void **state)
{
	struct hil_web_rules rules = { .hosts = 0 };

	(void)state;
	for (uint16_t i = 1; i <= HIL_WEB_HOSTS; i++)
		assert_int_equal(hil_web_rules_add(&rules, "a", i), 0);
	assert_int_equal(hil_web_rules_add(&rules, "a", 99), -ENOSPC);
}

static void origin_is_the_host_and_nothing_around_it(void **state)
{
	(void)state;
	assert_true(
		hil_web_origin_exact("http://rig.example:1", "rig.example:1"));
	assert_true(
		hil_web_origin_exact("http://rig.example:1", "RIG.Example:1"));
	assert_false(
		hil_web_origin_exact("http://rig.example:12", "rig.example:1"));
	assert_false(
		hil_web_origin_exact("http://rig.example:1/", "rig.example:1"));
	assert_false(
		hil_web_origin_exact("https://rig.example:1", "rig.example:1"));
	assert_false(
		hil_web_origin_exact("HTTP://rig.example:1", "rig.example:1"));
	assert_false(hil_web_origin_exact("null", "null"));
	assert_false(hil_web_origin_exact("", ""));
	assert_false(hil_web_origin_exact(NULL, "rig.example:1"));
}

static void token_is_right_as_a_whole_only(void **state)
{
	struct hil_web_rules rules = { .token = TOKEN };

	(void)state;
	assert_true(hil_web_token_right(&rules, "Bearer " TOKEN));
	assert_true(hil_web_token_right(&rules, "bearer " TOKEN));
	assert_false(hil_web_token_right(&rules, "Bearer " TOKEN "x"));
	assert_false(hil_web_token_right(&rules, "Bearer 0123456789abcde"));
	assert_false(hil_web_token_right(&rules, "Bearer "));
	assert_false(hil_web_token_right(&rules, TOKEN));
	assert_false(hil_web_token_right(&rules, "Basic " TOKEN));
	assert_false(hil_web_token_right(&rules, NULL));
	rules.token[0] = '\0';
	assert_true(hil_web_token_right(&rules, NULL));
}

/* Writes @text to a file of @mode and reads it as a token. */
static int read_token(const char *text, mode_t mode)
{
	char path[] = "/tmp/hilrig-token-XXXXXX";
	struct hil_web_rules rules = { .hosts = 0 };
	int ret, fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
	ret = hil_web_token_read(&rules, path);
	if (ret == 0)
		assert_string_equal(rules.token, TOKEN);
	unlink(path);
	return ret;
}

static void token_is_the_first_line_of_a_private_file(void **state)
{
	(void)state;
	assert_int_equal(read_token(TOKEN, 0600), 0);
	assert_int_equal(read_token(TOKEN "\r\nmore\n", 0400), 0);
	assert_int_equal(read_token(TOKEN "\n", 0640), -EACCES);
	assert_int_equal(read_token(TOKEN "\n", 0604), -EACCES);
}

static void token_of_few_or_strange_letters_is_refused(void **state)
{
	char longest[400];

	(void)state;
	memset(longest, 'a', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	assert_int_equal(read_token("", 0600), -EINVAL);
	assert_int_equal(read_token("0123456789abcde\n", 0600), -EINVAL);
	assert_int_equal(read_token("0123456789 abcdef\n", 0600), -EINVAL);
	assert_int_equal(read_token("0123456789,abcdef\n", 0600), -EINVAL);
	assert_int_equal(read_token(longest, 0600), -EINVAL);
}

static void token_is_no_folder_and_no_link(void **state)
{
	char link[] = "/tmp/hilrig-link-XXXXXX";
	struct hil_web_rules rules = { .hosts = 0 };
	int fd = mkstemp(link);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	unlink(link);
	assert_int_equal(symlink("/etc/hostname", link), 0);
	assert_int_equal(hil_web_token_read(&rules, link), -ELOOP);
	unlink(link);
	assert_int_equal(hil_web_token_read(&rules, "/tmp"), -EINVAL);
	assert_int_equal(hil_web_token_read(&rules, link), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_refuse_names_that_are_none),
		cmocka_unit_test(rules_hold_eight_hosts),
		cmocka_unit_test(origin_is_the_host_and_nothing_around_it),
		cmocka_unit_test(token_is_right_as_a_whole_only),
		cmocka_unit_test(token_is_the_first_line_of_a_private_file),
		cmocka_unit_test(token_of_few_or_strange_letters_is_refused),
		cmocka_unit_test(token_is_no_folder_and_no_link),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
