/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the join counted, as accounts, distributions and fit of a result. Each
 * term of an account was counted by its own route; here they meet. */
#include <stdlib.h>

#include "calibration/uncertainty.h"
#include "rig/ledger/ledger_private.h"

static void fill_probe(const struct hil_ledger *l, struct hil_accounts *a)
{
	const struct hil_join_counts *n = &l->join.counts;
	const struct hil_analyzer_stream *s = &l->analyzer;
	uint64_t made;

	a->probe.edges = n->probe_edges;
	a->probe.edges_per_command = l->join.edges_per_command;
	a->probe.commands = n->commands;
	if (!l->join.pulse)
		a->probe.commands += n->single_edges;
	a->probe.missing = n->missing;
	a->probe.extra = n->extra;
	a->probe.commands_known = l->join.state == HIL_JOIN_RUNNING;
	a->parity_ok = !s->skipped_level;
	if (!a->probe.commands_known)
		return;
	made = n->commands * l->join.edges_per_command + n->single_edges;
	a->probe_imbalance = (int64_t)(n->probe_edges - n->unplaced) -
			     (int64_t)(made - n->missing + n->extra);
	/* "probe low" was last: the pin is low, or turned over as often as an
	 * edge was missed or came without a command */
	if (l->board.closed && s->has_level && !s->gap_count &&
	    !l->beat.gap_end)
		a->parity_ok &= s->level == ((n->missing + n->extra) & 1);
}

static void fill_board(const struct hil_ledger *l, struct hil_accounts *a)
{
	const struct hil_join *j = &l->join;
	const struct hil_join_counts *n = &j->counts;
	int64_t drops = n->delivered - (int64_t)n->last_index;
	int64_t coalesced = n->irqs - n->delivered;

	a->board.known = l->board.has_totals &&
			 (j->state == HIL_JOIN_RUNNING || !j->has_last);
	a->board.coalesced_known = a->board.known && !l->board.level_flow;
	a->board.events = n->last_index;
	a->board.fifo_drops = drops > 0 ? (uint64_t)drops : 0;
	a->board.coalesced = coalesced > 0 ? (uint64_t)coalesced : 0;
	a->board.never_interrupt = n->never;
	a->board.spurious = n->spurious;
	if (!a->board.known)
		return;
	if (!j->has_last)
		a->board.never_interrupt = l->stimulus_edges - j->outside;
	a->board_imbalance =
		(int64_t)(l->stimulus_edges - j->outside) - n->aside_edges -
		((int64_t)a->board.events + drops + coalesced - n->aside_irqs +
		 (int64_t)a->board.never_interrupt -
		 (int64_t)a->board.spurious);
}

static int by_time(const void *a, const void *b)
{
	const struct hil_contradiction *x = a, *y = b;

	if (x->at_ns != y->at_ns)
		return x->at_ns < y->at_ns ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

/* Suspects are named before the rows of their block: sort them. */
static void sort_contradictions(struct hil_clock_result *clock)
{
	size_t listed = clock->contradictions < HIL_RESULT_CONTRADICTIONS
				? (size_t)clock->contradictions
				: HIL_RESULT_CONTRADICTIONS;

	qsort(clock->contradiction, listed, sizeof(clock->contradiction[0]),
	      by_time);
}

/* The description of the clock moves into the result. */
static void fill_clock(struct hil_ledger *l, struct hil_line_result *line)
{
	struct hil_join_legs *k = &l->join.legs;
	struct hil_clock_result *clock = k->clock;

	hil_clock_pieces_end(&clock->pieces);
	sort_contradictions(clock);
	clock->base_ns = l->join.base_ns;
	clock->squares_known = !k->jumped && k->rows > 2;
	clock->squares = hil_clock_squares_line(&k->squares);
	line->clock = clock;
	k->clock = NULL;
}

static void fill_fit(struct hil_ledger *l, struct hil_line_result *line)
{
	const struct hil_join *j = &l->join;
	const struct hil_join_legs *k = &j->legs;
	double span_ns = (double)(k->last_at_ns - k->first_at_ns);

	line->fit.known = j->state == HIL_JOIN_RUNNING && k->straight;
	if (!line->fit.known)
		return;
	line->fit.offset_ns = (double)j->base_ns + k->first_ns;
	/* over a long run the ends say more than any block */
	line->fit.drift_ppm = (span_ns > 2e9 && !k->jumped
				       ? (k->last_ns - k->first_ns) / span_ns
				       : k->drift) *
			      1e6;
	line->fit.width_ns = k->width_ns;
	line->fit.residual_ns = k->residual_ns;
	fill_clock(l, line);
	line->fit.rows = k->rows;
	line->fit.parts = j->parts;
	line->fit.anchored =
		j->started_at_edge && !j->tie && !l->bench.unanchored;
}

void hil_join_fill(struct hil_ledger *l, struct hil_line_result *line)
{
	double step_ns = hil_analyzer_clock_period_ns(&l->analyzer.clock);
	double u_ns[2] = { hil_uncertainty_rectangular(step_ns),
			   hil_uncertainty_rectangular(l->join.legs.width_ns) };
	double leg_ns = hil_uncertainty_combine(u_ns, 2);
	/* stamps of one clock whose resolution is 1 ns */
	double stamp_ns = hil_uncertainty_difference(1.0);

	fill_probe(l, &line->accounts);
	fill_board(l, &line->accounts);
	fill_fit(l, line);
	hil_tally_finish(&l->of[HIL_PERIOD], stamp_ns, &line->of[HIL_PERIOD]);
	hil_tally_finish(&l->of[HIL_WAKEUP], stamp_ns, &line->of[HIL_WAKEUP]);
	hil_tally_finish(&l->of[HIL_RESPONSE], stamp_ns,
			 &line->of[HIL_RESPONSE]);
	if (!line->fit.known)
		return;
	hil_tally_finish(&l->of[HIL_DELIVERY], leg_ns, &line->of[HIL_DELIVERY]);
	hil_tally_finish(&l->of[HIL_WRITE], leg_ns, &line->of[HIL_WRITE]);
}
