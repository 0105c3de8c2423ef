/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of kernel, scheduler, clocks and tracing. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "daemon/doctor_private.h"
#include "daemon/facts.h"
#include "daemon/sysfs.h"

#define MSR_SMI_COUNT 0x34

static void check_preempt_rt(struct hil_doctor *d)
{
	bool rt = json_is_true(json_object_get(d->constant, "preempt_rt"));

	hil_doctor_row(d, "preempt_rt", "PREEMPT_RT",
		       rt ? HIL_DOCTOR_GOOD : HIL_DOCTOR_BAD,
		       rt ? ""
			  : "boot a PREEMPT_RT kernel (Debian: "
			    "linux-image-rt-*); without one, latency has no "
			    "bound",
		       "%s", hil_doctor_text(d->constant, "release"));
}

static void check_throttling(struct hil_doctor *d)
{
	const json_t *us = json_object_get(d->changing, "sched_rt_runtime_us");
	const json_t *of = json_object_get(d->changing, "sched_rt_period_us");
	long long runtime = json_integer_value(us);

	if (!json_is_integer(us))
		hil_doctor_row(d, "rt_throttling", "RT throttling",
			       HIL_DOCTOR_UNKNOWN,
			       "make /proc/sys/kernel readable", "unknown");
	else if (runtime < 0)
		hil_doctor_row(
			d, "rt_throttling", "RT throttling", HIL_DOCTOR_GOOD,
			"a runaway thread now stops the board for good", "off");
	else
		hil_doctor_row(d, "rt_throttling", "RT throttling",
			       HIL_DOCTOR_GOOD, "", "%lld of %lld us", runtime,
			       (long long)json_integer_value(of));
}

static void check_fair_server(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->changing, "fair_server");
	bool known = strcmp(text, "unknown");

	hil_doctor_row(d, "fair_server", "fair server",
		       known ? HIL_DOCTOR_GOOD : HIL_DOCTOR_UNKNOWN,
		       known ? ""
			     : "kernels before 6.12 have none; else mount "
			       "debugfs and look as root",
		       "%s", text);
}

static void check_clock(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->changing, "clocksource");
	bool known = strcmp(text, "unknown");
	bool slow = !strcmp(text, "hpet") || !strcmp(text, "acpi_pm") ||
		    !strcmp(text, "jiffies") || !strcmp(text, "pit");
	bool vdso = hil_facts_vdso();
	const char *advice = "";

	if (!known)
		advice = "make /sys/devices/system visible";
	else if (slow)
		advice = "a slow clock costs microseconds a stamp: find out "
			 "why the kernel left the faster one (dmesg)";
	hil_doctor_row(d, "clocksource", "clock source",
		       !known ? HIL_DOCTOR_UNKNOWN
		       : slow ? HIL_DOCTOR_BAD
			      : HIL_DOCTOR_GOOD,
		       advice, "%s", text);
	hil_doctor_row(d, "vdso", "vDSO clock", HIL_DOCTOR_GOOD,
		       vdso ? ""
			    : "each time stamp is a system call here: part of "
			      "the measured latency",
		       "%s", vdso ? "yes" : "no, a system call a stamp");
}

static void check_tracefs(struct hil_doctor *d)
{
	bool there = hil_sysfs_exists(d->root, "/sys/kernel/tracing/instances");

	hil_doctor_row(d, "tracefs", "tracefs",
		       there ? HIL_DOCTOR_GOOD : HIL_DOCTOR_UNKNOWN,
		       there ? ""
			     : "to explain spikes: as root, mount -t tracefs "
			       "tracefs /sys/kernel/tracing",
		       "%s", there ? "mounted" : "not visible");
}

static void check_hypervisor(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->constant, "hypervisor");
	bool none = !strcmp(text, "none");

	hil_doctor_row(d, "virtualisation", "virtualisation",
		       none ? HIL_DOCTOR_GOOD : HIL_DOCTOR_BAD,
		       none ? ""
			    : "absolute times mean little in a virtual "
			      "machine: time taken by the host looks like "
			      "hardware noise",
		       "%s", text);
}

/* MSR 0x34, the count of system management interrupts of Intel's CPUs. */
static bool read_smi_count(const struct hil_doctor *d, unsigned int *count)
{
	char path[512];
	uint64_t value = 0;
	bool read_whole;
	int fd;

	snprintf(path, sizeof(path), "%s/dev/cpu/%d/msr", d->root, d->cpu);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	read_whole = pread(fd, &value, sizeof(value), MSR_SMI_COUNT) ==
		     sizeof(value);
	close(fd);
	*count = (unsigned int)value;
	return read_whole;
}

/* System management interrupts stop an x86 for up to milliseconds. */
static void check_smi(struct hil_doctor *d)
{
	static const char id[] = "smi";
	static const char title[] = "firmware interrupts";
	struct utsname name;
	unsigned int count;

	if (read_smi_count(d, &count))
		hil_doctor_row(d, id, title, HIL_DOCTOR_GOOD,
			       count ? "look again after a run: more of them "
				       "are delays that no kernel can avoid"
				     : "",
			       "%u since boot", count);
	else if (!uname(&name) && strcmp(name.machine, "x86_64"))
		hil_doctor_row(d, id, title, HIL_DOCTOR_GOOD, "",
			       "none on this architecture");
	else
		hil_doctor_row(d, id, title, HIL_DOCTOR_UNKNOWN,
			       "as root: modprobe msr, then look again",
			       "not counted");
}

void hil_doctor_kernel(struct hil_doctor *d)
{
	check_preempt_rt(d);
	check_throttling(d);
	check_fair_server(d);
	check_clock(d);
	check_tracefs(d);
	check_hypervisor(d);
	check_smi(d);
}
