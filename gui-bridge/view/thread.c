/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads /proc/PID/task/TID; a thread that is hidden or gone is unknown. */
#include "gui-bridge/view/thread.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_BYTES 4096 /* status, up to the context switches at its end */

static int read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	close(fd);
	if (n <= 0)
		return -ESRCH;
	text[n] = '\0';
	return (int)n;
}

static int read_file(const char *proc, const struct hil_thread *t,
		     const char *name, char text[TEXT_BYTES])
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%d/task/%d/%s", proc, t->pid, t->tid,
		 name);
	return read_text(path, text, TEXT_BYTES);
}

/*
 * Fields of proc(5) stat behind the name, which may hold anything: 10 minflt,
 * 12 majflt, 39 processor, 40 rt_priority, 41 policy.
 */
static int parse_stat(struct hil_thread *t, const char *text)
{
	const char *end = strrchr(text, ')');
	const char *begin = strchr(text, '(');
	uint64_t field[42] = { 0 };
	char *next;
	int i;

	if (!begin || !end || end < begin || end[1] != ' ' || !end[2])
		return -ESRCH;
	snprintf(t->comm, sizeof(t->comm), "%.*s", (int)(end - begin - 1),
		 begin + 1);
	end += 3; /* the state, one letter */
	for (i = 4; i <= 41; i++) {
		field[i] = (uint64_t)strtoll(end, &next, 10);
		if (next == end)
			return -ESRCH;
		end = next;
	}
	t->minor = field[10];
	t->major = field[12];
	t->cpu = (int32_t)field[39];
	t->priority = (int32_t)field[40];
	t->policy = (int32_t)field[41];
	return 0;
}

static uint64_t parse_field(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : HIL_THREAD_UNKNOWN;
}

/* Time on a CPU in ns, the first word of schedstat; else context switches. */
static void note_run(struct hil_thread *t, const char *schedstat,
		     uint64_t switches, int64_t mono_ns)
{
	uint64_t run = schedstat ? strtoull(schedstat, NULL, 10) : switches;

	if (t->run_ns && run != t->run_ns)
		t->ran_ns = mono_ns;
	t->run_ns = run;
}

int hil_thread_read(const char *proc, struct hil_thread *t, int64_t mono_ns)
{
	char text[TEXT_BYTES];
	int ret = t->tid > 0 ? read_file(proc, t, "stat", text) : -ESRCH;

	t->policy = -1;
	if (ret < 0 || parse_stat(t, text) < 0)
		return -ESRCH;
	t->voluntary = t->involuntary = HIL_THREAD_UNKNOWN;
	if (read_file(proc, t, "status", text) > 0) {
		t->voluntary = parse_field(text, "\nvoluntary_ctxt_switches:");
		t->involuntary =
			parse_field(text, "\nnonvoluntary_ctxt_switches:");
	}
	ret = read_file(proc, t, "schedstat", text);
	note_run(t, ret > 0 ? text : NULL, t->voluntary + t->involuntary,
		 mono_ns);
	return 0;
}

const char *hil_thread_policy_name(int32_t policy)
{
	switch (policy) {
	case SCHED_OTHER:
		return "other";
	case SCHED_FIFO:
		return "FIFO";
	case SCHED_RR:
		return "RR";
	case SCHED_BATCH:
		return "batch";
	case SCHED_IDLE:
		return "idle";
	case SCHED_DEADLINE:
		return "deadline";
	default:
		return "unknown";
	}
}

int32_t hil_thread_find(const char *proc, int32_t pid, const char *comm)
{
	char path[128], text[32];
	struct dirent *entry;
	int32_t tid = -ENOENT;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%d/task", proc, pid);
	dir = opendir(path);
	while (dir && tid < 0 && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%d/task/%.20s/comm", proc, pid,
			 entry->d_name);
		if (read_text(path, text, sizeof(text)) <= 0)
			continue;
		text[strcspn(text, "\n")] = '\0';
		if (!strcmp(text, comm))
			tid = (int32_t)strtol(entry->d_name, NULL, 10);
	}
	if (dir)
		closedir(dir);
	return tid;
}
