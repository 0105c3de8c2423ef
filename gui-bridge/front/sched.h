/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a front end's own process is scheduled: asked for, applied, read back. */
#ifndef HIL_FRONT_SCHED_H
#define HIL_FRONT_SCHED_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_sched {
	int policy;   /* SCHED_OTHER, … */
	int priority; /* 1 to 99 for fifo and rr, else 0 */
};

/**
 * hil_sched_parse() - "other", "batch", "idle", "fifo:PRIO", "rr:PRIO"
 *
 * Return: 0; -EINVAL not such a word; -ERANGE priority not 1 to 99.
 */
int hil_sched_parse(const char *text, struct hil_sched *sched) HIL_MUST_CHECK;

/**
 * hil_sched_apply() - for the calling thread and those it makes afterwards
 * @sched: NULL: leave as it is
 * @cpus: list as "0,2-3"; NULL: leave as it is
 *
 * Context: start-up only, before other threads. Messages are printed.
 * Return: 0; -EPERM no right to it; -EINVAL; other -errno.
 */
int hil_sched_apply(const struct hil_sched *sched,
		    const char *cpus) HIL_MUST_CHECK;

/** hil_sched_read() - what it really is, "fifo:70"; Return: @text */
char *hil_sched_read(char *text, size_t size);
/** hil_sched_read_cpus() - "0-3"; Return: @text */
char *hil_sched_read_cpus(char *text, size_t size);

#endif
