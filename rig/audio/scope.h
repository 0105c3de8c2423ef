/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two channels of samples as the stream of an analyzer (rig/capture/stream.h).
 *
 * Indices of the stream are sixteenths of a sample: the rate that is told is
 * sixteen times the card's, so that all that is computed from it (one index is
 * tau) holds. A sixteenth is what the crossings are good for, see crossing.h.
 * Pure but for the stream's emit function.
 */
#ifndef HIL_AUDIO_SCOPE_H
#define HIL_AUDIO_SCOPE_H

#include "rig/audio/crossing.h"
#include "rig/capture/stream.h"

#define HIL_AUDIO_CHANNELS 2u
#define HIL_AUDIO_STEPS    16u /* indices a sample */
#define HIL_AUDIO_WAITING  16u

/* Samples at the beginning of which no edge could be seen. */
#define HIL_AUDIO_SCOPE_BLIND (HIL_AUDIO_BEHIND + HIL_AUDIO_REACH)

struct hil_audio_scope {
	struct hil_stream *stream;
	struct hil_audio_crossing channel[HIL_AUDIO_CHANNELS];
	struct hil_sample level;
	uint64_t frame; /* index of the next sample */
	bool begun;     /* the levels were told */
	bool in_gap;    /* from gap_first on */
	uint64_t gap_first;
	double floor, rate_hz;
	struct {
		uint64_t place; /* in sixteenths */
		unsigned int channel;
		bool level;
	} waiting[HIL_AUDIO_WAITING]; /* by place; one may still come before */
	unsigned int count;
};

/**
 * hil_audio_scope_init() - begin; index 0 is HIL_AUDIO_SCOPE_BLIND samples on
 * @stream: hil_stream_init() with a unit of sizeof(struct hil_sample)
 * @floor: part of full scale
 *
 * Context: any.
 */
void hil_audio_scope_init(struct hil_audio_scope *s, struct hil_stream *stream,
			  double rate_hz, double floor);

/**
 * hil_audio_scope_add() - the next samples
 * @data: @frames times HIL_AUDIO_CHANNELS
 *
 * Return: 0; error of the emit function. What it has no room for is a gap.
 */
int hil_audio_scope_add(struct hil_audio_scope *s, const float *data,
			size_t frames) HIL_MUST_CHECK;

/**
 * hil_audio_scope_gap() - @frames samples from the present one on are unknown
 *
 * The gap is wider by what an edge needs about itself to be seen.
 * Return: 0; error of the emit function.
 */
int hil_audio_scope_gap(struct hil_audio_scope *s,
			uint64_t frames) HIL_MUST_CHECK;

/**
 * hil_audio_scope_cover() - a COVER of all that was decided
 * @wall_ns: CLOCK_MONOTONIC of the present sample
 *
 * Return: 0; error of the emit function.
 */
int hil_audio_scope_cover(struct hil_audio_scope *s,
			  int64_t wall_ns) HIL_MUST_CHECK;

/**
 * hil_audio_scope_end() - no samples come any more: the last COVER or GAP
 *
 * Return: 0; error of the emit function.
 */
int hil_audio_scope_end(struct hil_audio_scope *s,
			int64_t wall_ns) HIL_MUST_CHECK;

#endif
