/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door to real time: what comes through, what does not, how it ends. */
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "daemon/rt_thread.h"
#include "tests/unit/test.h"

static struct test_log messages;

static int prepare(void **state)
{
	(void)state;
	test_log_start(&messages);
	return 0;
}

static int end(void **state)
{
	(void)state;
	test_log_stop();
	return 0;
}

/* Skips where this user may not do what the test is about. */
static void need(int ret)
{
	if (ret == -EPERM || ret == -ENOMEM || ret == -EAGAIN)
		skip();
	assert_int_equal(ret, 0);
}

static void look_at_myself(void *context)
{
	struct sched_param param;
	int *priority = context;

	sched_getparam(0, &param);
	*priority =
		sched_getscheduler(0) == SCHED_FIFO ? param.sched_priority : -1;
}

static void thread_runs_at_its_priority(void **state)
{
	int priority = 0;
	struct hil_rt_thread t = { .name = "test",
				   .priority = 3,
				   .cpu = -1,
				   .run = look_at_myself,
				   .context = &priority };

	(void)state;
	need(hil_rt_prepare());
	need(hil_rt_start(&t));
	assert_int_equal(hil_rt_stop(&t, 5000), 0);
	assert_int_equal(priority, 3);
}

static void read_until_told(void *context)
{
	const int *fd = context;
	char byte;

	/* a pipe that stays empty: only the signal ends it */
	assert_int_equal(read(*fd, &byte, 1), -1);
}

static void stop_gets_it_out_of_a_blocking_read(void **state)
{
	int fd[2];
	struct hil_rt_thread t = { .name = "test",
				   .priority = 3,
				   .cpu = -1,
				   .run = read_until_told,
				   .context = &fd[0] };

	(void)state;
	assert_int_equal(pipe(fd), 0);
	need(hil_rt_prepare());
	need(hil_rt_start(&t));
	assert_false(atomic_load(&t.done));
	assert_int_equal(hil_rt_stop(&t, 5000), 0);
	assert_true(atomic_load(&t.done));
	close(fd[0]);
	close(fd[1]);
}

static void sleep_through_signals(void *context)
{
	const atomic_bool *stop = context;

	while (!atomic_load(stop))
		usleep(1000);
}

static void thread_that_does_not_answer_is_said(void **state)
{
	atomic_bool stop = false;
	struct hil_rt_thread t = { .name = "test",
				   .priority = 3,
				   .cpu = -1,
				   .run = sleep_through_signals,
				   .context = &stop };

	(void)state;
	need(hil_rt_prepare());
	need(hil_rt_start(&t));
	assert_int_equal(hil_rt_stop(&t, 50), -ETIMEDOUT);
	atomic_store(&stop, true);
	assert_int_equal(hil_rt_stop(&t, 5000), 0);
}

static void changed_priority_is_noticed(void **state)
{
	const struct sched_param other = { .sched_priority = 2 };
	atomic_bool stop = false;
	struct hil_rt_thread t = { .name = "test",
				   .priority = 3,
				   .cpu = 0,
				   .run = sleep_through_signals,
				   .context = &stop };

	(void)state;
	need(hil_rt_prepare());
	need(hil_rt_start(&t));
	assert_false(hil_rt_changed(&t));
	assert_int_equal(sched_setscheduler(t.tid, SCHED_FIFO, &other), 0);
	assert_true(hil_rt_changed(&t));
	atomic_store(&stop, true);
	assert_int_equal(hil_rt_stop(&t, 5000), 0);
}

/* In a child without any right: it must not run as an ordinary thread. */
static int start_without_rights(void)
{
	const struct rlimit none = { 0, 0 };
	int ran = 0;
	struct hil_rt_thread t = { .name = "test",
				   .priority = 3,
				   .cpu = -1,
				   .run = look_at_myself,
				   .context = &ran };

	if (setrlimit(RLIMIT_RTPRIO, &none) || (!getuid() && setuid(65534)))
		return 77;
	if (hil_rt_start(&t) != -EPERM || ran)
		return 1;
	return strstr(messages.text,
		      "cannot run thread test at SCHED_FIFO 3") &&
			       strstr(messages.text, "CAP_SYS_NICE")
		       ? 0
		       : 2;
}

static void without_the_right_nothing_runs(void **state)
{
	pid_t pid = fork();
	int status;

	(void)state;
	if (!pid)
		_exit(start_without_rights());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

#define rt_test(t) cmocka_unit_test_setup_teardown(t, prepare, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		rt_test(without_the_right_nothing_runs),
		rt_test(thread_runs_at_its_priority),
		rt_test(stop_gets_it_out_of_a_blocking_read),
		rt_test(thread_that_does_not_answer_is_said),
		rt_test(changed_priority_is_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
