/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stream of a capture. Edges are gathered to full frames; an emit function
 * without room turns the stream into a gap whose ends are exact, and the
 * caller is never held up.
 */
#include "rig/capture/stream.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "daemon/link/record.h"

int hil_stream_init(struct hil_stream *s, const struct hil_emit *emit,
		    unsigned int unit, const struct hil_sample *wanted)
{
	/* the edges need no zeroes: 64 KiB of them */
	s->emit = *emit;
	s->levels_sent = false;
	s->lost = false;
	s->lost_first = 0;
	s->carry_length = 0;
	s->count = 0;
	return hil_edge_search_init(&s->search, unit, wanted, HIL_EDGE_FASTEST);
}

static int emit(struct hil_stream *s, uint8_t type, const void *payload,
		size_t length)
{
	return s->emit.record(s->emit.context, type, payload, length);
}

/* No room: a gap begins where the last edge that went out left off. */
static void begin_gap(struct hil_stream *s)
{
	s->lost = true;
	s->lost_first =
		s->count ? hil_edge_sample(s->edge[0]) : s->search.sample;
	s->count = 0;
	s->levels_sent = false;
}

static int flush(struct hil_stream *s)
{
	int ret;

	if (!s->count)
		return 0;
	ret = emit(s, HIL_RECORD_EDGES, s->edge, s->count * sizeof(*s->edge));
	if (ret == -ENOBUFS)
		begin_gap(s);
	if (!ret)
		s->count = 0;
	return ret;
}

static int emit_levels(struct hil_stream *s, const struct hil_sample *level)
{
	const struct hil_sample *want = &s->search.wanted;
	struct hil_levels record = { .sample = s->search.sample };
	int ret;

	record.level[0] = level->word[0] & want->word[0];
	record.level[1] = level->word[1] & want->word[1];
	ret = emit(s, HIL_RECORD_LEVELS, &record, sizeof(record));
	if (ret == -ENOBUFS)
		begin_gap(s);
	if (ret)
		return ret;
	s->search.last = *level;
	s->levels_sent = true;
	return 0;
}

/* Whole samples; stops in a gap with -ENOBUFS, the position is then behind. */
static int search_whole(struct hil_stream *s, const uint8_t *data,
			size_t samples)
{
	const unsigned int unit = s->search.unit;

	if (samples && !s->levels_sent) {
		struct hil_sample first = hil_edge_sample_load(data, unit);
		int ret = emit_levels(s, &first);

		if (ret)
			return ret;
	}
	while (samples) {
		size_t n, used;

		used = hil_edge_search_run(&s->search, data, samples,
					   s->edge + s->count,
					   HIL_STREAM_EDGES - s->count, &n);
		s->count += n;
		data += used * unit;
		samples -= used;
		if (HIL_STREAM_EDGES - s->count < s->search.channels) {
			int ret = flush(s);

			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Whole samples, of which the rest after a failure only counts. */
static int take_whole(struct hil_stream *s, const uint8_t *data, size_t samples)
{
	const uint64_t end = s->search.sample + samples;
	int ret = s->lost ? -ENOBUFS : search_whole(s, data, samples);

	s->search.sample = end;
	return ret == -ENOBUFS ? 0 : ret;
}

static int end_gap(struct hil_stream *s)
{
	struct hil_gap gap = { .first = s->lost_first,
			       .end = s->search.sample,
			       .reason = HIL_GAP_OVERFLOW };
	int ret;

	if (!s->lost)
		return 0;
	ret = emit(s, HIL_RECORD_GAP, &gap, sizeof(gap));
	if (!ret)
		s->lost = false;
	return ret == -ENOBUFS ? 0 : ret;
}

int hil_stream_samples(struct hil_stream *s, const uint8_t *data, size_t size)
{
	const unsigned int unit = s->search.unit;
	int ret = end_gap(s);

	if (ret)
		return ret;
	if (s->carry_length) {
		size_t want = unit - s->carry_length;
		size_t n = size < want ? size : want;

		memcpy(s->carry + s->carry_length, data, n);
		s->carry_length += (unsigned int)n;
		data += n;
		size -= n;
		if (s->carry_length < unit)
			return 0;
		s->carry_length = 0;
		ret = take_whole(s, s->carry, 1);
		if (ret)
			return ret;
	}
	ret = take_whole(s, data, size / unit);
	s->carry_length = (unsigned int)(size % unit);
	memcpy(s->carry, data + size - s->carry_length, s->carry_length);
	return ret;
}

int hil_stream_levels(struct hil_stream *s, uint64_t sample,
		      const struct hil_sample *level)
{
	int ret = flush(s);

	if (ret)
		return ret;
	s->search.sample = sample;
	return emit_levels(s, level);
}

int hil_stream_change(struct hil_stream *s, uint64_t sample,
		      const struct hil_sample *level)
{
	uint8_t bytes[sizeof(*level)];
	size_t n;

	assert(s->search.unit == sizeof(bytes));
	memcpy(bytes, level, sizeof(bytes));
	s->search.sample = sample;
	hil_edge_search_run(&s->search, bytes, 1, s->edge + s->count,
			    HIL_STREAM_EDGES - s->count, &n);
	s->count += n;
	if (HIL_STREAM_EDGES - s->count < s->search.channels)
		return flush(s);
	return 0;
}

void hil_stream_advance(struct hil_stream *s, uint64_t sample)
{
	if (sample > s->search.sample)
		s->search.sample = sample;
}

int hil_stream_gap(struct hil_stream *s, uint64_t first, uint64_t end)
{
	struct hil_gap gap = { .first = first,
			       .end = end,
			       .reason = HIL_GAP_INSTRUMENT };
	int ret = flush(s);

	return ret ? ret : emit(s, HIL_RECORD_GAP, &gap, sizeof(gap));
}

int hil_stream_cover(struct hil_stream *s, int64_t wall_ns)
{
	struct hil_cover cover;
	int ret = end_gap(s);

	if (ret || s->lost)
		return ret;
	ret = flush(s);
	if (!ret) {
		cover = (struct hil_cover){ s->search.sample, wall_ns };
		ret = emit(s, HIL_RECORD_COVER, &cover, sizeof(cover));
	}
	return ret == -ENOBUFS ? 0 : ret;
}
