/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes answers or samples out of the records of a stored run, and says so in
 * the stream as an analyzer would. */
#include "rig/qualify/planted.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rig/run/replay.h"

#define ROWS_MOST ((size_t)4 << 20)

static void keep_row(void *context, const struct hil_row *row)
{
	struct hil_planted *p = context;
	size_t more = p->room ? 2 * p->room : 1024;
	void *moved;

	if (p->rows == p->room) {
		moved = more <= ROWS_MOST ? realloc(p->row, more * sizeof(*row))
					  : NULL;
		if (!moved)
			return;
		p->row = moved;
		p->room = more;
	}
	p->row[p->rows++] = *row;
}

const struct hil_row *hil_planted_answered(const struct hil_planted *p,
					   size_t count)
{
	size_t run = 0;

	for (size_t i = p->rows / 2; i < p->rows; i++) {
		run = p->row[i].row_class == HIL_ROW_MATCHED ? run + 1 : 0;
		if (run == count)
			return &p->row[i + 1 - count];
	}
	return NULL;
}

static int tell_gap(struct hil_planted *p, struct hil_feed *feed)
{
	struct hil_gap gap = { .first = p->from,
			       .end = p->to,
			       .reason = HIL_GAP_INSTRUMENT };
	int ret = hil_feed_record(feed, HIL_RECORD_GAP, &gap, sizeof(gap));

	p->gap_told = true;
	p->levels.sample = p->to;
	return ret ? ret
		   : hil_feed_record(feed, HIL_RECORD_LEVELS, &p->levels,
				     sizeof(p->levels));
}

static bool left_out(const struct hil_planted *p, uint64_t edge,
		     unsigned int probe_channel)
{
	uint64_t sample = hil_edge_sample(edge);

	for (size_t i = 0; i < p->losses; i++) {
		if (sample == p->lost[i] &&
		    hil_edge_channel(edge) == probe_channel)
			return true;
	}
	return p->to && sample >= p->from && sample < p->to;
}

static void follow_level(struct hil_planted *p, uint64_t edge)
{
	unsigned int channel = hil_edge_channel(edge);
	uint64_t bit = UINT64_C(1) << channel % 64;

	if (hil_edge_level(edge))
		p->levels.level[channel / 64] |= bit;
	else
		p->levels.level[channel / 64] &= ~bit;
}

static int send(struct hil_planted *p, struct hil_feed *feed, size_t *count)
{
	int ret = *count ? hil_feed_record(feed, HIL_RECORD_EDGES, p->edge,
					   *count * sizeof(p->edge[0]))
			 : 0;

	*count = 0;
	return ret;
}

static int pass_edges(struct hil_planted *p, struct hil_feed *feed,
		      const uint64_t *edge, size_t edges)
{
	size_t count = 0;
	int ret = edges > HIL_PLANTED_EDGES ? -EBADMSG : 0;

	for (size_t i = 0; i < edges && !ret; i++) {
		if (p->to && !p->gap_told &&
		    hil_edge_sample(edge[i]) >= p->to) {
			ret = send(p, feed, &count);
			if (!ret)
				ret = tell_gap(p, feed);
		}
		follow_level(p, edge[i]);
		if (!left_out(p, edge[i], feed->probe_channel))
			p->edge[count++] = edge[i];
	}
	return ret ? ret : send(p, feed, &count);
}

static int pass_cover(struct hil_planted *p, struct hil_feed *feed,
		      struct hil_cover cover)
{
	int ret = 0;

	/* what lies in the gap was never seen */
	if (p->to && cover.samples > p->from && cover.samples < p->to)
		cover.samples = p->from;
	if (p->to && !p->gap_told && cover.samples >= p->to)
		ret = tell_gap(p, feed);
	return ret ? ret
		   : hil_feed_record(feed, HIL_RECORD_COVER, &cover,
				     sizeof(cover));
}

static int pass(void *context, struct hil_feed *feed, uint8_t type,
		const void *payload, size_t length)
{
	struct hil_planted *p = context;
	struct hil_cover cover;

	if (type == HIL_RECORD_LEVELS && length == sizeof(p->levels))
		memcpy(&p->levels, payload, length);
	if (type == HIL_RECORD_EDGES)
		return pass_edges(p, feed, payload, length / sizeof(uint64_t));
	if (type == HIL_RECORD_COVER && length == sizeof(cover)) {
		memcpy(&cover, payload, length);
		return pass_cover(p, feed, cover);
	}
	return hil_feed_record(feed, type, payload, length);
}

struct hil_result *hil_planted_read(const char *run, struct hil_planted *p,
				    bool plant)
{
	const struct hil_replay_watch watch = { .context = p,
						.row = plant ? NULL : keep_row,
						.record = plant ? pass : NULL };
	struct hil_result *r = NULL;
	struct hil_replay replay;

	if (!hil_replay_watched(&replay, run, &watch))
		r = hil_feed_finish(&replay.feed);
	hil_replay_clear(&replay);
	return r;
}
