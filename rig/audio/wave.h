/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stimulus as samples of a sound card. Its edges lie on samples, so only
 * fs / 2k is a steady block wave; the nearest of them is taken.
 */
#ifndef HIL_AUDIO_WAVE_H
#define HIL_AUDIO_WAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/stimulus/schedule.h"
#include "rig/capture/fault.h"

#define HIL_AUDIO_HIGH 0.9f    /* of full scale: room for a filter's ringing */
#define HIL_AUDIO_LOW  (-0.9f) /* line-out swings about ground */

/* A level that is shorter is no level behind the card's filter. */
#define HIL_AUDIO_LEVEL_SAMPLES 4

struct hil_audio_wave {
	struct hil_stimulus_schedule schedule;
	double rate_hz;
	uint64_t position; /* the next sample */
	uint64_t rise, fall;
	uint64_t pulses, burst; /* begun; after so many no more, 0: go on */
};

/**
 * hil_audio_wave_hz() - the frequency of a block wave that the card has
 * @frequency_hz: asked for
 * @actual_hz: result, rate / 2k, nearest period
 *
 * Context: any.
 * Return: 0; -ERANGE it is more than 1 % away or its levels are too short;
 * @fault names what there is.
 */
int hil_audio_wave_hz(double frequency_hz, uint64_t rate_hz, double *actual_hz,
		      struct hil_fault *fault) HIL_MUST_CHECK;

/**
 * hil_audio_wave_check() - can a pattern be made of samples?
 * @p: one that hil_pattern_check() took
 *
 * Return: 0; -ERANGE levels too short, @fault says it.
 */
int hil_audio_wave_check(const struct hil_pattern *p, double frequency_hz,
			 double duty, uint64_t rate_hz,
			 struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_audio_wave_start() - sample 0 is low, the first edge a period later */
void hil_audio_wave_start(struct hil_audio_wave *w, const struct hil_pattern *p,
			  double frequency_hz, double duty, uint64_t burst,
			  uint64_t rate_hz);

/**
 * hil_audio_wave_fill() - the next samples, the same on all channels
 * @out: @frames times @channels
 *
 * Context: RT.
 */
void hil_audio_wave_fill(struct hil_audio_wave *w, float *out, size_t frames,
			 unsigned int channels);

#endif
