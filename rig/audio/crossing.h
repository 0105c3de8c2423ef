/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edges of one channel of a sound card, finer than its samples.
 *
 * Line-in is AC coupled: levels droop, and the middle of a signal wanders with
 * its duty. So an edge is a step: a change within four samples of more than a
 * third of the last step (the hysteresis, far above a filter's ringing) and
 * more than the floor. Its place is where the signal crosses the middle of
 * this very step, halfway between the levels just before and just after it.
 * The signal between the samples is that of the sampling theorem, by a
 * windowed sinc. Pure: samples in, edges out.
 */
#ifndef HIL_AUDIO_CROSSING_H
#define HIL_AUDIO_CROSSING_H

#include <stdbool.h>
#include <stdint.h>

#define HIL_AUDIO_HISTORY 64u /* samples, a power of two */
/* Samples after an edge that are needed to place it. */
#define HIL_AUDIO_AHEAD 14u
/* Samples before an edge that are needed to see it. */
#define HIL_AUDIO_BEHIND 14u
/* An edge lies within so many samples of where its step was noticed. */
#define HIL_AUDIO_REACH 5u

struct hil_audio_crossing {
	float sample[HIL_AUDIO_HISTORY];
	uint64_t first; /* before it nothing is known */
	uint64_t count; /* index of the next sample */
	uint64_t next;  /* first sample after which an edge may be */
	double rate_hz;
	double floor; /* smallest step that is an edge */
	double swing; /* the last step; it fades by half a second */
	bool known;   /* level is */
	bool level;
};

struct hil_audio_edge {
	double place; /* in samples */
	bool level;   /* from here on */
};

/**
 * hil_audio_crossing_init() - begin at sample @first with nothing known
 * @floor: peak to peak, full scale is 2
 *
 * Context: any.
 */
void hil_audio_crossing_init(struct hil_audio_crossing *c, uint64_t first,
			     double rate_hz, double floor);

/**
 * hil_audio_crossing_add() - the next sample
 *
 * An edge comes out HIL_AUDIO_AHEAD samples late, give or take
 * HIL_AUDIO_REACH; levels must last 8 samples to be told apart.
 *
 * Context: any; no allocation.
 * Return: true @edge is set.
 *
 * Source: Oppenheim, Schafer, "Discrete-Time Signal Processing", section 4.3,
 * with a Hann window over 16 samples. Uncertainty: below 1/32 sample for a
 * step that a filter at 0.45 of the rate has passed, with droop and with
 * noise 60 dB below it; 0.008 sample at worst in
 * tests/unit/test_audio_crossing.c.
 */
bool hil_audio_crossing_add(struct hil_audio_crossing *c, float sample,
			    struct hil_audio_edge *edge);

#endif
