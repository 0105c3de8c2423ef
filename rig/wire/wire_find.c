/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names what drives each channel and each line. What that means for the user
 * is wire_judge.c's matter.
 */
#include "rig/wire/wire_find.h"

#include <errno.h>
#include <stdlib.h>

#include "daemon/link/record.h"
#include "rig/wire/wire_find_private.h"

#define HZ_TOLERANCE    0.1  /* of a frequency; a thread may make it */
#define PULSE_TOLERANCE 0.25 /* distances that a thread made */
#define MAINS_TOLERANCE 0.03
#define STEADY_SPREAD   0.05
#define SPIKES_LEAST    5
#define SPIKES_PART     0.7 /* that come with the same channel's edges */

/* Edges of each channel, and room to work in. */
struct work {
	struct hil_wire_edges edges[HIL_WIRE_CHANNELS];
	uint64_t *all, *scratch;
};

const char *hil_wire_source_name(enum hil_wire_source source)
{
	static const char *const names[] = {
		[HIL_WIRE_NOTHING] = "nothing",
		[HIL_WIRE_FROM_GENERATOR] = "generator",
		[HIL_WIRE_FROM_PROBE] = "probe",
		[HIL_WIRE_FROM_CLOCK] = "clock",
		[HIL_WIRE_FLOATING] = "floating",
		[HIL_WIRE_UNKNOWN] = "unknown",
	};

	return names[source];
}

const char *hil_wire_role_name(enum hil_wire_role role)
{
	static const char *const names[] = {
		[HIL_WIRE_NO_ROLE] = "",
		[HIL_WIRE_STIMULUS] = "stimulus",
		[HIL_WIRE_PROBE] = "probe",
		[HIL_WIRE_HEARTBEAT] = "heartbeat",
	};

	return names[role];
}

bool hil_wire_generator_ran(const struct hil_wire *w)
{
	return w->hz[HIL_WIRE_FAST] > 0 && w->hz[HIL_WIRE_SLOW] > 0;
}

static bool shows_rate(const struct hil_wire_signal *s, double hz)
{
	return s->rising >= HIL_WIRE_PERIODS_LEAST &&
	       hil_wire_near(s->hz, hz, HZ_TOLERANCE);
}

static bool shows_generator(const struct hil_wire *w,
			    const struct hil_wire_channel *c)
{
	return hil_wire_generator_ran(w) &&
	       shows_rate(&c->signal[HIL_WIRE_FAST], w->hz[HIL_WIRE_FAST]) &&
	       shows_rate(&c->signal[HIL_WIRE_SLOW], w->hz[HIL_WIRE_SLOW]);
}

static bool shows_pulses(const struct hil_wire *w,
			 const struct hil_wire_signal *s)
{
	double count =
		(double)(s->rising > s->falling ? s->rising : s->falling);

	return w->pulses &&
	       hil_wire_near(count, (double)w->pulses,
			     HIL_WIRE_COUNT_TOLERANCE) &&
	       hil_wire_near(s->hz, w->hz[HIL_WIRE_TOGGLE], PULSE_TOLERANCE);
}

static bool is_mains(double hz)
{
	static const double mains_hz[] = { 50, 60, 100, 120 };

	for (size_t i = 0; i < sizeof(mains_hz) / sizeof(mains_hz[0]); i++)
		if (hil_wire_near(hz, mains_hz[i], MAINS_TOLERANCE))
			return true;
	return false;
}

/* The quiet phase is long enough for any clock that could be a heartbeat. */
static bool shows_clock(struct hil_wire_channel *c,
			const struct hil_wire_signal *quiet)
{
	if (quiet->rising < HIL_WIRE_PERIODS_LEAST ||
	    quiet->spread > STEADY_SPREAD || is_mains(quiet->hz))
		return false;
	c->hz = quiet->hz;
	return true;
}

