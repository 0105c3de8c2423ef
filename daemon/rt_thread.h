/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one door to real time: a thread is at its priority, on its CPU, with
 * locked memory, or it is not made at all and a message says why.
 */
#ifndef HIL_DAEMON_RT_THREAD_H
#define HIL_DAEMON_RT_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "daemon/base/attr.h"

#define HIL_RT_STACK_BYTES 1048576
#define HIL_RT_TOUCH_BYTES 65536 /* of stack, written before it runs */

/**
 * hil_rt_prepare() - lock memory, guard against runaway threads, block signals
 *
 * Locks present and future pages. A real-time thread that computes for 200 ms
 * without blocking is asked to stop (hil_rt_runaway()), after 400 ms the kernel
 * ends the process (RLIMIT_RTTIME). Signals that end the program are blocked,
 * in every thread made later as well: read them from a signalfd.
 *
 * Context: start-up only, once. Return: 0; -errno, the message is printed.
 */
int hil_rt_prepare(void) HIL_MUST_CHECK;

/** hil_rt_runaway() - has a thread used up its time without blocking */
bool hil_rt_runaway(void);

/**
 * hil_rt_latency_hold() - hold /dev/cpu_dma_latency at a value
 * @us: longest wake-up from idle, in us
 *
 * System-wide, and only while the descriptor is open.
 * Context: start-up only. Return: descriptor; -errno, the message is printed.
 */
int hil_rt_latency_hold(int32_t us) HIL_MUST_CHECK;

struct hil_rt_thread {
	/* set by the caller */
	const char *name;
	int priority; /* SCHED_FIFO */
	int cpu;      /* -1: any */
	void (*run)(void *context);
	void *context;
	/* the thread's */
	pthread_t thread;
	pid_t tid;
	int checked; /* 0, or why it refused to run */
	bool started;
	_Atomic bool done; /* run() has returned */
};

/**
 * hil_rt_start() - make the thread and wait until it has checked itself
 *
 * Context: start-up only, after hil_rt_prepare().
 * Return: 0; -EPERM no right to the priority; other -errno; the message is
 * printed.
 */
int hil_rt_start(struct hil_rt_thread *t) HIL_MUST_CHECK;

/**
 * hil_rt_stop() - get it out of a blocking call until run() returns; join it
 * @timeout_ms: how long to try
 *
 * What makes run() return must have been said before.
 * Context: any but RT. Return: 0; -ETIMEDOUT it does not answer.
 */
int hil_rt_stop(struct hil_rt_thread *t, int timeout_ms);

/** hil_rt_changed() - is it no longer what hil_rt_start() made. Context: any */
bool hil_rt_changed(const struct hil_rt_thread *t);

#endif
