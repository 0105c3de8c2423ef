/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scheduling of the front end's own threads; nobody else's is touched. */
#include "gui-bridge/front/sched.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"

struct policy {
	const char *name;
	int policy;
	bool real_time;
};

static const struct policy policies[] = {
	{ "other", SCHED_OTHER, false }, { "batch", SCHED_BATCH, false },
	{ "idle", SCHED_IDLE, false },   { "fifo", SCHED_FIFO, true },
	{ "rr", SCHED_RR, true },
};

#define POLICIES (sizeof(policies) / sizeof(policies[0]))

int hil_sched_parse(const char *text, struct hil_sched *sched)
{
	size_t i, length = strcspn(text, ":");
	uint64_t priority = 0;

	for (i = 0; i < POLICIES; i++) {
		if (strlen(policies[i].name) == length &&
		    !strncmp(policies[i].name, text, length))
			break;
	}
	if (i == POLICIES || policies[i].real_time != (text[length] == ':'))
		return -EINVAL;
	if (policies[i].real_time) {
		if (hil_number_u64(text + length + 1, &priority) == -EINVAL)
			return -EINVAL;
		if (priority < 1 || priority > 99)
			return -ERANGE;
	}
	sched->policy = policies[i].policy;
	sched->priority = (int)priority;
	return 0;
}

static int next_cpu(const char **text, unsigned long *cpu)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	*cpu = strtoul(*text, &end, 10);
	*text = end;
	return *cpu < CPU_SETSIZE ? 0 : -ERANGE;
}

/* "0,2-3" as the kernel's own lists are written. */
static int parse_cpus(const char *text, cpu_set_t *set)
{
	unsigned long first = 0, last;
	int ret;

	CPU_ZERO(set);
	for (;;) {
		ret = next_cpu(&text, &first);
		last = first;
		if (!ret && *text == '-') {
			text++;
			ret = next_cpu(&text, &last);
		}
		if (ret || last < first)
			return -EINVAL;
		for (; first <= last; first++)
			CPU_SET(first, set);
		if (*text == '\0')
			return 0;
		if (*text++ != ',')
			return -EINVAL;
	}
}

static int apply_cpus(const char *cpus)
{
	cpu_set_t set;

	if (parse_cpus(cpus, &set)) {
		hil_error("--cpus %s: must be a list as 0,2-3", cpus);
		return -EINVAL;
	}
	if (sched_setaffinity(0, sizeof(set), &set)) {
		hil_error("cannot run on CPUs %s: %s", cpus,
			  errno == EINVAL ? "there are none of these"
					  : strerror(errno));
		return errno == EINVAL ? -EINVAL : -EPERM;
	}
	return 0;
}

int hil_sched_apply(const struct hil_sched *sched, const char *cpus)
{
	struct sched_param param = { 0 };
	int ret = cpus ? apply_cpus(cpus) : 0;
	char text[32];

	if (ret || !sched)
		return ret;
	param.sched_priority = sched->priority;
	if (!sched_setscheduler(0, sched->policy, &param))
		return 0;
	ret = -errno;
	hil_error("cannot be scheduled as asked (now %s): %s",
		  hil_sched_read(text, sizeof(text)),
		  ret == -EPERM ? "no right to real-time priorities; run as "
				  "root or raise RLIMIT_RTPRIO"
				: strerror(-ret));
	return ret;
}

char *hil_sched_read(char *text, size_t size)
{
	struct sched_param param = { 0 };
	int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
	size_t i;

	sched_getparam(0, &param);
	for (i = 0; i < POLICIES; i++) {
		if (policies[i].policy == policy)
			break;
	}
	if (i == POLICIES)
		snprintf(text, size, "policy %d", policy);
	else if (policies[i].real_time)
		snprintf(text, size, "%s:%d", policies[i].name,
			 param.sched_priority);
	else
		snprintf(text, size, "%s", policies[i].name);
	return text;
}

static size_t last_of_run(const cpu_set_t *set, size_t cpu)
{
	while (cpu + 1 < CPU_SETSIZE && CPU_ISSET(cpu + 1, set))
		cpu++;
	return cpu;
}

char *hil_sched_read_cpus(char *text, size_t size)
{
	cpu_set_t set;
	size_t i, last, at = 0;
	int n;

	text[0] = '\0';
	if (sched_getaffinity(0, sizeof(set), &set))
		return text;
	for (i = 0; i < CPU_SETSIZE; i = last + 1) {
		last = i;
		if (!CPU_ISSET(i, &set))
			continue;
		last = last_of_run(&set, i);
		n = last > i ? snprintf(text + at, size - at, "%s%zu-%zu",
					at ? "," : "", i, last)
			     : snprintf(text + at, size - at, "%s%zu",
					at ? "," : "", i);
		if (n < 0 || (size_t)n >= size - at)
			break;
		at += (size_t)n;
	}
	return text;
}
