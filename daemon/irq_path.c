/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the interrupts by their action names and the threads by theirs. What
 * to do about them is in irq_raise.c.
 */
#include "daemon/irq_path.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/number.h"
#include "daemon/sysfs.h"

#define KTHREAD 0x00200000u /* PF_KTHREAD of linux/sched.h */

/*
 * Drivers whose flow handler is handle_level_irq although the trigger is an
 * edge: /sys/kernel/irq/N/type shows the trigger only.
 */
static const char *const level_flow_drivers[] = { "gpio-mxc", NULL };

struct search {
	const char *root;
	const char *consumer;
	char device[64]; /* parent of the gpiochip */
	struct hil_irq_path *path;
};

/* Is @name one of the comma-separated @list? */
static bool listed(const char *list, const char *name)
{
	size_t length = name ? strlen(name) : 0;
	const char *at = list;

	while (length && (at = strstr(at, name))) {
		if ((at == list || at[-1] == ',') &&
		    (at[length] == ',' || !at[length]))
			return true;
		at += length;
	}
	return false;
}

static int match_irq(void *context, const char *name)
{
	struct search *s = context;
	struct hil_irq_path *p = s->path;
	char actions[256];
	uint64_t irq;

	if (hil_number_u64(name, &irq) || irq > INT_MAX)
		return 0;
	if (hil_sysfs_text(s->root, actions, sizeof(actions),
			   "/sys/kernel/irq/%s/actions", name) <= 0)
		return 0;
	if (listed(actions, s->consumer)) {
		p->line_irq = (int)irq;
	} else if (listed(actions, s->device)) {
		if (p->banks == HIL_IRQ_BANKS_MAX)
			return -E2BIG;
		p->bank_irq[p->banks++] = (int)irq;
	}
	return 0;
}

static bool is_kernel_thread(const char *root, const char *pid)
{
	char stat[512];
	unsigned int flags;
	const char *after;

	if (hil_sysfs_text(root, stat, sizeof(stat), "/proc/%s/stat", pid) < 0)
		return false;
	/* The name may hold blanks and ')': the fields follow the last one. */
	after = strrchr(stat, ')');
	return after &&
	       sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %u", &flags) == 1 &&
	       (flags & KTHREAD);
}

static bool on_path(const struct hil_irq_path *p, int irq, bool *bank)
{
	size_t i;

	*bank = false;
	if (irq == p->line_irq)
		return true;
	*bank = true;
	for (i = 0; i < p->banks; i++)
		if (irq == p->bank_irq[i])
			return true;
	return false;
}

static int match_thread(void *context, const char *name)
{
	struct search *s = context;
	struct hil_irq_path *p = s->path;
	struct hil_irq_thread thread = { 0 };
	char comm[32];
	uint64_t pid;

	if (hil_number_u64(name, &pid) || pid > INT_MAX)
		return 0;
	if (hil_sysfs_text(s->root, comm, sizeof(comm), "/proc/%s/comm", name) <
	    0)
		return 0;
	if (sscanf(comm, "irq/%d-", &thread.irq) != 1 ||
	    !on_path(p, thread.irq, &thread.bank) ||
	    !is_kernel_thread(s->root, name))
		return 0;
	if (p->threads == HIL_IRQ_THREADS_MAX)
		return -E2BIG;
	thread.pid = (pid_t)pid;
	snprintf(thread.comm, sizeof(thread.comm), "%.15s", comm);
	p->thread[p->threads++] = thread;
	return 0;
}

/* The device behind a gpiochip, and its driver. Not an error if unknown. */
static void device_find(struct search *s, const char *chip)
{
	char path[PATH_MAX], real[PATH_MAX], link[PATH_MAX];
	char *slash;
	ssize_t n;

	snprintf(path, sizeof(path), "%s/sys/bus/gpio/devices/%s", s->root,
		 chip);
	if (!realpath(path, real))
		return;
	slash = strrchr(real, '/');
	*slash = '\0';
	slash = strrchr(real, '/');
	snprintf(s->device, sizeof(s->device), "%.63s", slash ? slash + 1 : "");
	if ((size_t)snprintf(path, sizeof(path), "%s/driver", real) >=
	    sizeof(path))
		return;
	n = readlink(path, link, sizeof(link) - 1);
	if (n <= 0)
		return;
	link[n] = '\0';
	slash = strrchr(link, '/');
	snprintf(s->path->driver, sizeof(s->path->driver), "%.63s",
		 slash ? slash + 1 : link);
}

/* The flow handler itself, where the kernel was built to show it. */
static enum hil_irq_flow flow_debugfs(const char *root, int irq)
{
	char text[2048];

	if (hil_sysfs_text(root, text, sizeof(text),
			   "/sys/kernel/debug/irq/irqs/%d", irq) <= 0)
		return HIL_IRQ_FLOW_UNKNOWN;
	if (strstr(text, "handle_edge_irq"))
		return HIL_IRQ_FLOW_EDGE;
	if (strstr(text, "handle_level_irq"))
		return HIL_IRQ_FLOW_LEVEL;
	return HIL_IRQ_FLOW_UNKNOWN;
}

static enum hil_irq_flow flow_find(const char *root,
				   const struct hil_irq_path *p)
{
	enum hil_irq_flow flow = flow_debugfs(root, p->line_irq);
	const char *const *driver = level_flow_drivers;
	char type[16];

	if (flow != HIL_IRQ_FLOW_UNKNOWN)
		return flow;
	for (; *driver; driver++)
		if (!strcmp(p->driver, *driver))
			return HIL_IRQ_FLOW_LEVEL;
	if (hil_sysfs_text(root, type, sizeof(type), "/sys/kernel/irq/%d/type",
			   p->line_irq) <= 0)
		return HIL_IRQ_FLOW_UNKNOWN;
	if (!strcmp(type, "edge"))
		return HIL_IRQ_FLOW_EDGE;
	return strcmp(type, "level") ? HIL_IRQ_FLOW_UNKNOWN
				     : HIL_IRQ_FLOW_LEVEL;
}

/* A line whose irq has no thread of its own runs inside its parent's. */
static enum hil_irq_stamp stamp_find(const struct hil_irq_path *p)
{
	bool own = false, bank = false;
	size_t i;

	for (i = 0; i < p->threads; i++) {
		own |= !p->thread[i].bank;
		bank |= p->thread[i].bank;
	}
	if (!own && !bank)
		return HIL_IRQ_STAMP_UNKNOWN;
	if (!own)
		return HIL_IRQ_STAMP_NESTED;
	return bank ? HIL_IRQ_STAMP_DEMUX : HIL_IRQ_STAMP_HARDIRQ;
}

int hil_irq_path_find(const char *root, const char *consumer, const char *chip,
		      struct hil_irq_path *path)
{
	struct search s = { .root = root, .consumer = consumer, .path = path };
	int ret;

	memset(path, 0, sizeof(*path));
	path->line_irq = -1;
	device_find(&s, chip);
	ret = hil_sysfs_each(root, "/sys/kernel/irq", match_irq, &s);
	if (ret)
		return ret;
	if (consumer && path->line_irq < 0)
		return -ENOENT;
	(void)hil_sysfs_text(root, path->irq_chip, sizeof(path->irq_chip),
			     "/sys/kernel/irq/%d/chip_name", path->line_irq);
	ret = hil_sysfs_each(root, "/proc", match_thread, &s);
	if (ret)
		return ret;
	path->flow = flow_find(root, path);
	path->stamp = stamp_find(path);
	return path->threads || !consumer ? 0 : -EXDEV;
}
