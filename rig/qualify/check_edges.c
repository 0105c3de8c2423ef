/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operation: the edge search that this processor takes finds what the plain
 * one finds, in samples made from the stored edges. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rig/capture/channels.h"
#include "rig/qualify/checks.h"
#include "rig/run/replay.h"

#define STRETCH    4096 /* samples around an edge */
#define FOUND_MOST (STRETCH * 2)

/* Samples around each stored edge are made again and searched in both ways. */
struct searching {
	uint8_t sample[STRETCH * HIL_EDGE_UNIT_MAX];
	unsigned int unit; /* bytes of one */
	uint64_t found[2][FOUND_MOST];
	size_t count[2];
	struct hil_sample level; /* before the stretch */
	struct hil_sample wanted;
	uint64_t edges, stretches;
	uint64_t pending[STRETCH]; /* edges of the present stretch */
	size_t pendings;
	bool differ;
};

static void put_sample(struct searching *s, size_t at)
{
	for (unsigned int i = 0; i < s->unit; i++)
		s->sample[at * s->unit + i] =
			(uint8_t)(s->level.word[i / 8] >> i % 8 * 8);
}

static void search(struct searching *s, enum hil_edge_variant variant,
		   const struct hil_sample *last, uint64_t first, size_t which)
{
	struct hil_edge_search e;

	s->count[which] = 0;
	if (hil_edge_search_init(&e, s->unit, &s->wanted, variant)) {
		s->differ = true;
		return;
	}
	e.last = *last;
	e.sample = first;
	if (hil_edge_search_run(&e, s->sample, STRETCH, s->found[which],
				FOUND_MOST, &s->count[which]) != STRETCH)
		s->differ = true;
}

/* The stretch of the pending edges; the first one is in its middle at most. */
static void search_stretch(struct searching *s)
{
	struct hil_sample last = s->level;
	uint64_t first = hil_edge_sample(s->pending[0]);
	size_t next = 0;

	first -= first < STRETCH / 2 ? first : STRETCH / 2;
	for (size_t at = 0; at < STRETCH; at++) {
		for (; next < s->pendings &&
		       hil_edge_sample(s->pending[next]) == first + at;
		     next++)
			hil_sample_put(&s->level,
				       hil_edge_channel(s->pending[next]),
				       hil_edge_level(s->pending[next]));
		put_sample(s, at);
	}
	search(s, HIL_EDGE_FASTEST, &last, first, 0);
	search(s, HIL_EDGE_PORTABLE, &last, first, 1);
	for (size_t which = 0; which < 2; which++) {
		s->differ |= s->count[which] != s->pendings ||
			     memcmp(s->found[which], s->pending,
				    s->pendings * sizeof(s->pending[0])) != 0;
	}
	s->edges += s->pendings;
	s->stretches++;
	s->pendings = 0;
}

/* As narrow as the channels allow: the fast ways are for narrow ones. */
static unsigned int unit_for(unsigned int channel)
{
	return channel < 8    ? 1
	       : channel < 16 ? 2
	       : channel < 32 ? 4
	       : channel < 64 ? 8
			      : HIL_EDGE_UNIT_MAX;
}

static void take_one(struct searching *s, uint64_t edge)
{
	unsigned int channel = hil_edge_channel(edge);

	if (s->pendings &&
	    (s->pendings == STRETCH ||
	     hil_edge_sample(edge) >=
		     hil_edge_sample(s->pending[0]) + STRETCH / 2))
		search_stretch(s);
	s->pending[s->pendings++] = edge;
	hil_sample_put(&s->wanted, channel, true);
	if (unit_for(channel) > s->unit)
		s->unit = unit_for(channel);
}

static int take_edge(void *context, struct hil_feed *feed, uint8_t type,
		     const void *payload, size_t length)
{
	struct searching *s = context;
	const uint64_t *edge = payload;

	if (type == HIL_RECORD_LEVELS && length == sizeof(struct hil_levels)) {
		if (s->pendings)
			search_stretch(s);
		memcpy(&s->level, (const uint64_t *)payload + 1,
		       sizeof(s->level));
	}
	for (size_t i = 0;
	     type == HIL_RECORD_EDGES && i < length / sizeof(*edge); i++)
		take_one(s, edge[i]);
	return hil_feed_record(feed, type, payload, length);
}

void hil_check_edges(struct hil_qualify *q, struct hil_finding *f)
{
	struct searching *s = calloc(1, sizeof(*s));
	const struct hil_replay_watch watch = { .context = s,
						.record = take_edge };
	struct hil_replay replay;
	int ret = -ENOMEM;

	if (!s || !hil_qualify_main(q, f)) {
		free(s);
		return;
	}
	ret = hil_replay_watched(&replay, q->run.path, &watch);
	hil_replay_clear(&replay);
	if (s->pendings)
		search_stretch(s);
	hil_finding_count(f, "edges", s->edges);
	hil_finding_count(f, "stretches of samples", s->stretches);
	if (ret || !s->edges || s->differ)
		hil_finding_set(f, HIL_FINDING_FAILED,
				ret ? "the run's records cannot be read again"
				: s->edges ? "the two ways find different edges"
					   : "the run has no edge");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"both ways find each of the %" PRIu64
			" stored edges, and no other",
			s->edges);
	free(s);
}
