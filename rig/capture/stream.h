/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples or level changes in, records LEVELS, EDGES, COVER and GAP out.
 * Pure but for the emit function, which may be a pipe, a ring or a test.
 */
#ifndef HIL_CAPTURE_STREAM_H
#define HIL_CAPTURE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/edge_search.h"

#define HIL_STREAM_EDGES 8190u /* 65,520 bytes, one frame */

/* Where records go. -ENOBUFS: no room now, the stream makes a gap. */
struct hil_emit {
	int (*record)(void *context, uint8_t type, const void *payload,
		      size_t length);
	void *context;
};

struct hil_stream {
	struct hil_emit emit;
	struct hil_edge_search search;
	bool levels_sent;
	bool lost; /* the emit function had no room from lost_first on */
	uint64_t lost_first;
	uint8_t carry[HIL_EDGE_UNIT_MAX]; /* the beginning of a sample */
	unsigned int carry_length;
	size_t count;
	uint64_t edge[HIL_STREAM_EDGES]; /* not yet emitted */
};

/**
 * hil_stream_init() - begin at sample 0
 * @unit: bytes per sample, 1 to HIL_EDGE_UNIT_MAX
 * @wanted: channels whose edges are emitted
 *
 * Return: 0; -EINVAL.
 */
int hil_stream_init(struct hil_stream *s, const struct hil_emit *emit,
		    unsigned int unit,
		    const struct hil_sample *wanted) HIL_MUST_CHECK;

/**
 * hil_stream_samples() - the next bytes of a sample stream
 *
 * @size need not be a multiple of the unit: what is over waits for the next
 * call. When the emit function has no room, the interval from the first edge
 * that was not emitted to the first sample seen after there is room again
 * becomes a GAP with reason HIL_GAP_OVERFLOW; the call never waits.
 *
 * Context: any but RT; no allocation.
 * Return: 0; an error of the emit function other than -ENOBUFS.
 */
int hil_stream_samples(struct hil_stream *s, const uint8_t *data,
		       size_t size) HIL_MUST_CHECK;

/**
 * hil_stream_levels() - levels of all channels at @sample, edges follow
 *
 * For sources of changes (VCD, CSV) in place of hil_stream_samples(); as all
 * of the next three. Return: 0; error of the emit function.
 */
int hil_stream_levels(struct hil_stream *s, uint64_t sample,
		      const struct hil_sample *level) HIL_MUST_CHECK;

/** hil_stream_change() - levels from @sample on, which is never before one */
int hil_stream_change(struct hil_stream *s, uint64_t sample,
		      const struct hil_sample *level) HIL_MUST_CHECK;

/** hil_stream_advance() - nothing changes before @sample */
void hil_stream_advance(struct hil_stream *s, uint64_t sample);

/** hil_stream_gap() - samples @first to @end were not seen by the instrument */
int hil_stream_gap(struct hil_stream *s, uint64_t first,
		   uint64_t end) HIL_MUST_CHECK;

/**
 * hil_stream_cover() - emit what is waiting, then a COVER of all so far
 * @wall_ns: CLOCK_MONOTONIC
 *
 * In an overflow gap it tries to close the gap and emits no COVER if it
 * cannot. Return: 0; error of the emit function other than -ENOBUFS.
 */
int hil_stream_cover(struct hil_stream *s, int64_t wall_ns) HIL_MUST_CHECK;

/** hil_stream_position() - samples taken in so far */
static inline uint64_t hil_stream_position(const struct hil_stream *s)
{
	return s->search.sample;
}

#endif
