/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the kernel and the machine are set to, as far as it changes a latency:
 * recorded at the start of a run and looked at again while it lasts.
 */
#ifndef HIL_DAEMON_FACTS_H
#define HIL_DAEMON_FACTS_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"

/**
 * hil_facts_constant() - what stays as it is until the next boot
 * @root: "" or a copy of /sys and /proc
 *
 * sysname, nodename, release, version, machine, kernel, preempt_rt, cmdline,
 * isolated, nohz_full, hypervisor, model, tick_hz. What cannot be read is
 * "unknown". Context: start-up only. Return: new object; NULL without memory.
 */
json_t *hil_facts_constant(const char *root);

/**
 * hil_facts_changing() - what somebody may change during a run
 * @cpu: whose governor and idle states
 *
 * governor, idle_states, clocksource, sched_rt_runtime_us,
 * sched_rt_period_us, fair_server, smt, online.
 * Context: any but RT. Return: new object; NULL without memory.
 */
json_t *hil_facts_changing(const char *root, int cpu);

/** hil_facts_tick_hz() - the kernel's tick; 0 unknown. Context: start-up
 * only. */
int hil_facts_tick_hz(const char *root);

/** hil_facts_temperature_mc() - hottest thermal zone; null: unknown */
json_t *hil_facts_temperature_mc(const char *root);

/**
 * hil_facts_machine() - hil_facts_constant() of this machine with
 *	version_hilrigd and temperature_mc
 *
 * Context: start-up only. Return: new object; NULL without memory.
 */
json_t *hil_facts_machine(void);

/** hil_facts_print() - that on standard output. Return: exit status. */
int hil_facts_print(void);

/**
 * hil_facts_vdso() - does clock_gettime() do without a system call
 *
 * Measured against the system call: a vDSO is mapped also where the clock
 * source cannot be read from user space.
 * Context: start-up only, about 1 ms.
 */
bool hil_facts_vdso(void);

/**
 * hil_facts_default_cpu() - where an IST goes when nobody said
 *
 * Context: any. Return: the first isolated CPU, else the first allowed one.
 */
int hil_facts_default_cpu(const char *root);

#endif
