/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/unit/test.h"

static char folder[256];

static int setup(void **state)
{
	(void)state;
	test_folder_make(folder);
	return setenv("XDG_RUNTIME_DIR", folder, 1);
}

static int teardown(void **state)
{
	(void)state;
	test_folder_remove(folder);
	return 0;
}

static void name_is_a_single_plain_word(void **state)
{
	(void)state;
	assert_true(hil_bench_name_valid("a"));
	assert_true(hil_bench_name_valid("Board-1_b"));
	assert_true(hil_bench_name_valid("01234567890123456789012345678901"));
	assert_false(hil_bench_name_valid("012345678901234567890123456789012"));
	assert_false(hil_bench_name_valid(""));
	assert_false(hil_bench_name_valid("-a"));
	assert_false(hil_bench_name_valid("."));
	assert_false(hil_bench_name_valid(".."));
	assert_false(hil_bench_name_valid("a/b"));
	assert_false(hil_bench_name_valid("a b"));
	assert_false(hil_bench_name_valid("a\n"));
	assert_false(hil_bench_name_valid("\xc3\xa4"));
}

static void root_is_private(void **state)
{
	char path[PATH_MAX];
	struct test_log log;
	int root = hil_bench_root_open(path);

	(void)state;
	assert_true(root >= 0);
	close(root);
	assert_int_equal(chmod(path, 0755), 0);
	test_log_start(&log);
	assert_int_equal(hil_bench_root_open(path), -EPERM);
	test_log_stop();
	assert_contains(log.text, "mode 0700");
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(symlink("/tmp", path), 0);
	test_log_start(&log);
	assert_true(hil_bench_root_open(path) < 0);
	test_log_stop();
}

static void lock_says_who_is_alive(void **state)
{
	char path[PATH_MAX];
	int root = hil_bench_root_open(path);
	int bench, lock;

	(void)state;
	assert_int_equal(hil_bench_is_alive(root, "x"), -ENOENT);
	assert_int_equal(mkdirat(root, "x", 0700), 0);
	assert_int_equal(hil_bench_is_alive(root, "x"), 0);
	bench = openat(root, "x", O_RDONLY | O_DIRECTORY);
	lock = hil_bench_lock(bench);
	assert_true(lock >= 0);
	assert_int_equal(hil_bench_is_alive(root, "x"), 1);
	assert_int_equal(hil_bench_lock(bench), -EWOULDBLOCK);
	close(lock);
	assert_int_equal(hil_bench_is_alive(root, "x"), 0);
	close(bench);
	close(root);
}

static void remove_takes_everything_and_follows_no_link(void **state)
{
	char path[PATH_MAX], file[2 * PATH_MAX];
	int root = hil_bench_root_open(path);

	(void)state;
	assert_int_equal(mkdirat(root, "x", 0700), 0);
	assert_int_equal(mkdirat(root, "x/share", 0700), 0);
	snprintf(file, sizeof(file), "%s/x/share/file", path);
	test_file_write(file, "a", 1);
	snprintf(file, sizeof(file), "%s/keep", folder);
	test_file_write(file, "a", 1);
	assert_int_equal(symlinkat(folder, root, "x/share/link"), 0);
	assert_int_equal(hil_bench_remove(root, "x"), 0);
	assert_int_equal(access(file, F_OK), 0);
	assert_int_equal(hil_bench_is_alive(root, "x"), -ENOENT);
	assert_int_equal(hil_bench_remove(root, "x"), 0);
	close(root);
}

static void process_is_known_by_its_start(void **state)
{
	struct hil_bench_process own = hil_bench_process_get(getpid()), other;

	(void)state;
	assert_int_equal(own.pid, getpid());
	assert_true(hil_bench_process_lives(&own));
	other = own;
	other.start++; /* the pid of somebody who came later */
	assert_false(hil_bench_process_lives(&other));
	other = (struct hil_bench_process){ .pid = 0 };
	assert_false(hil_bench_process_lives(&other));
}

/* What a killed server left: its QEMU and its files. */
static void end_kills_what_is_noted_and_nothing_else(void **state)
{
	char path[PATH_MAX];
	int root = hil_bench_root_open(path), bench, status;
	struct hil_bench_process p[2];
	pid_t child = fork(), innocent;

	(void)state;
	if (child == 0)
		for (;;)
			pause();
	innocent = fork();
	if (innocent == 0)
		for (;;)
			pause();
	assert_int_equal(mkdirat(root, "x", 0700), 0);
	bench = openat(root, "x", O_RDONLY | O_DIRECTORY);
	p[0] = hil_bench_process_get(innocent);
	p[0].start--; /* the pid was used again */
	p[1] = hil_bench_process_get(child);
	assert_int_equal(hil_bench_processes_write(bench, p), 0);
	close(bench);
	assert_int_equal(hil_bench_end(root, "x"), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(waitpid(innocent, &status, WNOHANG), 0);
	kill(innocent, SIGKILL);
	waitpid(innocent, NULL, 0);
	assert_int_equal(hil_bench_is_alive(root, "x"), -ENOENT);
	close(root);
}

static void socket_works_at_the_end_of_a_long_path(void **state)
{
	char path[PATH_MAX], deep[256], runtime[600];
	int root, bench, listener, client;

	(void)state;
	memset(deep, 'd', sizeof(deep) - 1);
	deep[200] = '\0';
	snprintf(runtime, sizeof(runtime), "%s/%s", folder, deep);
	assert_int_equal(mkdir(runtime, 0700), 0);
	setenv("XDG_RUNTIME_DIR", runtime, 1);
	root = hil_bench_root_open(path);
	assert_int_equal(mkdirat(root, "x", 0700), 0);
	bench = openat(root, "x", O_RDONLY | O_DIRECTORY);
	listener = hil_bench_listen(bench, "exec.sock");
	assert_true(listener >= 0);
	client = hil_bench_connect("x", "exec.sock");
	assert_true(client >= 0);
	close(client);
	close(listener);
	close(bench);
	close(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(name_is_a_single_plain_word),
		cmocka_unit_test_setup_teardown(root_is_private, setup,
						teardown),
		cmocka_unit_test_setup_teardown(lock_says_who_is_alive, setup,
						teardown),
		cmocka_unit_test_setup_teardown(
			remove_takes_everything_and_follows_no_link, setup,
			teardown),
		cmocka_unit_test(process_is_known_by_its_start),
		cmocka_unit_test_setup_teardown(
			end_kills_what_is_noted_and_nothing_else, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			socket_works_at_the_end_of_a_long_path, setup,
			teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
