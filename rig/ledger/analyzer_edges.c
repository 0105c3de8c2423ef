/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analyzer's edges: checked, counted, and handed to pairs or join. */
#include <errno.h>

#include "rig/ledger/ledger_private.h"

static void count_stimulus(struct hil_ledger *l, uint64_t sample)
{
	if (l->stimulus_edges && sample - l->last_edge < l->bounce_samples)
		l->bursts++;
	l->last_edge = sample;
	l->stimulus_edges++;
}

static void follow_level(struct hil_analyzer_stream *a, bool level)
{
	a->skipped_level |= a->has_level && a->level == level;
	a->has_level = true;
	a->level = level;
}

/* With a board the order of edges at one sample does not matter: they go to
 * queues of their own. */
static int join_edge(struct hil_ledger *l, uint64_t sample, unsigned int roles)
{
	int ret = 0;

	if (roles & HIL_PAIR_STIMULUS)
		ret = hil_join_stimulus(&l->join, sample);
	if (!ret && roles & HIL_PAIR_PROBE)
		ret = hil_join_probe(&l->join, sample);
	return ret;
}

static int take_edge(struct hil_ledger *l, uint64_t edge, unsigned int roles)
{
	uint64_t sample = hil_edge_sample(edge);
	int ret;

	if (roles &
	    (l->config.heartbeat ? HIL_ROLE_HEARTBEAT : HIL_PAIR_STIMULUS)) {
		ret = hil_beat_edge(l, sample);
		roles &= ~(unsigned int)HIL_ROLE_HEARTBEAT;
		if (ret || !roles)
			return ret;
	}
	if (roles & HIL_PAIR_STIMULUS) {
		/* two edges at one sample cannot be */
		if (l->stimulus_edges && sample == l->last_edge)
			return -EBADMSG;
		count_stimulus(l, sample);
	}
	if (roles & HIL_PAIR_PROBE) {
		if (l->probe_edges && sample == l->last_probe)
			return -EBADMSG;
		if (l->config.board)
			follow_level(&l->analyzer, hil_edge_level(edge));
		l->last_probe = sample;
		l->probe_edges++;
	}
	return l->config.board ? join_edge(l, sample, roles)
			       : hil_pair_edge(&l->pair, sample, roles);
}

int hil_analyzer_edges(struct hil_ledger *l, const uint64_t *edge, size_t count)
{
	struct hil_analyzer_stream *a = &l->analyzer;
	uint64_t floor = a->floor;
	int ret = 0;

	/* what comes before a bad edge has been taken */
	for (size_t i = 0; i < count && !ret; i++) {
		unsigned int roles = a->roles[edge[i] & 0xff];

		if (hil_edge_sample(edge[i]) < floor) {
			ret = -EBADMSG;
			break;
		}
		floor = hil_edge_sample(edge[i]);
		if (roles)
			ret = take_edge(l, edge[i], roles);
	}
	a->floor = floor;
	if (count && floor + 1 > a->seen_end)
		a->seen_end = floor + 1;
	if (l->config.board)
		hil_join_cover(&l->join, hil_beat_cover(l, floor));
	return ret;
}
