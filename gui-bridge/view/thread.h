/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread as a process viewer shows it, from /proc. */
#ifndef HIL_VIEW_THREAD_H
#define HIL_VIEW_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_THREAD_UNKNOWN UINT64_MAX

struct hil_thread {
	char role[16]; /* "IST", "irq thread", "front end" */
	char comm[16];
	int32_t pid;    /* of its process, for /proc/PID/task/TID */
	int32_t tid;    /* 0: not known */
	int32_t policy; /* SCHED_FIFO …; -1: unknown, and so is what follows */
	int32_t priority; /* 1 to 99, 0 for ordinary threads */
	int32_t cpu;      /* where it ran last */
	uint64_t run_ns;  /* CPU time */
	int64_t ran_ns;   /* CLOCK_MONOTONIC when it was last seen to have
			   * run; 0: not seen since we look */
	uint64_t voluntary, involuntary; /* context switches */
	uint64_t minor, major;           /* page faults */
};

/**
 * hil_thread_read() - bring one up to date
 * @proc: "/proc", or a copy of one in tests
 * @t: pid and tid are set; role is left alone
 * @mono_ns: now
 *
 * Context: any but RT.
 * Return: 0; -ESRCH it has ended or is hidden; then policy is -1.
 */
int hil_thread_read(const char *proc, struct hil_thread *t, int64_t mono_ns);

/** hil_thread_policy_name() - "FIFO", "RR", "other", "batch", "idle", … */
const char *hil_thread_policy_name(int32_t policy);

/**
 * hil_thread_find() - the first thread of a process with a name
 * @comm: "hilrigd-ist"
 *
 * Return: its tid; -ENOENT.
 */
int32_t hil_thread_find(const char *proc, int32_t pid, const char *comm);

#endif
