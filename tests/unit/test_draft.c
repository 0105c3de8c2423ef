/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "daemon/base/draft.h"
#include "tests/unit/test.h"

static char folder[256], path[300];

static int make(void **state)
{
	(void)state;
	test_folder_make(folder);
	snprintf(path, sizeof(path), "%s/file", folder);
	return 0;
}

static int unmake(void **state)
{
	(void)state;
	test_folder_remove(folder);
	return 0;
}

static int write_draft(const char *to, const char *text, int ret)
{
	struct hil_draft d;
	int opened = hil_draft_open(&d, to);

	if (opened)
		return opened;
	if (fputs(text, d.out) == EOF || fflush(d.out))
		ret = -EIO;
	return hil_draft_close(&d, ret);
}

static void expect(const char *text)
{
	char found[64] = "";
	FILE *in = fopen(path, "r");

	assert_non_null(in);
	assert_true(fgets(found, sizeof(found), in) || !*text);
	fclose(in);
	assert_string_equal(found, text);
}

/* rmdir() succeeds when nothing else is in the folder. */
static void expect_alone(void)
{
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
}

static void draft_takes_the_name_when_it_is_whole(void **state)
{
	(void)state;
	assert_int_equal(write_draft(path, "one", 0), 0);
	expect("one");
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(write_draft(path, "two", 0), 0);
	expect("two");
	expect_alone();
}

static void draft_that_failed_leaves_what_was_there(void **state)
{
	(void)state;
	assert_int_equal(write_draft(path, "one", 0), 0);
	assert_int_equal(write_draft(path, "two", -EBADMSG), -EBADMSG);
	expect("one");
	expect_alone();
	assert_int_equal(write_draft("/no/such/file", "x", 0), -ENOENT);
}

/* What a full disk does, a limit on files does, too. */
static void draft_says_why_the_disk_did_not_take_it(void **state)
{
	struct rlimit before, tight;

	(void)state;
	assert_int_equal(write_draft(path, "one", 0), 0);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	tight = before;
	tight.rlim_cur = 2;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	assert_int_equal(write_draft(path, "three", 0), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	expect("one");
	expect_alone();
}

static void draft_follows_a_link_and_writes_devices_as_they_are(void **state)
{
	char link[320];

	(void)state;
	assert_int_equal(write_draft(path, "one", 0), 0);
	snprintf(link, sizeof(link), "%s/link", folder);
	assert_int_equal(symlink("file", link), 0);
	assert_int_equal(write_draft(link, "two", 0), 0);
	expect("two");
	assert_int_equal(unlink(link), 0);
	assert_int_equal(write_draft("/dev/null", "x", 0), 0);
	assert_int_equal(write_draft("/dev/full", "x", 0), -ENOSPC);
	expect_alone();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
	const struct CMUnitTest tests[] = {
		TEST(draft_takes_the_name_when_it_is_whole),
		TEST(draft_that_failed_leaves_what_was_there),
		TEST(draft_says_why_the_disk_did_not_take_it),
		TEST(draft_follows_a_link_and_writes_devices_as_they_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
