/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes of a bench, by pid and start time, so that a pid that was
 * given to somebody else since is never signalled.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rig/bench/place.h"

#define FILE_NAME  "processes"
#define WAIT_TRIES 100 /* of 20 ms, after SIGTERM and after SIGKILL */

/* Field 22 of /proc/PID/stat; the name before it may hold anything. */
struct hil_bench_process hil_bench_process_get(pid_t pid)
{
	struct hil_bench_process p = { .pid = pid };
	char path[64], text[1024], *at;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return (struct hil_bench_process){ 0 };
	text[n] = '\0';
	at = strrchr(text, ')');
	/* a zombie is dead: only its parent has to hear of it */
	if (!at || at[1] != ' ' || at[2] == 'Z' || at[2] == 'X' ||
	    sscanf(at + 2,
		   "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d "
		   "%*d %*d %*d %*d %*d %llu",
		   &p.start) != 1)
		return (struct hil_bench_process){ 0 };
	return p;
}

bool hil_bench_process_lives(const struct hil_bench_process *p)
{
	struct hil_bench_process now;

	if (p->pid <= 1)
		return false;
	now = hil_bench_process_get(p->pid);
	return now.pid == p->pid && now.start == p->start;
}

int hil_bench_processes_write(int folder, const struct hil_bench_process p[2])
{
	int fd = openat(folder, FILE_NAME,
			O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
			0600);
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (dprintf(fd, "%d %llu\n%d %llu\n", (int)p[0].pid, p[0].start,
		    (int)p[1].pid, p[1].start) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

static void read_processes(int root, const char *name,
			   struct hil_bench_process p[2])
{
	char path[HIL_BENCH_NAME_MAX + sizeof(FILE_NAME) + 1], text[128];
	int pids[2] = { 0, 0 };
	ssize_t n;
	int fd;

	p[0] = p[1] = (struct hil_bench_process){ 0 };
	snprintf(path, sizeof(path), "%s/" FILE_NAME, name);
	fd = openat(root, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return;
	text[n] = '\0';
	if (sscanf(text, "%d %llu %d %llu", &pids[0], &p[0].start, &pids[1],
		   &p[1].start) != 4)
		return;
	p[0].pid = pids[0];
	p[1].pid = pids[1];
}

static bool wait_end(const struct hil_bench_process p[2])
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	for (int i = 0; i < WAIT_TRIES; i++) {
		if (!hil_bench_process_lives(&p[0]) &&
		    !hil_bench_process_lives(&p[1]))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static void signal_both(const struct hil_bench_process p[2], int number)
{
	for (int i = 0; i < 2; i++)
		if (hil_bench_process_lives(&p[i]))
			kill(p[i].pid, number);
}

int hil_bench_end(int root, const char *name)
{
	struct hil_bench_process p[2];

	read_processes(root, name, p);
	signal_both(p, SIGTERM);
	if (!wait_end(p)) {
		signal_both(p, SIGKILL);
		if (!wait_end(p))
			return -ETIMEDOUT;
	}
	return hil_bench_remove(root, name);
}
