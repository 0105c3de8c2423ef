/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A GPIO line set by an ordinary thread at absolute times. It is as bad as the
 * board's scheduler lets it be, and says so: a period that it is late for by
 * more than a quarter is left out and counted, so the other line sees no
 * bunched edges; how late the others were is kept.
 */
#include <errno.h>
#include <gpiod.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "daemon/base/histogram.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/lines.h"
#include "daemon/stimulus/schedule.h"
#include "daemon/stimulus/source.h"

#define CONSUMER      "hilrig-stimulus"
#define LATE_NS       HIL_NS_PER_MS
#define FIRST_EDGE_NS (2 * HIL_NS_PER_MS) /* from "on" to the first edge */

struct gpio {
	struct hil_lines lines; /* the chip only */
	unsigned int offset;
	bool was_input;
	struct gpiod_line_request *request;
	pthread_t thread;
	bool started;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	struct hil_source_wave wave;
	uint64_t generation; /* of the wave */
	bool quit, running, failed;
	uint64_t edges, skipped, late;
	struct hil_histogram *lateness;
};

static void set_pin(struct gpio *g, bool high)
{
	if (!gpiod_line_request_set_value(g->request, g->offset,
					  high ? GPIOD_LINE_VALUE_ACTIVE
					       : GPIOD_LINE_VALUE_INACTIVE))
		return;
	if (!g->failed)
		hil_error("cannot set line %u of %s: %s", g->offset,
			  g->lines.chip, strerror(errno));
	g->failed = true;
}

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
	set_pin(g, true);
	g->edges++;
	g->late += late_ns > LATE_NS;
	hil_histogram_add(g->lateness, late_ns);
	if (!wait_until(g, e->fall_ns, generation))
		return false;
	set_pin(g, false);
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
	set_pin(g, false);
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

static int hold(struct gpio *g)
{
	struct gpiod_line_info *info =
		gpiod_chip_get_line_info(g->lines.handle, g->offset);
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();
	struct gpiod_request_config *about = gpiod_request_config_new();
	int ret = -ENOMEM;

	g->was_input = info && gpiod_line_info_get_direction(info) ==
				       GPIOD_LINE_DIRECTION_INPUT;
	if (!settings || !config || !about)
		goto out;
	gpiod_line_settings_set_direction(settings,
					  GPIOD_LINE_DIRECTION_OUTPUT);
	gpiod_line_settings_set_output_value(settings,
					     GPIOD_LINE_VALUE_INACTIVE);
	gpiod_request_config_set_consumer(about, CONSUMER);
	if (gpiod_line_config_add_line_settings(config, &g->offset, 1,
						settings))
		goto out;
	g->request = gpiod_chip_request_lines(g->lines.handle, about, config);
	ret = g->request ? 0 : hil_lines_refused(&g->lines, g->offset, errno);
out:
	gpiod_request_config_free(about);
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	gpiod_line_info_free(info);
	return ret;
}

/* The levels of an input are whoever drives it, not ours any more. */
static void give_back(struct gpio *g)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();

	set_pin(g, false);
	if (g->was_input && settings && config &&
	    !gpiod_line_settings_set_direction(settings,
					       GPIOD_LINE_DIRECTION_INPUT) &&
	    !gpiod_line_config_add_line_settings(config, &g->offset, 1,
						 settings) &&
	    gpiod_line_request_reconfigure_lines(g->request, config))
		hil_warning("line %u of %s stays an output: %s", g->offset,
			    g->lines.chip, strerror(errno));
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	gpiod_line_request_release(g->request);
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
	if (g->request)
		give_back(g);
	hil_lines_close(&g->lines);
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
	g->lines.event_fd = g->lines.probe_fd = -1;
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
	int ret = g ? hil_lines_chip(&g->lines, place->chip) : -ENOMEM;

	if (!ret)
		ret = hil_lines_offset(&g->lines, place->pin, "line",
				       &g->offset);
	if (!ret)
		ret = hold(g);
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
	ret = g->failed ? -EIO : 0;
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
