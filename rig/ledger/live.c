/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a ledger can say before the end. Accounts do not balance yet: each
 * term is as far as its own route has come. */
#include "rig/ledger/ledger_private.h"

static void fill_latency(const struct hil_ledger *l,
			 struct hil_ledger_live *live)
{
	const struct hil_histogram *h = l->of[HIL_LATENCY].histogram;

	live->last_ns = l->last_latency_ns;
	if (!h)
		return;
	live->min_ns = h->count ? h->min_ns : 0;
	live->max_ns = h->count ? h->max_ns : 0;
	live->mean_ns = hil_histogram_mean(h);
}

static void fill_joined(const struct hil_ledger *l,
			struct hil_ledger_live *live)
{
	const struct hil_join_counts *n = &l->join.counts;

	live->events = n->events;
	live->joined = l->join.state != HIL_JOIN_FAILED && l->join.parts > 0;
	live->probe_known = live->joined;
	live->probe_missing = n->missing;
	live->probe_extra = n->extra;
	live->commands = n->commands;
	if (!l->join.pulse)
		live->commands += n->single_edges;
	live->never_interrupt = n->never;
	live->spurious = n->spurious;
}

void hil_ledger_live(const struct hil_ledger *l, struct hil_ledger_live *live)
{
	*live = (struct hil_ledger_live){
		.edges = l->stimulus_edges,
		.matched = l->rows[HIL_ROW_MATCHED],
		.ambiguous = l->rows[HIL_ROW_AMBIGUOUS],
		.missed = l->rows[HIL_ROW_MISSED],
		.in_gap = l->rows[HIL_ROW_IN_GAP],
		.probe_edges = l->probe_edges,
		.limit_hit = l->limit_hit,
		.edges_done = l->config.edges_limit &&
			      l->stimulus_edges - l->join.outside >=
				      l->config.edges_limit,
	};
	fill_latency(l, live);
	if (l->config.board) {
		fill_joined(l, live);
		return;
	}
	live->probe_known = true;
	live->probe_missing = l->rows[HIL_ROW_MISSED];
	live->probe_extra = l->pair.extra;
}
