/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A GPIO line set by an ordinary thread at absolute times. It is as bad as the
 * board's scheduler lets it be, and says so: a period that it is late for by
 * more than a quarter is left out and counted, so the other line sees no
 * bunched edges; how late the others were is kept.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "daemon/base/histogram.h"
#include "daemon/base/time.h"
#include "daemon/stimulus/schedule.h"
#include "daemon/stimulus/source_line.h"

#define LATE_NS       HIL_NS_PER_MS
#define FIRST_EDGE_NS (2 * HIL_NS_PER_MS) /* from "on" to the first edge */

struct gpio {
	struct hil_source_line line;
	pthread_t thread;
	bool started;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	struct hil_source_wave wave;
	uint64_t generation; /* of the wave */
	bool quit, running;
	uint64_t edges, skipped, late;
	struct hil_histogram *lateness;
};

/* Return: true when the time is there, false when something has changed. */
static bool wait_until(struct gpio *g, int64_t mono_ns, uint64_t generation)
{
	const struct timespec at = { .tv_sec = mono_ns / HIL_NS_PER_S,
				     .tv_nsec = mono_ns % HIL_NS_PER_S };

	while (g->generation == generation)
		if (pthread_cond_timedwait(&g->changed, &g->lock, &at) ==
		    ETIMEDOUT)
			return g->generation == generation;
	return false;
}

/* One period. Return: false when something has changed meanwhile. */
static bool make_edge(struct gpio *g, const struct hil_schedule_edge *e,
		      int64_t period_ns, uint64_t generation)
{
	int64_t least_ns =
		e->interval_ns < period_ns ? e->interval_ns : period_ns;
	int64_t late_ns;

	if (!wait_until(g, e->rise_ns, generation))
		return false;
	late_ns = hil_time_mono_ns() - e->rise_ns;
	if (late_ns > least_ns / 4) {
		g->skipped++;
		return true;
	}
	hil_source_line_set(&g->line, true);
	g->edges++;
	g->late += late_ns > LATE_NS;
	hil_histogram_add(g->lateness, late_ns);
	if (!wait_until(g, e->fall_ns, generation))
		return false;
	hil_source_line_set(&g->line, false);
	return true;
}

static void run_wave(struct gpio *g)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge edge;
	uint64_t generation = g->generation;

	hil_stimulus_start(&s, &g->wave.pattern, g->wave.frequency_hz,
			   g->wave.duty, hil_time_mono_ns() + FIRST_EDGE_NS);
	do {
		hil_stimulus_next(&s, &edge);
	} while (make_edge(g, &edge, s.period_ns, generation));
	hil_source_line_set(&g->line, false);
}

static void *run(void *context)
{
	struct gpio *g = context;

	/* the default of 50 us for ordinary threads is no property of the
	 * board's scheduler */
	prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
	pthread_mutex_lock(&g->lock);
	while (!g->quit) {
		g->running = g->wave.on;
		pthread_cond_broadcast(&g->changed);
		if (g->running)
			run_wave(g);
		else
			pthread_cond_wait(&g->changed, &g->lock);
	}
	pthread_mutex_unlock(&g->lock);
	return NULL;
}

static void gpio_close(void *member)
{
	struct gpio *g = member;

	if (!g)
		return;
	if (g->started) {
		pthread_mutex_lock(&g->lock);
		g->quit = true;
		g->generation++;
		pthread_cond_broadcast(&g->changed);
		pthread_mutex_unlock(&g->lock);
		pthread_join(g->thread, NULL);
	}
	hil_source_line_close(&g->line);
	hil_histogram_free(g->lateness);
	pthread_cond_destroy(&g->changed);
	pthread_mutex_destroy(&g->lock);
	free(g);
}

static struct gpio *gpio_new(void)
{
	struct gpio *g = calloc(1, sizeof(*g));
	pthread_condattr_t attr;

	if (!g)
		return NULL;
	pthread_mutex_init(&g->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&g->changed, &attr);
	pthread_condattr_destroy(&attr);
	g->lateness = hil_histogram_new();
	if (g->lateness)
		return g;
	gpio_close(g);
	return NULL;
}

static int gpio_open(const struct hil_source_place *place, void **member)
{
	struct gpio *g = gpio_new();
	int ret = g ? hil_source_line_open(&g->line, place) : -ENOMEM;

	if (!ret) {
		ret = -pthread_create(&g->thread, NULL, run, g);
		g->started = !ret;
	}
	if (ret) {
		gpio_close(g);
		g = NULL;
	}
	*member = g;
	return ret;
}

static int gpio_apply(void *member, const struct hil_source_wave *wave,
		      double *actual_hz)
{
	struct gpio *g = member;
	int ret;

	pthread_mutex_lock(&g->lock);
	g->wave = *wave;
	g->generation++;
	pthread_cond_broadcast(&g->changed);
	/* off means low, not soon low */
	while (!wave->on && g->running)
		pthread_cond_wait(&g->changed, &g->lock);
	ret = g->line.failed ? -EIO : 0;
	pthread_mutex_unlock(&g->lock);
	*actual_hz = wave->frequency_hz;
	return ret;
}

static void gpio_report(void *member, struct hil_source_report *r)
{
	struct gpio *g = member;
	const struct hil_histogram *h = g->lateness;

	pthread_mutex_lock(&g->lock);
	*r = (struct hil_source_report){ .edges = g->edges,
					 .skipped = g->skipped,
					 .late = g->late };
	if (h->count) {
		r->late_min_ns = h->min_ns;
		r->late_mean_ns = (int64_t)hil_histogram_mean(h);
		r->late_p99_ns = hil_histogram_quantile(h, 0.99);
		r->late_max_ns = h->max_ns;
	}
	pthread_mutex_unlock(&g->lock);
}

const struct hil_source_kind hil_source_gpio = {
	.name = "gpio",
	.patterns = HIL_PATTERN_ALL,
	.hz_min = 0.02,
	.hz_max = 20000,
	.open = gpio_open,
	.apply = gpio_apply,
	.report = gpio_report,
	.close = gpio_close,
};
