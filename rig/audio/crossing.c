/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notices steps, then looks for the place where each crosses its middle. */
#include "rig/audio/crossing.h"

#include <math.h>
#include <string.h>

#define STEP_SAMPLES  4
#define LEVEL_SAMPLES 4
#define TAPS          8 /* to each side */
#define HALVINGS      12

void hil_audio_crossing_init(struct hil_audio_crossing *c, uint64_t first,
			     double rate_hz, double floor)
{
	memset(c, 0, sizeof(*c));
	c->first = first;
	c->count = first;
	c->rate_hz = rate_hz;
	c->floor = floor;
}

static double at(const struct hil_audio_crossing *c, uint64_t i)
{
	return (double)c->sample[i % HIL_AUDIO_HISTORY];
}

static double mean(const struct hil_audio_crossing *c, uint64_t first)
{
	double sum = 0;

	for (uint64_t i = first; i < first + LEVEL_SAMPLES; i++)
		sum += at(c, i);
	return sum / LEVEL_SAMPLES;
}

/* Between sample i and the next, 0 <= part <= 1. */
static double between(const struct hil_audio_crossing *c, uint64_t i,
		      double part)
{
	double sum = 0, weight = 0;

	for (int k = 1 - TAPS; k <= TAPS; k++) {
		double x = part - (double)k;
		double w = 1;

		if (fabs(x) > 1e-9)
			w = sin(M_PI * x) / (M_PI * x) * 0.5 *
			    (1 + cos(M_PI * x / TAPS));
		sum += w * at(c, i + (uint64_t)(int64_t)k);
		weight += w;
	}
	return sum / weight;
}

/* Where the signal passes @middle between sample i and the next. */
static double place_between(const struct hil_audio_crossing *c, uint64_t i,
			    double middle, bool rising)
{
	double low = 0, high = 1;

	for (int n = 0; n < HALVINGS; n++) {
		double part = (low + high) / 2;

		if ((between(c, i, part) < middle) == rising)
			low = part;
		else
			high = part;
	}
	return (double)i + (low + high) / 2;
}

/* The sample before the signal passes @middle near sample i; 0: it does not. */
static uint64_t find(const struct hil_audio_crossing *c, uint64_t i,
		     double middle, bool rising)
{
	uint64_t first = i - HIL_AUDIO_REACH + 1;

	/* edges of one channel are a sample apart, whatever the signal is */
	if (first < c->next)
		first = c->next;
	for (uint64_t j = first; j < i + HIL_AUDIO_REACH; j++) {
		double now = at(c, j), next = at(c, j + 1);

		if (rising ? now < middle && next >= middle
			   : now > middle && next <= middle)
			return j;
	}
	return 0;
}

/* The step that was noticed at sample i. False: no step after all. */
static bool place(struct hil_audio_crossing *c, uint64_t i, bool rising,
		  struct hil_audio_edge *edge)
{
	double before = 0, after = 0;
	uint64_t j = i;

	/* it may have been noticed early: look again about its place */
	for (int n = 0; n < 2 && j; n++) {
		before = mean(c, j - LEVEL_SAMPLES - 2);
		after = mean(c, j + LEVEL_SAMPLES);
		if (rising ? after - before < c->floor
			   : before - after < c->floor)
			return false;
		j = find(c, i, (before + after) / 2, rising);
	}
	if (!j)
		return false;
	edge->place = place_between(c, j, (before + after) / 2, rising);
	edge->level = rising;
	c->next = j + 2;
	c->swing = fabs(after - before);
	return true;
}

bool hil_audio_crossing_add(struct hil_audio_crossing *c, float sample,
			    struct hil_audio_edge *edge)
{
	double step, least;
	uint64_t i;
	bool rising;

	c->sample[c->count++ % HIL_AUDIO_HISTORY] =
		isfinite(sample) ? sample : 0;
	c->swing *= 1 - M_LN2 / c->rate_hz / 0.5;
	if (c->count < c->first + HIL_AUDIO_AHEAD + HIL_AUDIO_BEHIND)
		return false;
	i = c->count - 1 - HIL_AUDIO_AHEAD;
	step = at(c, i) - at(c, i - STEP_SAMPLES);
	least = fmax(c->floor, c->swing / 3);
	rising = step > 0;
	if (fabs(step) < least || (c->known && c->level == rising))
		return false;
	if (!place(c, i, rising, edge))
		return false;
	c->known = true;
	c->level = rising;
	return true;
}
