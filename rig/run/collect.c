/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program's output as text, bounded in time and size. */
#include "rig/run/collect.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/base/time.h"

extern char **environ;

#define PAUSE_MS 5

/* A group of its own, so that all that it started can be ended with it. */
static int spawn(char *const *argv, int out, const sigset_t *mask, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int ret;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out, 1);
	posix_spawnattr_setsigmask(&attr, mask);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
						POSIX_SPAWN_SETSIGMASK);
	ret = posix_spawnp(pid, argv[0], &actions, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return -ret;
}

/* What would end us is held back until the program is ended. */
static int hold_signals(sigset_t *before)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction now;
	sigset_t set;
	int fd;

	sigemptyset(&set);
	/* one that is ignored, as nohup has it, ends nothing */
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!sigaction(ends[i], NULL, &now) &&
		    now.sa_handler != SIG_IGN)
			sigaddset(&set, ends[i]);
	if (pthread_sigmask(SIG_BLOCK, &set, before))
		return -EINVAL;
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd >= 0)
		return fd;
	fd = -errno;
	pthread_sigmask(SIG_SETMASK, before, NULL);
	return fd;
}

/* Reads until the end; 0 when it came, in time and in size. */
static int read_all(int fd, int signal_fd, int64_t until_ns, size_t most,
		    char *text)
{
	struct pollfd p[] = { { .fd = fd, .events = POLLIN },
			      { .fd = signal_fd, .events = POLLIN } };
	size_t size = 0;
	int64_t left;
	ssize_t n;

	for (;;) {
		left = (until_ns - hil_time_mono_ns()) / HIL_NS_PER_MS;
		if (left <= 0)
			return -ETIME;
		if (poll(p, 2, (int)left) < 0)
			return -errno;
		if (p[1].revents)
			return -EINTR;
		if (!p[0].revents)
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

/* The end of its output is not yet its own. */
static int wait_end(pid_t pid, int signal_fd, int64_t until_ns, int *code)
{
	struct pollfd p = { .fd = signal_fd, .events = POLLIN };

	while (waitpid(pid, code, WNOHANG) != pid) {
		if (hil_time_mono_ns() >= until_ns)
			return -ETIME;
		if (poll(&p, 1, PAUSE_MS) != 0)
			return -EINTR;
	}
	return 0;
}

static int run(char *const *argv, int64_t until_ns, size_t most, char *text,
	       int *status)
{
	sigset_t before;
	int signal_fd = hold_signals(&before), fd[2], ret, code = 0;
	pid_t pid;

	if (signal_fd < 0)
		return signal_fd;
	ret = pipe2(fd, O_CLOEXEC) ? -errno : 0;
	if (ret)
		goto out;
	ret = spawn(argv, fd[1], &before, &pid);
	close(fd[1]);
	if (!ret) {
		ret = read_all(fd[0], signal_fd, until_ns, most, text);
		if (!ret)
			ret = wait_end(pid, signal_fd, until_ns, &code);
		if (ret) {
			kill(-pid, SIGKILL);
			while (waitpid(pid, &code, 0) < 0 && errno == EINTR)
				;
		}
		*status = WIFEXITED(code) ? WEXITSTATUS(code)
					  : 128 + WTERMSIG(code);
	}
	close(fd[0]);
out:
	close(signal_fd);
	/* one that came ends us here, unless the caller takes it */
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ret;
}

int hil_collect(char *const *argv, int64_t wait_ns, size_t most, char **text,
		int *status)
{
	char *buffer = malloc(most + 2);
	int ret = -ENOMEM;

	*text = NULL;
	*status = 0;
	if (buffer)
		ret = run(argv, hil_time_mono_ns() + wait_ns, most, buffer,
			  status);
	if (ret)
		free(buffer);
	else
		*text = buffer;
	return ret;
}
