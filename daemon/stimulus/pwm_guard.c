/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guard waits for one byte, in a session of its own, so that what ends the
 * program does not reach it. The end of the pipe without it is the program's.
 */
#include "daemon/stimulus/pwm_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static void guard(int fd, const struct hil_pwm_channel *p)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	ssize_t n;
	char byte;

	setsid();
	/* who reads our output must not wait for the guard */
	dup2(fd, STDIN_FILENO);
	if (null >= 0)
		dup2(null, STDOUT_FILENO);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	do {
		n = read(STDIN_FILENO, &byte, 1);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		hil_pwm_close(p);
	_exit(0);
}

int hil_pwm_guard_start(struct hil_pwm_guard *g,
			const struct hil_pwm_channel *p)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC))
		return -errno;
	g->pid = fork();
	if (g->pid < 0) {
		int ret = -errno;

		close(fd[0]);
		close(fd[1]);
		return ret;
	}
	if (g->pid == 0)
		guard(fd[0], p);
	close(fd[0]);
	g->fd = fd[1];
	return 0;
}

void hil_pwm_guard_end(struct hil_pwm_guard *g)
{
	ssize_t n = write(g->fd, "x", 1);

	/* the end of the pipe makes it give back once more, which is no harm */
	(void)n;
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
}
