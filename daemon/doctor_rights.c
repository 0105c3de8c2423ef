/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of what this user may do: a measurement needs all of it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "daemon/doctor_private.h"
#include "daemon/sysfs.h"

#define CAP_IPC_LOCK_BIT 14 /* linux/capability.h */
#define CAP_SYS_NICE_BIT 23
#define MEMLOCK_BYTES    (64u << 20)

static bool has_capability(const struct hil_doctor *d, unsigned int bit)
{
	unsigned long long effective = 0;
	char text[4096];
	const char *at;

	if (hil_sysfs_text(d->root, text, sizeof(text), "/proc/self/status") <=
	    0)
		return false;
	at = strstr(text, "CapEff:");
	return at && sscanf(at, "CapEff: %llx", &effective) == 1 &&
	       (effective >> bit & 1);
}

struct chips {
	const struct hil_doctor *d;
	int found;
	int usable;
	char name[64]; /* one of them, not usable if any is not */
};

static int look_at_chip(void *context, const char *name)
{
	struct chips *c = context;
	char path[512];
	bool usable;

	if (c->d->chip ? strcmp(name, c->d->chip)
		       : strncmp(name, "gpiochip", 8))
		return 0;
	snprintf(path, sizeof(path), "%s/dev/%s", c->d->root, name);
	usable = !access(path, R_OK | W_OK);
	if (!usable || !c->found)
		snprintf(c->name, sizeof(c->name), "%.63s", name);
	c->found++;
	c->usable += usable;
	return 0;
}

static void check_gpio(struct hil_doctor *d)
{
	struct chips c = { .d = d };

	(void)hil_sysfs_each(d->root, "/dev", look_at_chip, &c);
	if (!c.found)
		hil_doctor_row(d, "gpiochip", "GPIO chip", HIL_DOCTOR_BAD,
			       "enable the GPIO character device and its "
			       "driver; 'gpiodetect' lists chips",
			       "no %s in /dev", d->chip ? d->chip : "gpiochip");
	else if (c.usable < c.found)
		hil_doctor_row(d, "gpiochip", "GPIO chip", HIL_DOCTOR_BAD,
			       "run as root or join the group that owns it "
			       "(see 60-hilrig.rules)",
			       "no permission for /dev/%s", c.name);
	else
		hil_doctor_row(d, "gpiochip", "GPIO chip", HIL_DOCTOR_GOOD, "",
			       "%d usable", c.usable);
}

static void check_priority(struct hil_doctor *d)
{
	bool nice = has_capability(d, CAP_SYS_NICE_BIT);

	hil_doctor_row(
		d, "rtprio", "real-time priority",
		nice ? HIL_DOCTOR_GOOD : HIL_DOCTOR_BAD,
		nice ? ""
		     : "run as root or with CAP_SYS_NICE: it also raises "
		       "the kernel's threads (an 'rtprio' limit does "
		       "not)",
		"%s", nice ? "CAP_SYS_NICE" : "no CAP_SYS_NICE");
}

static void check_memory(struct hil_doctor *d)
{
	bool lock = has_capability(d, CAP_IPC_LOCK_BIT);
	struct rlimit limit = { 0 };

	(void)getrlimit(RLIMIT_MEMLOCK, &limit);
	if (!lock)
		lock = limit.rlim_cur >= MEMLOCK_BYTES;
	hil_doctor_row(d, "memlock", "locked memory",
		       lock ? HIL_DOCTOR_GOOD : HIL_DOCTOR_BAD,
		       lock ? ""
			    : "run as root, with CAP_IPC_LOCK, or raise the "
			      "'memlock' limit to 64 MiB",
		       limit.rlim_cur == RLIM_INFINITY ? "limit none"
						       : "limit %llu KiB",
		       (unsigned long long)limit.rlim_cur / 1024);
}

static void check_latency(struct hil_doctor *d)
{
	char path[512];
	bool there, usable;

	snprintf(path, sizeof(path), "%s/dev/cpu_dma_latency", d->root);
	there = !access(path, F_OK);
	usable = !access(path, W_OK);
	hil_doctor_row(d, "cpu_dma_latency", "cpu_dma_latency",
		       usable  ? HIL_DOCTOR_GOOD
		       : there ? HIL_DOCTOR_BAD
			       : HIL_DOCTOR_UNKNOWN,
		       usable  ? ""
		       : there ? "run as root, or give the group hilrig the "
				 "device (see 60-hilrig.rules)"
			       : "without it, use --cpu-dma-latency off",
		       "%s",
		       usable  ? "may be held"
		       : there ? "no permission"
			       : "no such device");
}

void hil_doctor_rights(struct hil_doctor *d)
{
	check_gpio(d);
	check_priority(d);
	check_memory(d);
	check_latency(d);
}
