/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side of the process that is guarded. */
#include "rig/instrument/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/beside.h"

#define ANSWER_MS 5000

extern char **environ;

struct hil_guard {
	pid_t pid;
	int fd;
};

static int spawn(struct hil_guard *g, const char *device, int fd)
{
	char name[] = HIL_GUARD_PROGRAM;
	char *argv[] = { name, strdup(device), NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	char *path = hil_beside(HIL_GUARD_PROGRAM);
	int ret = ENOMEM;

	if (path && argv[1])
		ret = posix_spawn_file_actions_init(&files);
	if (ret)
		goto out;
	ret = posix_spawnattr_init(&attributes);
	if (ret)
		goto out_files;
	ret = posix_spawn_file_actions_adddup2(&files, fd, STDIN_FILENO);
	/* who reads our output must not wait for the guard's end */
	if (!ret)
		ret = posix_spawn_file_actions_addopen(
			&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	/* a terminal's signals go to the session that has it */
	if (!ret)
		ret = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
	if (!ret)
		ret = posix_spawnp(&g->pid, path, &files, &attributes, argv,
				   environ);
	posix_spawnattr_destroy(&attributes);
out_files:
	posix_spawn_file_actions_destroy(&files);
out:
	free(argv[1]);
	free(path);
	return -ret;
}

int hil_guard_start(const char *device, struct hil_guard **result)
{
	struct hil_guard *g = calloc(1, sizeof(*g));
	int fds[2], ret;

	*result = NULL;
	if (!g)
		return -ENOMEM;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds)) {
		ret = -errno;
		free(g);
		return ret;
	}
	g->fd = fds[0];
	ret = spawn(g, device, fds[1]);
	close(fds[1]);
	if (ret) {
		close(g->fd);
		free(g);
		return ret;
	}
	*result = g;
	return 0;
}

static int say(struct hil_guard *g, char word)
{
	struct pollfd p = { .fd = g->fd, .events = POLLIN };
	char answer = '\0';
	int n;

	if (send(g->fd, &word, 1, MSG_NOSIGNAL) != 1)
		return -EPIPE;
	do {
		n = poll(&p, 1, ANSWER_MS);
	} while (n < 0 && errno == EINTR);
	if (!n)
		return -ETIMEDOUT;
	return recv(g->fd, &answer, 1, 0) == 1 && answer == word ? 0 : -EPIPE;
}

int hil_guard_set(struct hil_guard *g, bool on)
{
	return say(g, on ? HIL_GUARD_ON : HIL_GUARD_OFF);
}

void hil_guard_stop(struct hil_guard *g)
{
	if (!g)
		return;
	/* one that does not answer is no longer needed */
	if (say(g, HIL_GUARD_QUIT))
		kill(g->pid, SIGKILL);
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(g);
}