static enum hil_wire_source find_source(const struct hil_wire *w,
					struct hil_wire_channel *c,
					const struct work *work, size_t i)
{
	struct hil_wire_signal quiet = hil_wire_signal(
		&work->edges[i], w->window[HIL_WIRE_QUIET], 0, work->scratch);
	uint64_t edges = 0;

	if (shows_clock(c, &quiet))
		return HIL_WIRE_FROM_CLOCK;
	if (shows_generator(w, c)) {
		c->hz = c->signal[HIL_WIRE_FAST].hz;
		hil_wire_take_polarity(c->signal[HIL_WIRE_FAST].high,
				       w->high[HIL_WIRE_FAST],
				       &c->polarity_known, &c->inverted);
		c->also_probe = shows_pulses(w, &c->signal[HIL_WIRE_TOGGLE]);
		return HIL_WIRE_FROM_GENERATOR;
	}
	if (shows_pulses(w, &c->signal[HIL_WIRE_TOGGLE])) {
		c->hz = c->signal[HIL_WIRE_TOGGLE].hz;
		hil_wire_take_polarity(c->signal[HIL_WIRE_TOGGLE].high,
				       w->high[HIL_WIRE_TOGGLE],
				       &c->polarity_known, &c->inverted);
		return HIL_WIRE_FROM_PROBE;
	}
	for (int p = 0; p < HIL_WIRE_PHASES; p++)
		edges += c->signal[p].rising + c->signal[p].falling;
	return edges >= HIL_WIRE_FLOATING_EDGES ? HIL_WIRE_FLOATING
						: HIL_WIRE_NOTHING;
}

static bool is_signal(const struct hil_wire_channel *c)
{
	return c->source == HIL_WIRE_FROM_GENERATOR ||
	       c->source == HIL_WIRE_FROM_PROBE ||
	       c->source == HIL_WIRE_FROM_CLOCK;
}

/* The channel whose edges come with most of this one's spikes. */
static void find_crosstalk(const struct hil_wire *w, struct hil_wire_channel *c,
			   const struct work *work, size_t i)
{
	uint64_t best = 0;

	for (size_t k = 0; k < w->channels; k++) {
		uint64_t found = 0;

		if (k == i || !is_signal(&w->channel[k]))
			continue;
		for (int p = 0; p < HIL_WIRE_PHASES; p++)
			found += hil_wire_coincident(
				&work->edges[i], &work->edges[k], w->window[p],
				work->scratch);
		if (found <= best)
			continue;
		best = found;
		if (found >= SPIKES_LEAST &&
		    (double)found >= SPIKES_PART * (double)c->spikes)
			c->crosstalk_from = (int)k;
	}
}

static void find_tried(struct hil_wire *w, const struct work *work)
{
	for (size_t t = 0; t < w->tries; t++) {
		w->try[t].channel = -1;
		for (size_t i = 0; i < w->channels; i++) {
			struct hil_wire_signal s = hil_wire_signal(
				&work->edges[i], w->try[t].window,
				HIL_WIRE_SPIKE_NS, work->scratch);

			if (w->channel[i].source != HIL_WIRE_FROM_CLOCK &&
			    w->channel[i].source != HIL_WIRE_FROM_GENERATOR &&
			    shows_pulses(w, &s))
				w->try[t].channel = (int)i;
		}
	}
}

static void find_channels(struct hil_wire *w, const struct work *work)
{
	for (size_t i = 0; i < w->channels; i++) {
		struct hil_wire_channel *c = &w->channel[i];

		c->crosstalk_from = -1;
		c->spikes = 0;
		for (int p = 0; p < HIL_WIRE_PHASES; p++) {
			c->signal[p] = hil_wire_signal(
				&work->edges[i], w->window[p],
				HIL_WIRE_SPIKE_NS, work->scratch);
			c->spikes += c->signal[p].spikes;
		}
		c->source = find_source(w, c, work, i);
	}
	for (size_t i = 0; i < w->channels; i++)
		if (w->channel[i].source != HIL_WIRE_FROM_CLOCK)
			find_crosstalk(w, &w->channel[i], work, i);
	find_tried(w, work);
}

static int split(const struct hil_wire *w, struct work *work)
{
	size_t at = 0;

	work->all = calloc(w->edges + 1, sizeof(*work->all));
	work->scratch = calloc(2 * w->edges + 1, sizeof(*work->scratch));
	if (!work->all || !work->scratch)
		return -ENOMEM;
	for (size_t i = 0; i < w->channels; i++) {
		struct hil_wire_edges *e = &work->edges[i];

		*e = (struct hil_wire_edges){ .edge = work->all + at,
					      .rate_hz = w->rate_hz };
		for (size_t k = 0; k < w->edges; k++)
			if (hil_edge_channel(w->edge[k]) == w->channel[i].index)
				work->all[at + e->count++] = w->edge[k];
		at += e->count;
	}
	return 0;
}

int hil_wire_find(struct hil_wire *w)
{
	struct work *work = calloc(1, sizeof(*work));
	int ret = work ? split(w, work) : -ENOMEM;

	if (!ret)
		find_channels(w, work);
	for (size_t i = 0; i < w->lines && !ret; i++)
		w->line[i].source = hil_wire_line_source(w, &w->line[i]);
	if (work) {
		free(work->all);
		free(work->scratch);
	}
	free(work);
	return ret;
}
