/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program's output as text, bounded in time and size. */
#include "rig/run/collect.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/time.h"

extern char **environ;

static int spawn(char *const *argv, int out, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int ret;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out, 1);
	ret = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return -ret;
}

/* Reads until the end; 0 when it came, in time and in size. */
static int read_all(int fd, int64_t until_ns, size_t most, char *text)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t size = 0;
	int64_t left;
	ssize_t n;

	for (;;) {
		left = (until_ns - hil_time_mono_ns()) / HIL_NS_PER_MS;
		if (left <= 0)
			return -ETIME;
		if (poll(&p, 1, (int)left) < 0 && errno != EINTR)
			return -errno;
		if (!p.revents)
			continue;
		n = read(fd, text + size, most + 1 - size);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n == 0) {
			text[size] = '\0';
			return 0;
		}
		if (n > 0)
			size += (size_t)n;
		if (size > most)
			return -EFBIG;
	}
}

int hil_collect(char *const *argv, int64_t wait_ns, size_t most, char **text,
		int *status)
{
	int64_t until = hil_time_mono_ns() + wait_ns;
	char *buffer = malloc(most + 2);
	int fd[2], ret, code = 0;
	pid_t pid;

	*text = NULL;
	if (!buffer)
		return -ENOMEM;
	if (pipe2(fd, O_CLOEXEC)) {
		free(buffer);
		return -errno;
	}
	ret = spawn(argv, fd[1], &pid);
	close(fd[1]);
	if (!ret) {
		ret = read_all(fd[0], until, most, buffer);
		if (ret)
			kill(pid, SIGKILL);
		while (waitpid(pid, &code, 0) < 0 && errno == EINTR)
			;
		*status = WIFEXITED(code) ? WEXITSTATUS(code)
					  : 128 + WTERMSIG(code);
	}
	close(fd[0]);
	if (ret)
		free(buffer);
	else
		*text = buffer;
	return ret;
}
