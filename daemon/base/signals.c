/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks them and opens the descriptor; who reads it decides what they mean. */
#include "daemon/base/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/signalfd.h>

/* nohup's way to say that a terminal's end is not ours. */
static bool is_ignored(int number)
{
	struct sigaction now;

	return !sigaction(number, NULL, &now) && now.sa_handler == SIG_IGN;
}

int hil_signals_open(int more)
{
	const int hangup = is_ignored(SIGHUP) ? 0 : SIGHUP;
	const int wanted[] = { SIGINT, SIGTERM, hangup, more };
	sigset_t set;
	int fd;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		if (wanted[i])
			sigaddset(&set, wanted[i]);
	/* first: a default action in between would end the program */
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -errno;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		if (wanted[i])
			signal(wanted[i], SIG_DFL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}
