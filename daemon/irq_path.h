/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every interrupt and kernel thread between the pin and the IST. An event
 * passes the line's irq thread (SCHED_FIFO 50 by default) before read()
 * returns, and on some controllers the bank's demultiplexer thread before
 * that: whatever runs above them but below the IST would be measured silently.
 */
#ifndef HIL_DAEMON_IRQ_PATH_H
#define HIL_DAEMON_IRQ_PATH_H

#include <jansson.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "daemon/base/attr.h"

#define HIL_IRQ_THREADS_MAX 8
#define HIL_IRQ_BANKS_MAX   4

enum hil_irq_flow {
	HIL_IRQ_FLOW_UNKNOWN,
	HIL_IRQ_FLOW_EDGE, /* the controller latches an edge that comes while
			    * the thread works: seqno shows it */
	HIL_IRQ_FLOW_LEVEL /* masked until the thread ends: seqno cannot gap */
};

enum hil_irq_stamp {
	HIL_IRQ_STAMP_UNKNOWN,
	HIL_IRQ_STAMP_HARDIRQ,
	HIL_IRQ_STAMP_DEMUX, /* in the bank's thread */
	HIL_IRQ_STAMP_NESTED /* in the thread of an expander */
};

struct hil_irq_thread {
	pid_t pid;
	int irq;
	char comm[16];
	bool bank; /* a demultiplexer, not the line's own */
	/* as it was before hil_irq_path_raise() */
	bool raised;
	int policy;
	int priority;
	cpu_set_t cpus;
	char irq_cpus[64];
};

struct hil_irq_path {
	int line_irq; /* -1: not found */
	int bank_irq[HIL_IRQ_BANKS_MAX];
	size_t banks;
	char irq_chip[64];
	char driver[64]; /* of the gpiochip's device */
	enum hil_irq_flow flow;
	enum hil_irq_stamp stamp;
	struct hil_irq_thread thread[HIL_IRQ_THREADS_MAX];
	size_t threads;
};

/**
 * hil_irq_path_find() - look the path up in /sys/kernel/irq and /proc
 * @root: "" or a copy of /sys and /proc
 * @consumer: name of the line's interrupt action, as its request gave it;
 *	NULL looks for the bank's threads alone, of which there may be none
 * @chip: "gpiochip0"
 *
 * Context: any but RT.
 * Return: 0; -ENOENT no interrupt of that name; -EXDEV no thread was found
 * though there must be one (hidden /proc); -E2BIG more than fit; other -errno.
 * Source: linux kernel/irq/irqdesc.c (sysfs), kernel/irq/manage.c (threads),
 * drivers/gpio/gpiolib-cdev.c (action name is the consumer).
 */
int hil_irq_path_find(const char *root, const char *consumer, const char *chip,
		      struct hil_irq_path *path) HIL_MUST_CHECK;

/**
 * hil_irq_path_raise() - put each thread at a priority and on the IST's CPU
 * @priority: SCHED_FIFO
 * @cpu: of the IST, -1 leaves the CPUs alone
 *
 * Reads everything back. Prints a message that names the thread.
 * Context: start-up only. Return: 0; -EPERM; other -errno.
 */
int hil_irq_path_raise(struct hil_irq_path *path, int priority,
		       int cpu) HIL_MUST_CHECK;

/**
 * hil_irq_path_restore() - put each raised thread back to what it was
 *
 * The line's own thread ends with its request; a bank's serves others too.
 * Context: any but RT, before the lines are given back.
 */
void hil_irq_path_restore(struct hil_irq_path *path);

/**
 * hil_irq_path_below() - the first thread not above a priority
 *
 * Context: any but RT. Return: NULL when each one runs above @priority.
 */
const struct hil_irq_thread *hil_irq_path_below(const struct hil_irq_path *path,
						int priority);

/**
 * hil_irq_path_to_json() - irq, irq_chip, irq_driver, irq_flow,
 *	stamp_context, irq_affinity and irq_threads[] for the settings
 *
 * Context: any but RT. Return: new object; NULL without memory.
 */
json_t *hil_irq_path_to_json(const char *root, const struct hil_irq_path *path);

#endif
