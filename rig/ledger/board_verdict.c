/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run with a board needs besides the analyzer: an end with totals that
 * agree with what was counted, a clock fit, an anchor, settings that stay. */
#include <inttypes.h>
#include <stdio.h>

#include "rig/ledger/ledger_private.h"

/* So many contradicting rows are named in the reason; the report has more. */
#define NAMED 3

static void judge_end(const struct hil_board_stream *b, struct hil_result *r)
{
	if (!b->closed)
		hil_result_reason(r, HIL_INVALID, "board-died",
				  "the board's stream stops without CLOSED");
	else if (b->failed || !b->wished)
		hil_result_reason(r, HIL_INVALID, "board-ended",
				  "hilrigd ended by itself (%s)%s%s",
				  b->reason[0] ? b->reason : "no reason given",
				  b->complaint[0] ? ": " : "", b->complaint);
	if (b->closed && !b->has_totals)
		hil_result_reason(r, HIL_INVALID, "totals",
				  "the board did not send its totals");
}

static void judge_totals(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_board_totals *t = &l->board.totals;
	const struct hil_join_counts *n = &l->join.counts;
	int64_t drops = n->delivered - (int64_t)n->last_index;
	int64_t coalesced = n->irqs - n->delivered;

	if (!l->board.has_totals)
		return;
	if (t->events != n->last_index)
		hil_result_reason(r, HIL_INVALID, "totals",
				  "the board counts %" PRIu64
				  " events, the stream %" PRIu64,
				  t->events, n->last_index);
	if (t->fifo_drops != drops)
		hil_result_reason(r, HIL_INVALID, "totals",
				  "the board counts %" PRId64
				  " FIFO drops, the stream %" PRId64,
				  t->fifo_drops, drops);
	if (t->coalesced_known && t->coalesced != coalesced)
		hil_result_reason(r, HIL_INVALID, "totals",
				  "the board counts %" PRId64
				  " coalesced edges, the stream %" PRId64,
				  t->coalesced, coalesced);
	if (n->last_index - n->events != l->board.lost)
		hil_result_reason(r, HIL_INVALID, "link",
				  "%" PRIu64 " events did not arrive, the "
				  "board says %" PRIu64,
				  n->last_index - n->events, l->board.lost);
	else if (l->board.lost)
		hil_result_reason(r, HIL_DEGRADED, "link",
				  "%" PRIu64 " events were lost on the link",
				  l->board.lost);
}

/*
 * A join that must be made again and again, and has an own answer for less
 * than half of the edges, has lost the thread: too fast a stimulus, mostly.
 */
#define PARTS_MOST 10

static void judge_parts(const struct hil_ledger *l, struct hil_result *r)
{
	bool lost = l->join.parts > PARTS_MOST &&
		    2 * l->rows[HIL_ROW_MATCHED] < l->number;

	if (l->join.parts < 2)
		return;
	hil_result_reason(r, lost ? HIL_INVALID : HIL_DEGRADED, "parts",
			  "%s: board and analyzer were joined anew %" PRIu64
			  " times",
			  lost ? "events and edges do not stay together"
			       : "a clock jumped",
			  l->join.parts - 1);
}

/* "row 12 at 3.250000 s by 812 ns, row 40 ..." */
static void name_rows(const struct hil_clock_result *clock, char *text,
		      size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < NAMED && i < clock->contradictions; i++) {
		const struct hil_contradiction *c = &clock->contradiction[i];

		bool row = c->row != UINT64_MAX;

		used += (size_t)snprintf(
			text + used, size - used, "%s%s %" PRIu64 " at %.6f s",
			i ? ", " : "", row ? "row" : "event",
			row ? c->row : c->event, (double)c->at_ns / 1e9);
		if (c->by_ns)
			used += (size_t)snprintf(text + used, size - used,
						 " by %" PRId64 " ns",
						 c->by_ns);
	}
	if (clock->contradictions > NAMED)
		snprintf(text + used, size - used, ", ...");
}

/*
 * A few wrong stamps cannot move the bounds and are set aside. More of them
 * than the bounds allow for, and nothing is known about the clock.
 */
static void judge_clock(const struct hil_line_result *line,
			struct hil_result *r)
{
	const struct hil_clock_result *clock = line->clock;
	uint64_t rows = line->fit.rows + clock->contradictions;
	char names[256];

	if (!clock->contradictions)
		return;
	name_rows(clock, names, sizeof(names));
	if (clock->contradictions > hil_clock_tolerance(rows))
		hil_result_reason(r, HIL_INVALID, "no-clock",
				  "no clock fits: %" PRIu64 " of %" PRIu64
				  " rows contradict the others: %s",
				  clock->contradictions, rows, names);
	else
		hil_result_reason(r, HIL_DEGRADED, "clock",
				  "%" PRIu64 " of %" PRIu64
				  " rows contradict the clock of all others "
				  "and have no legs: %s",
				  clock->contradictions, rows, names);
}

static void judge_fit(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_line_result *line = &r->line[0];

	if (!l->join.has_last)
		hil_result_reason(r, HIL_INVALID, "no-events",
				  "the board saw no edge: is the generator on "
				  "its line?");
	else if (l->join.state != HIL_JOIN_RUNNING)
		hil_result_reason(r, HIL_INVALID, "no-fit",
				  "no offset between board and analyzer makes "
				  "events and edges agree");
	else if (l->bench.unanchored)
		hil_result_reason(r, HIL_DEGRADED, "unanchored",
				  "the stimulus was on before the board was "
				  "ready");
	else if (!l->join.started_at_edge || l->join.tie)
		hil_result_reason(r, HIL_DEGRADED, "unanchored",
				  "the first edge and the first event may not "
				  "belong together");
	judge_parts(l, r);
	if (line->clock)
		judge_clock(line, r);
	if (line->accounts.board_imbalance)
		hil_result_reason(r, HIL_INVALID, "accounts-board",
				  "edges differ from what the board counted by "
				  "%" PRId64,
				  line->accounts.board_imbalance);
}

void hil_board_verdict(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_board_stream *b = &l->board;

	judge_end(b, r);
	judge_totals(l, r);
	judge_fit(l, r);
	if (b->other_probe)
		hil_result_reason(r, HIL_DEGRADED, "calibration-board",
				  "the probe calibration is of another board "
				  "or pin and not used");
	if (b->changed[0])
		hil_result_reason(r, HIL_DEGRADED, "settings",
				  "changed during the run: %s", b->changed);
	if (b->complaint[0])
		hil_result_reason(r, HIL_DEGRADED, "state", "hilrigd says: %s",
				  b->complaint);
}
