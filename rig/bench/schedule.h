/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real-time priorities and CPUs for the bench's threads on this machine. */
#ifndef HIL_BENCH_SCHEDULE_H
#define HIL_BENCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define HIL_SCHEDULE_GENERATOR 50
#define HIL_SCHEDULE_MAIN_LOOP 40
#define HIL_SCHEDULE_VCPU      30
#define HIL_SCHEDULE_SERVER    20

struct hil_schedule {
	bool wanted;
	bool real_time;         /* all of it was allowed */
	bool locked;            /* memory */
	int main_cpu, vcpu_cpu; /* -1: any */
	char text[160];         /* for the user */
};

/**
 * hil_schedule_init() - choose CPUs, change nothing yet
 * @wanted: false: hil_schedule_apply() will leave all as it is
 *
 * With two CPUs the main loop and the generator share one, the vCPU has the
 * other. Context: start-up only.
 */
void hil_schedule_init(struct hil_schedule *s, bool wanted);

/**
 * hil_schedule_apply() - QEMU's main loop, its vCPU, and the calling thread
 * @generator: priority that the generator's thread got
 *
 * To be called when the board is up: while it boots, its vCPU would take the
 * CPU from another bench that measures. Says plainly when it may not be done.
 *
 * Context: start-up only.
 */
void hil_schedule_apply(struct hil_schedule *s, pid_t qemu, pid_t vcpu,
			int generator);

/**
 * hil_schedule_waited_ns() - time a thread was ready to run but did not
 *
 * Context: any but RT. Return: since its start, -1 if unknown.
 * Source: the kernel's Documentation/scheduler/sched-stats.rst.
 */
int64_t hil_schedule_waited_ns(pid_t pid, pid_t tid);

#endif
