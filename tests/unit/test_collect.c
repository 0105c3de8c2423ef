/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>

#include "daemon/base/time.h"
#include "rig/run/collect.h"
#include "tests/unit/test.h"

#define WAIT_NS (300 * HIL_NS_PER_MS)

/* A shell's words; @text is freed. */
static int collect(char *script, int64_t wait_ns, int *status)
{
	char sh[] = "/bin/sh", c[] = "-c", *text;
	char *argv[] = { sh, c, script, NULL };
	int ret = hil_collect(argv, wait_ns, 64, &text, status);

	free(text);
	return ret;
}

static void collect_gives_text_and_status(void **state)
{
	char sh[] = "/bin/sh", c[] = "-c", script[] = "echo yes; exit 3";
	char *argv[] = { sh, c, script, NULL }, *text;
	int status;

	(void)state;
	assert_int_equal(
		hil_collect(argv, HIL_NS_PER_S * 20, 64, &text, &status), 0);
	assert_string_equal(text, "yes\n");
	assert_int_equal(status, 3);
	free(text);
}

static void collect_bounds_a_program_that_closed_its_output(void **state)
{
	char script[] = "exec >&-; exec sleep 60";
	int64_t begin_ns = hil_time_mono_ns();
	int status;

	(void)state;
	assert_int_equal(collect(script, WAIT_NS, &status), -ETIME);
	assert_true(hil_time_mono_ns() - begin_ns < 30 * HIL_NS_PER_S);
}

static void collect_bounds_endless_output(void **state)
{
	char script[] = "yes";
	int status;

	(void)state;
	assert_int_equal(collect(script, HIL_NS_PER_S * 20, &status), -EFBIG);
}

/* Has everybody ended who inherited the other end? */
static bool all_ended(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 20000) == 1 && p.revents == POLLHUP;
}

static void collect_ends_what_the_program_started(void **state)
{
	char script[] = "sleep 60 & wait";
	int fd[2], status;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	assert_int_equal(collect(script, WAIT_NS, &status), -ETIME);
	close(fd[1]);
	assert_true(all_ended(fd[0]));
	close(fd[0]);
}

static void collect_ends_the_program_before_a_signal_ends_us(void **state)
{
	char script[] = "kill -TERM $PPID; exec sleep 60";
	int fd[2], status, code;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	if (pid == 0) {
		(void)collect(script, 40 * HIL_NS_PER_S, &status);
		_exit(0);
	}
	close(fd[1]);
	assert_int_equal(waitpid(pid, &code, 0), pid);
	assert_true(WIFSIGNALED(code) && WTERMSIG(code) == SIGTERM);
	assert_true(all_ended(fd[0]));
	close(fd[0]);
}

static void collect_takes_no_notice_of_an_ignored_signal(void **state)
{
	char script[] = "kill -HUP $PPID; exit 4";
	int status;

	(void)state;
	signal(SIGHUP, SIG_IGN);
	assert_int_equal(collect(script, 20 * HIL_NS_PER_S, &status), 0);
	assert_int_equal(status, 4);
	signal(SIGHUP, SIG_DFL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(collect_gives_text_and_status),
		cmocka_unit_test(
			collect_bounds_a_program_that_closed_its_output),
		cmocka_unit_test(collect_bounds_endless_output),
		cmocka_unit_test(collect_ends_what_the_program_started),
		cmocka_unit_test(
			collect_ends_the_program_before_a_signal_ends_us),
		cmocka_unit_test(collect_takes_no_notice_of_an_ignored_signal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
