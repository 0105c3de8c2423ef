/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thread keeps an absolute schedule and never waits for an answer. It
 * skips a period that it is late for by more than a quarter, so the board sees
 * no bunched edges, and counts it. Which edges are due is the business of
 * daemon/stimulus/schedule.c.
 */
#include "rig/bench/generator_private.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define LATE_NS       1000000
#define FIRST_EDGE_NS 2000000 /* from "on" to the first edge */

/* What the thread works on between two looks at the settings. */
struct output {
	struct hil_generator_settings settings;
	bool quit, running;
	unsigned int line; /* that the output is wired to */
};

/* Answers are "OK" lines; anything else is a command that was refused. */
static void read_answers(struct hil_generator *g)
{
	char bytes[4096];
	ssize_t n;

	while ((n = recv(g->qtest_fd, bytes, sizeof(bytes), MSG_DONTWAIT)) >
	       0) {
		for (ssize_t i = 0; i < n; i++) {
			if (g->answer_start && bytes[i] != 'O' &&
			    bytes[i] != 'I')
				g->refused++;
			g->answer_start = bytes[i] == '\n';
		}
	}
}

static int set_pin(struct hil_generator *g, bool level, int64_t now_ns)
{
	const char *command = g->command[g->line][level];
	size_t size = strlen(command);
	uint64_t told = atomic_load_explicit(&g->told, memory_order_relaxed);

	if (send(g->qtest_fd, command, size, MSG_DONTWAIT | MSG_NOSIGNAL) !=
	    (ssize_t)size) {
		g->refused++;
		return -EPIPE;
	}
	if (g->level == level)
		return 0;
	g->level = level;
	g->told_ns[told % HIL_GENERATOR_RING] = now_ns;
	/* pairs with the acquire in hil_generator_seen() */
	atomic_store_explicit(&g->told, told + 1, memory_order_release);
	return 0;
}

static void look(struct hil_generator *g, struct output *o)
{
	uint64_t count;

	while (read(g->wake_fd, &count, sizeof(count)) > 0)
		;
	pthread_mutex_lock(&g->lock);
	o->settings = g->settings;
	o->quit = g->quit;
	o->running = g->settings.on && !g->mute &&
		     (!g->settings.burst || g->trigger);
	g->trigger = false;
	o->line = g->wired;
	pthread_mutex_unlock(&g->lock);
}

/* Return: true when the time is there, false when something has changed. */
static bool wait_until(struct hil_generator *g, int64_t mono_ns)
{
	const struct itimerspec at = {
		.it_value = { .tv_sec = mono_ns / HIL_NS_PER_S,
			      .tv_nsec = mono_ns % HIL_NS_PER_S }
	};
	struct pollfd polls[] = { { .fd = g->timer_fd, .events = POLLIN },
				  { .fd = g->wake_fd, .events = POLLIN } };

	timerfd_settime(g->timer_fd, TFD_TIMER_ABSTIME, &at, NULL);
	while (poll(polls, 2, -1) < 0 && errno == EINTR)
		;
	return !(polls[1].revents & POLLIN);
}

static void note_lateness(struct hil_generator *g, int64_t late_ns)
{
	if (late_ns > LATE_NS)
		g->late++;
	if (late_ns > g->worst_ns)
		g->worst_ns = late_ns;
}

/* One period. Return: false when something has changed meanwhile. */
static bool make_edge(struct hil_generator *g,
		      const struct hil_schedule_edge *e, int64_t period_ns)
{
	int64_t least_ns =
		e->interval_ns < period_ns ? e->interval_ns : period_ns;
	int64_t now_ns;

	if (!wait_until(g, e->rise_ns))
		return false;
	now_ns = hil_time_mono_ns();
	if (now_ns - e->rise_ns > least_ns / 4) {
		g->skipped++;
		return true;
	}
	note_lateness(g, now_ns - e->rise_ns);
	if (set_pin(g, true, now_ns) == 0)
		g->sent++;
	read_answers(g);
	if (!wait_until(g, e->fall_ns))
		return false;
	set_pin(g, false, hil_time_mono_ns());
	read_answers(g);
	return true;
}

static void run_output(struct hil_generator *g, const struct output *o)
{
	const struct hil_generator_settings *s = &o->settings;
	const uint64_t sent = g->sent;
	struct hil_stimulus_schedule schedule;
	struct hil_schedule_edge edge;

	hil_stimulus_start(&schedule, &s->pattern, s->frequency_hz,
			   s->duty_percent / 100,
			   hil_time_mono_ns() + FIRST_EDGE_NS);
	/* of a burst all pulses come, if later: what is left out is not one */
	while (!s->burst || g->sent - sent < s->cycles) {
		hil_stimulus_next(&schedule, &edge);
		if (!make_edge(g, &edge, schedule.period_ns))
			break;
	}
	if (g->level)
		set_pin(g, false, hil_time_mono_ns());
}

/* Between two runs of the output: it is low then, and so is the new line. */
static void change_line(struct hil_generator *g, unsigned int line)
{
	if (line == g->line)
		return;
	set_pin(g, false, hil_time_mono_ns());
	g->line = line;
	set_pin(g, false, hil_time_mono_ns());
}

static void become_real_time(struct hil_generator *g)
{
	struct sched_param param = { .sched_priority = g->want_priority };
	cpu_set_t cpus;

	g->tid = gettid();
	pthread_setname_np(pthread_self(), "generator");
	if (g->want_cpu >= 0) {
		CPU_ZERO(&cpus);
		CPU_SET((size_t)g->want_cpu, &cpus);
		sched_setaffinity(0, sizeof(cpus), &cpus);
	}
	if (g->want_priority > 0 &&
	    sched_setscheduler(0, SCHED_FIFO, &param) == 0)
		g->priority = g->want_priority;
	else
		g->priority = 0;
}

void *hil_generator_thread(void *context)
{
	struct hil_generator *g = context;
	/* a wire of the board is driven meanwhile: answers that nobody reads
	 * would hold QEMU up after a few hundred */
	struct pollfd idle[] = { { .fd = g->wake_fd, .events = POLLIN },
				 { .fd = g->qtest_fd, .events = POLLIN } };
	struct output o = { 0 };

	become_real_time(g);
	set_pin(g, false, hil_time_mono_ns());
	for (look(g, &o); !o.quit; look(g, &o)) {
		change_line(g, o.line);
		if (o.running)
			run_output(g, &o);
		else
			poll(idle, 2, -1);
		read_answers(g);
	}
	return NULL;
}
