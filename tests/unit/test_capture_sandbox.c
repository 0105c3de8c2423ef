/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the process that reads files of others can and cannot do any more. */
#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "rig/capture/limits.h"
#include "rig/capture/sandbox.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* The answer of a process that did it after entering the sandbox. */
static int in_sandbox(int (*what)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		if (hil_limits_set(1000) || hil_sandbox_enter())
			_exit(99);
		_exit(what());
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int open_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0;
}

static int create_file(void)
{
	return open("/tmp", O_TMPFILE | O_RDWR, 0600) < 0 ? errno : 0;
}

static int run_program(void)
{
	execl("/bin/true", "true", NULL);
	return errno;
}

static int start_process(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	return pid < 0 ? errno : 0;
}

static int read_file(void)
{
	char byte;
	int fd = open("/proc/self/stat", O_RDONLY);

	return fd >= 0 && read(fd, &byte, 1) == 1 ? 0 : errno;
}

static int take_memory(void)
{
	/* 48 MiB are allowed beyond what was mapped */
	void *some = malloc(16u << 20);
	void *too_much = malloc(64u << 20);

	return !some ? 1 : too_much ? 2 : 0;
}

static void network_programs_and_writing_are_refused(void **state)
{
	(void)state;
	if (SANITIZED)
		skip();
	assert_int_equal(in_sandbox(open_socket), EPERM);
	assert_int_equal(in_sandbox(create_file), EPERM);
	assert_int_equal(in_sandbox(run_program), EPERM);
	assert_int_equal(in_sandbox(start_process), EPERM);
}

static void reading_is_allowed(void **state)
{
	(void)state;
	assert_int_equal(in_sandbox(read_file), 0);
}

static void memory_is_bounded(void **state)
{
	(void)state;
	if (SANITIZED)
		skip();
	assert_int_equal(in_sandbox(take_memory), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(network_programs_and_writing_are_refused),
		cmocka_unit_test(reading_is_allowed),
		cmocka_unit_test(memory_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
