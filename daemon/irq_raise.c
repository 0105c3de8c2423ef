/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets and reports priority and CPU of the threads that irq_path.c found.
 * Setting is always followed by reading back: only that counts.
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/irq_path.h"
#include "daemon/sysfs.h"

static int thread_move(const struct hil_irq_thread *t, int cpu)
{
	cpu_set_t set;
	char text[16];

	/*
	 * The interrupt first: its thread follows it. Children of a cascaded
	 * controller refuse, so the thread is moved by itself as well.
	 */
	snprintf(text, sizeof(text), "%d", cpu);
	(void)hil_sysfs_put("", text, "/proc/irq/%d/smp_affinity_list", t->irq);
	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	return sched_setaffinity(t->pid, sizeof(set), &set) ? -errno : 0;
}

static int thread_raise(const struct hil_irq_thread *t, int priority)
{
	struct sched_param param = { .sched_priority = priority };
	struct sched_param got = { 0 };

	if (sched_setscheduler(t->pid, SCHED_FIFO, &param))
		return -errno;
	if (sched_getscheduler(t->pid) != SCHED_FIFO ||
	    sched_getparam(t->pid, &got) || got.sched_priority != priority)
		return -EXDEV;
	return 0;
}

static void thread_remember(struct hil_irq_thread *t)
{
	struct sched_param param = { 0 };

	t->policy = sched_getscheduler(t->pid);
	(void)sched_getparam(t->pid, &param);
	t->priority = param.sched_priority;
	(void)sched_getaffinity(t->pid, sizeof(t->cpus), &t->cpus);
	(void)hil_sysfs_text("", t->irq_cpus, sizeof(t->irq_cpus),
			     "/proc/irq/%d/smp_affinity_list", t->irq);
	t->raised = true;
}

int hil_irq_path_raise(struct hil_irq_path *path, int priority, int cpu)
{
	struct hil_irq_thread *t = path->thread;
	struct hil_irq_thread *end = t + path->threads;
	int ret;

	for (; t < end; t++) {
		thread_remember(t);
		ret = thread_raise(t, priority);
		if (ret) {
			hil_error("cannot raise %s (pid %d) to SCHED_FIFO %d: "
				  "%s; run as root or with CAP_SYS_NICE, or "
				  "measure below it with --no-raise",
				  t->comm, (int)t->pid, priority,
				  ret == -EXDEV ? "it did not stay there"
						: strerror(-ret));
			return ret;
		}
		ret = cpu < 0 ? 0 : thread_move(t, cpu);
		if (ret) {
			hil_error("cannot move %s (pid %d) to CPU %d: %s",
				  t->comm, (int)t->pid, cpu, strerror(-ret));
			return ret;
		}
	}
	return 0;
}

void hil_irq_path_restore(struct hil_irq_path *path)
{
	struct hil_irq_thread *t = path->thread;
	struct hil_irq_thread *end = t + path->threads;

	for (; t < end; t++) {
		const struct sched_param param = { .sched_priority =
							   t->priority };

		if (!t->raised)
			continue;
		/* Best effort: the thread may be gone, and we end. */
		(void)hil_sysfs_put("", t->irq_cpus,
				    "/proc/irq/%d/smp_affinity_list", t->irq);
		(void)sched_setaffinity(t->pid, sizeof(t->cpus), &t->cpus);
		(void)sched_setscheduler(t->pid, t->policy, &param);
		t->raised = false;
	}
}

const struct hil_irq_thread *hil_irq_path_below(const struct hil_irq_path *path,
						int priority)
{
	struct sched_param param;
	size_t i;

	for (i = 0; i < path->threads; i++) {
		const struct hil_irq_thread *t = &path->thread[i];
		int policy = sched_getscheduler(t->pid);

		if (policy == SCHED_DEADLINE)
			continue;
		if ((policy != SCHED_FIFO && policy != SCHED_RR) ||
		    sched_getparam(t->pid, &param) ||
		    param.sched_priority <= priority)
			return t;
	}
	return NULL;
}

static const char *policy_name(int policy)
{
	switch (policy) {
	case SCHED_FIFO:
		return "fifo";
	case SCHED_RR:
		return "rr";
	case SCHED_DEADLINE:
		return "deadline";
	case SCHED_OTHER:
		return "other";
	case SCHED_BATCH:
		return "batch";
	case SCHED_IDLE:
		return "idle";
	default:
		return "unknown";
	}
}

static json_t *thread_to_json(const struct hil_irq_thread *t)
{
	struct sched_param param = { 0 };
	int policy = sched_getscheduler(t->pid);
	char cpus[128] = "unknown";
	cpu_set_t set;

	(void)sched_getparam(t->pid, &param);
	if (!sched_getaffinity(t->pid, sizeof(set), &set))
		hil_cpu_list_format(&set, cpus, sizeof(cpus));
	return json_pack("{s:i, s:s, s:i, s:s, s:i, s:s, s:b}", "pid",
			 (int)t->pid, "comm", t->comm, "irq", t->irq, "policy",
			 policy_name(policy), "priority", param.sched_priority,
			 "affinity", cpus, "demux", t->bank);
}

json_t *hil_irq_path_to_json(const char *root, const struct hil_irq_path *path)
{
	static const char *const flows[] = { "unknown", "edge", "level" };
	static const char *const stamps[] = { "unknown", "hardirq", "demux",
					      "nested" };
	json_t *threads = json_array();
	char cpus[128] = "unknown";
	size_t i;

	for (i = 0; i < path->threads; i++)
		json_array_append_new(threads,
				      thread_to_json(&path->thread[i]));
	(void)hil_sysfs_text(root, cpus, sizeof(cpus),
			     "/proc/irq/%d/smp_affinity_list", path->line_irq);
	return json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:o}", "irq",
			 path->line_irq, "irq_chip", path->irq_chip,
			 "irq_driver", path->driver, "irq_flow",
			 flows[path->flow], "stamp_context",
			 stamps[path->stamp], "irq_affinity", cpus,
			 "irq_threads", threads);
}
