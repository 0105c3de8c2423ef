/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts programs that speak with us on their standard descriptors. */
#include "daemon/base/piped.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define LOOK_NS (2 * HIL_NS_PER_MS)

extern char **environ;

static int make_pipes(int to[2], int from[2])
{
	if (pipe2(to, O_CLOEXEC))
		return -errno;
	if (pipe2(from, O_CLOEXEC)) {
		int ret = -errno;

		close(to[0]);
		close(to[1]);
		return ret;
	}
	return 0;
}

int hil_piped_spawn_on(char **argv, pid_t *pid, int in, int out)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none, usual;
	int ret;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	posix_spawn_file_actions_adddup2(&actions, in, 0);
	posix_spawn_file_actions_adddup2(&actions, out, 1);
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGINT);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &usual);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
						POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETSIGDEF);
	ret = posix_spawnp(pid, argv[0], &actions, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return -ret;
}

int hil_piped_spawn(char **argv, pid_t *pid, int *in, int *out)
{
	int to[2], from[2];
	int ret = make_pipes(to, from);

	if (ret)
		return ret;
	ret = hil_piped_spawn_on(argv, pid, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	if (ret) {
		close(to[1]);
		close(from[0]);
		return ret;
	}
	fcntl(from[0], F_SETFL, O_NONBLOCK);
	*in = to[1];
	*out = from[0];
	return 0;
}

int hil_piped_wait(pid_t pid, int64_t wait_ns, int *status)
{
	const struct timespec nap = { .tv_nsec = LOOK_NS };
	int64_t until_ns = hil_time_mono_ns() + wait_ns;
	pid_t got;

	while ((got = waitpid(pid, status, WNOHANG)) != pid) {
		if (got < 0 && errno != EINTR)
			return -errno;
		if (hil_time_mono_ns() >= until_ns)
			return -ETIME;
		nanosleep(&nap, NULL);
	}
	return 0;
}

int hil_piped_end(pid_t pid, int64_t wait_ns, int *status)
{
	static const int signals[] = { SIGTERM, SIGKILL };
	int ret = hil_piped_wait(pid, wait_ns, status);

	for (size_t i = 0; ret == -ETIME && i < 2; i++) {
		kill(-pid, signals[i]);
		ret = hil_piped_wait(pid, wait_ns, status);
	}
	return ret;
}
