/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator seen from the bench's loop; generator_thread.c is the rest. */
#include "rig/bench/generator_private.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define PIN_STALL_NS 2000000

struct hil_generator *hil_generator_new(void)
{
	struct hil_generator *g = calloc(1, sizeof(*g));
	pthread_mutexattr_t attr;

	if (!g)
		return NULL;
	g->qtest_fd = -1;
	g->answer_start = true;
	g->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	g->timer_fd =
		timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&g->lock, &attr);
	pthread_mutexattr_destroy(&attr);
	if (g->wake_fd < 0 || g->timer_fd < 0) {
		hil_generator_free(g);
		return NULL;
	}
	return g;
}

int hil_generator_start(struct hil_generator *g, int qtest_fd, const char *path,
			int priority, int cpu)
{
	int ret;

	g->qtest_fd = qtest_fd;
	for (int i = 0; i < 2 * HIL_GENERATOR_LINES; i++)
		if (snprintf(g->command[i / 2][i % 2], HIL_GENERATOR_COMMAND,
			     "set_irq_in %s unnamed-gpio-in %d %d\n", path,
			     i / 2, i % 2) >= HIL_GENERATOR_COMMAND)
			return -ENAMETOOLONG;
	g->want_priority = priority;
	g->want_cpu = cpu;
	g->priority = -1;
	ret = -pthread_create(&g->thread, NULL, hil_generator_thread, g);
	g->started = ret == 0;
	while (g->started && g->priority < 0)
		sched_yield();
	return ret;
}

static void wake(struct hil_generator *g)
{
	uint64_t one = 1;

	if (write(g->wake_fd, &one, sizeof(one)) < 0)
		return; /* the counter is full: the thread wakes anyway */
}

void hil_generator_free(struct hil_generator *g)
{
	if (!g)
		return;
	pthread_mutex_lock(&g->lock);
	g->quit = true;
	pthread_mutex_unlock(&g->lock);
	if (g->started) {
		wake(g);
		pthread_join(g->thread, NULL);
	}
	pthread_mutex_destroy(&g->lock);
	for (size_t i = 0; i < 3; i++) {
		int fd = (int[]){ g->qtest_fd, g->wake_fd, g->timer_fd }[i];

		if (fd >= 0)
			close(fd);
	}
	free(g);
}

int hil_generator_tid(const struct hil_generator *g)
{
	return g->tid;
}

int hil_generator_priority(const struct hil_generator *g)
{
	return g->priority;
}

void hil_generator_set(struct hil_generator *g,
		       const struct hil_generator_settings *settings)
{
	pthread_mutex_lock(&g->lock);
	g->settings = *settings;
	pthread_mutex_unlock(&g->lock);
	wake(g);
}

void hil_generator_levels(struct hil_generator *g, double *high_volts,
			  double *low_volts)
{
	pthread_mutex_lock(&g->lock);
	*high_volts = g->settings.high_volts;
	*low_volts = g->settings.low_volts;
	pthread_mutex_unlock(&g->lock);
}

void hil_generator_trigger(struct hil_generator *g)
{
	pthread_mutex_lock(&g->lock);
	g->trigger = true;
	pthread_mutex_unlock(&g->lock);
	wake(g);
}

void hil_generator_wire(struct hil_generator *g, unsigned int line)
{
	pthread_mutex_lock(&g->lock);
	g->wired = line;
	pthread_mutex_unlock(&g->lock);
	wake(g);
}

void hil_generator_drive(struct hil_generator *g, unsigned int line, bool level)
{
	const char *command = g->command[line][level];
	size_t size = strlen(command);

	/* a short message on such a socket is never mixed with another's */
	if (g->qtest_fd < 0 ||
	    send(g->qtest_fd, command, size, MSG_DONTWAIT | MSG_NOSIGNAL) !=
		    (ssize_t)size)
		g->refused++;
}

void hil_generator_mute(struct hil_generator *g, bool mute)
{
	pthread_mutex_lock(&g->lock);
	g->mute = mute;
	pthread_mutex_unlock(&g->lock);
	wake(g);
}

void hil_generator_counters(struct hil_generator *g,
			    struct hil_generator_counters *counters)
{
	*counters = (struct hil_generator_counters){
		.sent = g->sent,
		.skipped = g->skipped,
		.late = g->late,
		.worst_ns = g->worst_ns,
		.refused = g->refused,
		.pin_stalls = g->pin_stalls,
		.pin_worst_ns = g->pin_worst_ns,
	};
}

int64_t hil_generator_seen(struct hil_generator *g, int64_t mono_ns)
{
	/* pairs with the release in the thread's set_pin() */
	uint64_t told = atomic_load_explicit(&g->told, memory_order_acquire);
	int64_t delay_ns;

	if (g->seen == told)
		return -1;
	if (told - g->seen > HIL_GENERATOR_RING)
		g->seen = told - HIL_GENERATOR_RING;
	delay_ns = mono_ns - g->told_ns[g->seen++ % HIL_GENERATOR_RING];
	if (delay_ns > PIN_STALL_NS)
		g->pin_stalls++;
	if (delay_ns > g->pin_worst_ns)
		g->pin_worst_ns = delay_ns;
	return delay_ns;
}
