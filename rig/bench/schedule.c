/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who goes before whom on the bench's own machine. Without this a loaded
 * machine delays the emulated board by milliseconds.
 */
#include "rig/bench/schedule.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "daemon/base/log.h"

static void choose_cpus(struct hil_schedule *s)
{
	cpu_set_t allowed;
	int cpus[2] = { -1, -1 };
	int count = 0;

	s->main_cpu = s->vcpu_cpu = -1;
	if (sched_getaffinity(0, sizeof(allowed), &allowed) ||
	    CPU_COUNT(&allowed) != 2)
		return;
	for (int i = 0; i < CPU_SETSIZE && count < 2; i++)
		if (CPU_ISSET((size_t)i, &allowed))
			cpus[count++] = i;
	s->main_cpu = cpus[0];
	s->vcpu_cpu = cpus[1];
}

static int set_thread(pid_t tid, int priority, int cpu)
{
	struct sched_param param = { .sched_priority = priority };
	cpu_set_t cpus;

	if (cpu >= 0) {
		CPU_ZERO(&cpus);
		CPU_SET((size_t)cpu, &cpus);
		if (sched_setaffinity(tid, sizeof(cpus), &cpus))
			return -errno;
	}
	return sched_setscheduler(tid, SCHED_FIFO, &param) ? -errno : 0;
}

void hil_schedule_init(struct hil_schedule *s, bool wanted)
{
	*s = (struct hil_schedule){ .wanted = wanted,
				    .main_cpu = -1,
				    .vcpu_cpu = -1 };
	snprintf(s->text, sizeof(s->text), "no real-time priorities (%s)",
		 wanted ? "the board is starting" : "--no-rt");
	if (wanted)
		choose_cpus(s);
}

void hil_schedule_apply(struct hil_schedule *s, pid_t qemu, pid_t vcpu,
			int generator)
{
	int ret;

	if (!s->wanted)
		return;
	ret = set_thread(qemu, HIL_SCHEDULE_MAIN_LOOP, s->main_cpu);
	if (!ret)
		ret = set_thread(vcpu, HIL_SCHEDULE_VCPU, s->vcpu_cpu);
	if (!ret)
		ret = set_thread(0, HIL_SCHEDULE_SERVER, -1);
	if (!ret && generator != HIL_SCHEDULE_GENERATOR)
		ret = -EPERM;
	if (ret) {
		snprintf(s->text, sizeof(s->text),
			 "no real-time priorities: %s", strerror(-ret));
		hil_warning("cannot give the bench real-time priorities: %s; "
			    "a loaded machine will delay the board: run as "
			    "root or raise the limit 'ulimit -r' to %d",
			    strerror(-ret), HIL_SCHEDULE_GENERATOR);
		return;
	}
	/* not MCL_FUTURE: with a small limit it makes allocations fail */
	s->locked = mlockall(MCL_CURRENT) == 0;
	s->real_time = true;
	snprintf(s->text, sizeof(s->text),
		 "main loop FIFO %d, vCPU FIFO %d, generator FIFO %d, memory "
		 "%slocked",
		 HIL_SCHEDULE_MAIN_LOOP, HIL_SCHEDULE_VCPU, generator,
		 s->locked ? "" : "not ");
}

int64_t hil_schedule_waited_ns(pid_t pid, pid_t tid)
{
	char path[64];
	int64_t waited = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/schedstat", (int)pid,
		 (int)tid);
	file = fopen(path, "re");
	if (!file)
		return -1;
	if (fscanf(file, "%*u %" SCNd64, &waited) != 1)
		waited = -1;
	fclose(file);
	return waited;
}
