/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the edges of both channels into one order and into a stream. */
#include "rig/audio/scope.h"

#include <errno.h>
#include <math.h>

#include "rig/capture/channels.h"

/* Samples by which decisions lag, of both channels. */
#define LAG   (HIL_AUDIO_AHEAD + 2 * HIL_AUDIO_REACH)
#define BLIND HIL_AUDIO_SCOPE_BLIND

/* The first sample of which an edge can be seen is index 0. */
static uint64_t index_of(uint64_t frame)
{
	return (frame - BLIND) * HIL_AUDIO_STEPS;
}

void hil_audio_scope_init(struct hil_audio_scope *s, struct hil_stream *stream,
			  double rate_hz, double floor)
{
	*s = (struct hil_audio_scope){ .stream = stream,
				       .floor = 2 * floor,
				       .rate_hz = rate_hz };
	for (unsigned int c = 0; c < HIL_AUDIO_CHANNELS; c++)
		hil_audio_crossing_init(&s->channel[c], 0, rate_hz, s->floor);
}

/* -ENOBUFS is the stream's matter: it has begun a gap. */
static int pass(int ret)
{
	return ret == -ENOBUFS ? 0 : ret;
}

/* One long gap says more than some that touch. */
static int end_gap(struct hil_audio_scope *s, uint64_t end)
{
	bool open = s->in_gap && end > s->gap_first && !s->stream->lost;

	s->in_gap = false;
	return open ? pass(hil_stream_gap(s->stream, s->gap_first, end)) : 0;
}

/* What can be told of a level before its first edge: its sign. */
static int begin(struct hil_audio_scope *s, uint64_t index)
{
	int ret = end_gap(s, index);

	s->begun = true;
	if (ret || s->stream->lost)
		return ret;
	return pass(hil_stream_levels(s->stream, index, &s->level));
}

static void guess_level(struct hil_audio_scope *s, unsigned int channel,
			double sample)
{
	if (fabs(sample) > s->floor / 2)
		hil_sample_put(&s->level, channel, sample > 0);
}

static int emit_edge(struct hil_audio_scope *s, uint64_t place,
		     unsigned int channel, bool level)
{
	bool guessed = hil_sample_bit(&s->level, channel) == level;
	uint64_t index = hil_stream_position(s->stream);
	int ret = 0;

	/* the other channel's edge may be at the same place */
	if (index > place)
		index = place;
	/* the level before was a guess, and wrong */
	if (guessed && !s->stream->lost) {
		hil_sample_put(&s->level, channel, !level);
		ret = pass(hil_stream_levels(s->stream, index, &s->level));
	}
	hil_sample_put(&s->level, channel, level);
	if (ret || s->stream->lost)
		return ret;
	return pass(hil_stream_change(s->stream, place, &s->level));
}

/* Everything before @index: nothing earlier can come any more. */
static int emit_before(struct hil_audio_scope *s, uint64_t index)
{
	unsigned int n = 0;
	int ret = 0;

	for (; n < s->count && s->waiting[n].place < index && !ret; n++)
		ret = emit_edge(s, s->waiting[n].place, s->waiting[n].channel,
				s->waiting[n].level);
	s->count -= n;
	for (unsigned int i = 0; i < s->count; i++)
		s->waiting[i] = s->waiting[n + i];
	hil_stream_advance(s->stream, index);
	return ret;
}

/* First sample of which an edge would have been seen. */
static uint64_t seen_from(const struct hil_audio_scope *s)
{
	return s->channel[0].first + BLIND;
}

static void keep_edge(struct hil_audio_scope *s, unsigned int channel,
		      const struct hil_audio_edge *edge)
{
	unsigned int i = s->count;
	uint64_t place;

	/* before the gap's end, or more at once than a signal has */
	if (edge->place < (double)seen_from(s) || i == HIL_AUDIO_WAITING)
		return;
	place = (uint64_t)llround((edge->place - BLIND) *
				  (double)HIL_AUDIO_STEPS);
	for (; i > 0 && s->waiting[i - 1].place > place; i--)
		s->waiting[i] = s->waiting[i - 1];
	s->waiting[i].place = place;
	s->waiting[i].channel = channel;
	s->waiting[i].level = edge->level;
	s->count++;
}

int hil_audio_scope_add(struct hil_audio_scope *s, const float *data,
			size_t frames)
{
	struct hil_audio_edge edge;
	int ret = 0;

	for (size_t i = 0; i < frames && !ret; i++, s->frame++) {
		for (unsigned int c = 0; c < HIL_AUDIO_CHANNELS; c++, data++) {
			if (!s->begun && s->frame < seen_from(s))
				guess_level(s, c, (double)*data);
			if (hil_audio_crossing_add(&s->channel[c], *data,
						   &edge))
				keep_edge(s, c, &edge);
		}
		if (s->frame < seen_from(s) + LAG)
			continue;
		if (!s->begun)
			ret = begin(s, index_of(seen_from(s)));
		if (!ret)
			ret = emit_before(s, index_of(s->frame - LAG));
	}
	return ret;
}

int hil_audio_scope_gap(struct hil_audio_scope *s, uint64_t frames)
{
	uint64_t first = hil_stream_position(s->stream);
	int ret = 0;

	s->frame += frames;
	for (unsigned int c = 0; c < HIL_AUDIO_CHANNELS; c++)
		hil_audio_crossing_init(&s->channel[c], s->frame, s->rate_hz,
					s->floor);
	s->count = 0;
	if (!s->begun && !first && !s->in_gap)
		ret = begin(s, 0); /* lost before anything was decided */
	if (!s->in_gap)
		s->gap_first = first;
	s->in_gap = true;
	/* its levels come with the first sample that is decided */
	s->begun = false;
	hil_stream_advance(s->stream, index_of(seen_from(s)));
	return ret;
}

int hil_audio_scope_cover(struct hil_audio_scope *s, int64_t wall_ns)
{
	bool lost = s->stream->lost;
	int ret;

	if (!s->begun)
		return 0;
	wall_ns -= llround((double)LAG / s->rate_hz * 1e9);
	ret = hil_stream_cover(s->stream, wall_ns);
	/* after a gap of the stream's own the levels are told anew */
	if (!ret && lost && !s->stream->lost)
		ret = begin(s, hil_stream_position(s->stream));
	return ret;
}

int hil_audio_scope_end(struct hil_audio_scope *s, int64_t wall_ns)
{
	return s->in_gap ? end_gap(s, hil_stream_position(s->stream))
			 : hil_audio_scope_cover(s, wall_ns);
}
