/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process that turned a generator on dies; see peer.h for the transport. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "rig/instrument/generator.h"
#include "rig/instrument/guard.h"
#include "tests/unit/peer.h"
#include "tests/unit/test.h"

static const struct hil_generator_wave wave = { .frequency_hz = 250,
						.high_volts = 3.3,
						.low_volts = 0,
						.load_ohms = INFINITY,
						.duty = 0.5 };

/* What the process does that dies: says with a byte that the output is on. */
static void turn_on_and_wait(const char *device, int out, bool off_again)
{
	struct hil_generator *g;
	int ret = hil_generator_open(device, 3.3, &g);

	if (!ret)
		ret = hil_generator_set(g, &wave);
	if (!ret)
		ret = hil_generator_on(g);
	if (!ret && off_again)
		ret = hil_generator_off(g);
	if (write(out, &ret, sizeof(ret)) != sizeof(ret))
		_exit(1);
	for (;;)
		pause();
}

/* The process, with the output on. */
static pid_t start(struct peer *peer, bool off_again)
{
	int fds[2], ret = -1;
	pid_t pid;

	/* the guard becomes ours, so that its end can be waited for */
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	assert_int_equal(pipe(fds), 0);
	pid = fork();
	if (!pid)
		turn_on_and_wait(peer_device(peer), fds[1], off_again);
	assert_true(pid > 0);
	close(fds[1]);
	assert_int_equal(read(fds[0], &ret, sizeof(ret)), sizeof(ret));
	assert_int_equal(ret, 0);
	close(fds[0]);
	return pid;
}

/* Its guard's exit status; the test's time-out ends a hang. */
static int kill_and_wait(pid_t pid, int signal_number)
{
	int status;

	assert_int_equal(kill(pid, signal_number), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(waitpid(-1, &status, 0) > 0);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void output_goes_off_when_its_process_is_killed(void **state)
{
	static const enum fake_maker makers[] = { FAKE_KEYSIGHT, FAKE_SIGLENT };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct peer *peer = peer_new(makers[i]);
		pid_t pid = start(peer, false);

		assert_true(peer_generator(peer)->on);
		assert_int_equal(kill_and_wait(pid, SIGKILL), 0);
		assert_false(peer_generator(peer)->on);
		peer_free(peer);
	}
}

static void output_goes_off_when_its_process_crashes(void **state)
{
	struct peer *peer = peer_new(FAKE_KEYSIGHT);
	pid_t pid = start(peer, false);

	(void)state;
	assert_int_equal(kill_and_wait(pid, SIGABRT), 0);
	assert_false(peer_generator(peer)->on);
	peer_free(peer);
}

/* Somebody else may have turned it on meanwhile. */
static void guard_leaves_alone_what_was_off(void **state)
{
	struct peer *peer = peer_new(FAKE_KEYSIGHT);
	pid_t pid = start(peer, true);

	(void)state;
	assert_false(peer_generator(peer)->on);
	peer_generator(peer)->on = true;
	assert_int_equal(kill_and_wait(pid, SIGKILL), 0);
	assert_true(peer_generator(peer)->on);
	peer_free(peer);
}

static void orderly_end_leaves_no_guard(void **state)
{
	struct peer *peer = peer_new(FAKE_KEYSIGHT);
	struct hil_generator *g;

	(void)state;
	assert_int_equal(hil_generator_open(peer_device(peer), 3.3, &g), 0);
	assert_int_equal(hil_generator_set(g, &wave), 0);
	assert_int_equal(hil_generator_on(g), 0);
	hil_generator_close(g);
	assert_false(peer_generator(peer)->on);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	peer_free(peer);
}

static void guard_that_was_killed_is_missed(void **state)
{
	struct hil_guard *g;
	char path[64];
	FILE *children;
	int pid = 0;

	(void)state;
	assert_int_equal(hil_guard_start("manual", &g), 0);
	assert_int_equal(hil_guard_set(g, true), 0);
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", getpid());
	children = fopen(path, "r");
	assert_non_null(children);
	assert_int_equal(fscanf(children, "%d", &pid), 1);
	fclose(children);
	assert_int_equal(kill(pid, SIGKILL), 0);
	/* its end of the socket closes when it is gone */
	while (!hil_guard_set(g, true))
		usleep(1000);
	assert_int_equal(hil_guard_set(g, true), -EPIPE);
	hil_guard_stop(g);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_goes_off_when_its_process_is_killed),
		cmocka_unit_test(output_goes_off_when_its_process_crashes),
		cmocka_unit_test(guard_leaves_alone_what_was_off),
		cmocka_unit_test(orderly_end_leaves_no_guard),
		cmocka_unit_test(guard_that_was_killed_is_missed),
	};

	(void)argc;
	peer_prepare(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
