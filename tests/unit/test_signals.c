/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "daemon/base/signals.h"

/* What came by @fd; 0: nothing. */
static int next_signal(int fd)
{
	struct signalfd_siginfo info;

	return read(fd, &info, sizeof(info)) == sizeof(info)
		       ? (int)info.ssi_signo
		       : 0;
}

static void each_of_the_three_comes_by_the_descriptor(void **state)
{
	const int wanted[] = { SIGINT, SIGTERM, SIGHUP };
	int fd = hil_signals_open(0);

	(void)state;
	assert_true(fd >= 0);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(next_signal(fd), 0);
		assert_int_equal(raise(wanted[i]), 0);
		assert_int_equal(next_signal(fd), wanted[i]);
	}
	close(fd);
}

static void one_that_was_ignored_is_so_no_more(void **state)
{
	struct sigaction now;
	int fd;

	(void)state;
	signal(SIGINT, SIG_IGN);
	fd = hil_signals_open(0);
	assert_true(fd >= 0);
	assert_int_equal(raise(SIGINT), 0);
	assert_int_equal(next_signal(fd), SIGINT);
	assert_int_equal(sigaction(SIGINT, NULL, &now), 0);
	assert_true(now.sa_handler == SIG_DFL);
	close(fd);
}

static void a_hangup_that_nohup_ignores_stays_ignored(void **state)
{
	struct sigaction now;
	sigset_t hangup;
	int fd;

	(void)state;
	/* others before have blocked it: then it would be kept */
	sigemptyset(&hangup);
	sigaddset(&hangup, SIGHUP);
	assert_int_equal(sigprocmask(SIG_UNBLOCK, &hangup, NULL), 0);
	signal(SIGHUP, SIG_IGN);
	fd = hil_signals_open(0);
	assert_true(fd >= 0);
	assert_int_equal(raise(SIGHUP), 0);
	assert_int_equal(next_signal(fd), 0);
	assert_int_equal(sigaction(SIGHUP, NULL, &now), 0);
	assert_true(now.sa_handler == SIG_IGN);
	signal(SIGHUP, SIG_DFL);
	close(fd);
}

static void another_comes_only_when_it_is_named(void **state)
{
	int fd = hil_signals_open(0), with_quit;

	(void)state;
	assert_true(fd >= 0);
	with_quit = hil_signals_open(SIGQUIT);
	assert_true(with_quit >= 0);
	assert_int_equal(raise(SIGQUIT), 0);
	assert_int_equal(next_signal(fd), 0);
	assert_int_equal(next_signal(with_quit), SIGQUIT);
	close(with_quit);
	close(fd);
}

static void a_broken_pipe_is_an_error_and_no_end(void **state)
{
	int fd = hil_signals_open(0), ends[2];

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	errno = 0;
	assert_int_equal(write(ends[1], "x", 1), -1);
	assert_int_equal(errno, EPIPE);
	close(ends[1]);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_of_the_three_comes_by_the_descriptor),
		cmocka_unit_test(one_that_was_ignored_is_so_no_more),
		cmocka_unit_test(a_hangup_that_nohup_ignores_stays_ignored),
		cmocka_unit_test(another_comes_only_when_it_is_named),
		cmocka_unit_test(a_broken_pipe_is_an_error_and_no_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
