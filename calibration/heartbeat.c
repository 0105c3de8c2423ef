/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Silent losses of samples by the phase of a steady signal. */
#include "calibration/heartbeat.h"

#include <math.h>
#include <string.h>

#include "calibration/analyzer_clock.h"

#define LEAST   8     /* intervals that make a period */
#define SLACK   2.0   /* samples: both edges are quantised */
#define JITTERS 8.0   /* of the median deviation */
#define WANDERS 12.0  /* of a block's usual move */
#define SETTLED 8     /* blocks that tell it */
#define STEADY  0.125 /* of the period: more slack shows nothing */

void hil_heartbeat_init(struct hil_heartbeat *h, bool weak)
{
	memset(h, 0, sizeof(*h));
	h->weak = weak;
}

/* Of a few values, which it puts in order: one runs for every few edges. */
static double median(double *value, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		double one = value[i];
		size_t to = i;

		for (; to > 0 && value[to - 1] > one; to--)
			value[to] = value[to - 1];
		value[to] = one;
	}
	return value[count / 2];
}

static void learn(struct hil_heartbeat *h)
{
	double step[HIL_HEARTBEAT_FIRST];
	size_t steps = h->kept - 1;

	for (size_t i = 0; i < steps; i++)
		step[i] = (double)(h->first[i + 1] - h->first[i]);
	h->period_samples = median(step, steps);
	for (size_t i = 0; i < steps; i++)
		step[i] = fabs(step[i] - h->period_samples);
	h->slack_samples = h->period_samples * HIL_ANALYZER_CLOCK_TOLERANCE +
			   SLACK + JITTERS * median(step, steps);
	h->steady = h->slack_samples < STEADY * h->period_samples;
}

/*
 * A loss may make an edge of its own, where the level differs before and
 * behind it: two intervals out of step, of which both losses are one. Where
 * they make whole periods the edge between was a glitch and nothing is lost.
 */
static bool join_last(struct hil_heartbeat *h, uint64_t before, uint64_t behind,
		      double missing)
{
	struct hil_splice *s;
	double both;

	if (!h->splices || h->splices > HIL_SPLICES)
		return false;
	s = &h->splice[h->splices - 1];
	if (s->behind != before)
		return false;
	both = fmod(s->missing_samples + missing, h->period_samples);
	s->behind = behind;
	s->missing_samples = both;
	if (both <= h->slack_samples ||
	    both >= h->period_samples - h->slack_samples)
		h->splices--;
	return true;
}

static void put_splice(struct hil_heartbeat *h, uint64_t before,
		       uint64_t behind, double moved)
{
	/* a loss moves the phase back */
	double missing = moved < 0 ? -moved : h->period_samples - moved;
	struct hil_splice *s;

	if (join_last(h, before, behind, missing) ||
	    h->splices++ >= HIL_SPLICES)
		return;
	s = &h->splice[h->splices - 1];
	s->before = before;
	s->behind = behind;
	s->missing_samples = missing;
}

/* Periods from the edge before, and what is left of them. */
static double step_on(const struct hil_heartbeat *h, uint64_t sample,
		      uint64_t *periods)
{
	double length = (double)(sample - h->last);
	double number = round(length / h->period_samples);

	*periods = (uint64_t)number;
	return length - number * h->period_samples;
}

static void check_interval(struct hil_heartbeat *h, uint64_t sample)
{
	uint64_t periods;
	double off = step_on(h, sample, &periods);

	if (fabs(off) > h->slack_samples || !periods)
		put_splice(h, h->last, sample,
			   periods ? off : off - h->period_samples);
	else
		h->intervals += periods;
}

/* Does the block's phase go on as it went? A move must last two blocks. */
static void check_block(struct hil_heartbeat *h, uint64_t sample)
{
	double now = median(h->phase, h->phases);
	double off = now - h->median - h->slope, slack;

	/* a generator whose period wanders has phases that do */
	slack = fmax(h->slack_samples, WANDERS * h->wander);
	h->phases = 0;
	h->blocks++;
	if (h->blocks == 1) {
		h->median = now;
	} else if (h->blocks == 2) {
		h->slope = now - h->median;
		h->median = now;
	} else if (h->blocks <= SETTLED || fabs(off) <= slack) {
		h->wander += (fabs(off) - h->wander) / 4;
		h->slope += (now - h->median - h->slope) / 4;
		h->median = now;
		h->moved = 0;
	} else if (h->moved != 0 && fabs(off - h->moved) <= slack) {
		put_splice(h, h->before_from, sample,
			   remainder(off, h->period_samples));
		h->median = now;
		h->moved = 0;
	} else {
		/* the median is where it would be had nothing moved */
		h->median += h->slope;
		h->moved = off;
	}
	h->before_from = h->block_from;
	h->block_from = sample;
}

static void check_phase(struct hil_heartbeat *h, uint64_t sample)
{
	uint64_t periods;

	step_on(h, sample, &periods);
	h->periods += periods;
	h->intervals += periods > 0;
	h->phase[h->phases++] = (double)(sample - h->anchor) -
				(double)h->periods * h->period_samples;
	if (h->phases == HIL_HEARTBEAT_BLOCK)
		check_block(h, sample);
}

static void begin(struct hil_heartbeat *h, uint64_t sample)
{
	h->last = sample;
	h->anchor = sample;
	h->block_from = h->before_from = sample;
	h->periods = 0;
	h->phases = h->blocks = 0;
	h->slope = h->moved = 0;
}

static void take(struct hil_heartbeat *h, uint64_t sample)
{
	if (!h->last) {
		begin(h, sample);
		return;
	}
	if (h->weak)
		check_phase(h, sample);
	else
		check_interval(h, sample);
	h->last = sample;
}

static void take_kept(struct hil_heartbeat *h)
{
	learn(h);
	for (size_t i = 0; h->steady && i < h->kept; i++)
		take(h, h->first[i]);
	h->kept = 0;
}

void hil_heartbeat_add(struct hil_heartbeat *h, uint64_t sample)
{
	if (h->period_samples > 0) {
		if (h->steady)
			take(h, sample);
		return;
	}
	if (h->kept && sample <= h->first[h->kept - 1])
		return;
	h->first[h->kept++] = sample;
	if (h->kept == HIL_HEARTBEAT_FIRST)
		take_kept(h);
}

void hil_heartbeat_gap(struct hil_heartbeat *h)
{
	hil_heartbeat_finish(h);
	h->last = 0;
	h->kept = 0;
}

void hil_heartbeat_finish(struct hil_heartbeat *h)
{
	if (!(h->period_samples > 0) && h->kept > LEAST)
		take_kept(h);
}
