/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the CPU that the IST would run on. */
#include <stdio.h>
#include <string.h>

#include "daemon/doctor_private.h"
#include "daemon/sysfs.h"

#define DEEP_IDLE_US 10 /* an exit from idle that a latency would show */

static void check_governor(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->changing, "governor");
	bool good = !strcmp(text, "performance") || !strcmp(text, "none");

	hil_doctor_row(d, "governor", "frequency governor",
		       good                       ? HIL_DOCTOR_GOOD
		       : !strcmp(text, "unknown") ? HIL_DOCTOR_UNKNOWN
						  : HIL_DOCTOR_BAD,
		       good ? ""
			    : "as root: echo performance > /sys/devices/system"
			      "/cpu/cpuN/cpufreq/scaling_governor, or measure "
			      "the product's setting knowingly",
		       "%s (CPU %d)", text, d->cpu);
}

/* "WFI 1us, retention 400us off": is an enabled state slow to leave? */
static bool has_deep_state(const char *text)
{
	const char *at = text;
	long long us;
	int end;

	for (; *at; at += strcspn(at, ","), at += *at == ',') {
		const char *number = at + strcspn(at, ",");

		while (number > at && number[-1] != ' ')
			number--;
		end = 0;
		if (sscanf(number, "%lldus%n", &us, &end) == 1 && end &&
		    us > DEEP_IDLE_US)
			return true;
	}
	return false;
}

static void check_idle(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->changing, "idle_states");
	bool deep = has_deep_state(text);

	hil_doctor_row(d, "idle_states", "idle states", HIL_DOCTOR_GOOD,
		       deep ? "slow to leave; hilrigd keeps the CPU out of "
			      "them while it runs (--cpu-dma-latency 0): the "
			      "product may not"
			    : "",
		       "%s", text);
}

static void check_isolated(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->constant, "isolated");

	hil_doctor_row(d, "isolated", "isolated CPUs", HIL_DOCTOR_GOOD, "",
		       "%s", text);
}

static void check_smt(struct hil_doctor *d)
{
	const char *text = hil_doctor_text(d->changing, "smt");
	bool on = !strcmp(text, "on");

	hil_doctor_row(d, "smt", "SMT", on ? HIL_DOCTOR_BAD : HIL_DOCTOR_GOOD,
		       on ? "two threads share a core: boot with nosmt, or "
			    "echo off > /sys/devices/system/cpu/smt/control"
			  : "",
		       "%s", strcmp(text, "unknown") ? text : "none");
}

static void check_affinity(struct hil_doctor *d)
{
	char text[256];
	int n = hil_sysfs_text(d->root, text, sizeof(text),
			       "/proc/irq/default_smp_affinity");

	hil_doctor_row(d, "affinity", "interrupt affinity",
		       n > 0 ? HIL_DOCTOR_GOOD : HIL_DOCTOR_UNKNOWN,
		       n > 0 ? "" : "make /proc/irq readable",
		       "default mask %s, CPU of the thread %d",
		       n > 0 ? text : "unknown", d->cpu);
}

void hil_doctor_cpu(struct hil_doctor *d)
{
	check_governor(d);
	check_idle(d);
	check_isolated(d);
	check_smt(d);
	check_affinity(d);
}
