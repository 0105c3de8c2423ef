/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of a group of edges whose event and whose next event are known.
 *
 * One edge, one event: matched. Several edges, each with its own event of
 * which all but the last were dropped: the last is matched, the others are
 * missed. Several edges and fewer events: which of them the event answers is
 * not known, so the last is ambiguous and the others are missed. Their
 * answer, if any, came no sooner than the event's: a true lower bound, which
 * may be the worst latency of the run.
 */
#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"

static bool is_matched(const struct hil_join *j, const struct hil_join_group *g)
{
	const struct hil_join_event *e = &g->of;

	if (g->unclear || e->steps != 1 || !g->edges ||
	    (int64_t)g->edges != e->delivered)
		return false;
	if (e->irqs == e->delivered)
		return true;
	/* the race of seqno: one too many here, or one too few behind it */
	return g->edges == 1 && (e->irqs > 1 || j->surplus < 0);
}

/* The stamps are the edge's own: neither overwritten nor taken late. */
static bool has_own_stamp(const struct hil_join *j,
			  const struct hil_join_group *g, int64_t edge_ns)
{
	const struct hil_join_event *e = &g->of;

	if (e->irqs != e->delivered || j->surplus)
		return false;
	if (!(e->event.flags & HIL_EVENT_LEVEL_FLOW))
		return true;
	/* the line was masked until the thread was through with the edge
	 * before: the stamp is that of the unmasking */
	return !(e->event.flags & HIL_EVENT_QUEUED) &&
	       edge_ns > hil_join_latest(j, j->wake_before_ns);
}

static void take_legs(struct hil_join *j, const struct hil_join_group *g,
		      const struct hil_join_edge *edge)
{
	struct hil_ledger *l = j->ledger;
	const struct hil_event *e = &g->of.event;
	bool own = has_own_stamp(j, g, edge->ns);
	bool held_up = hil_ledger_is_seeded(l, 0, e->hardirq_ns);
	struct hil_join_leg leg = {
		.at_ns = edge->ns - hil_analyzer_clock_ns(&l->analyzer.clock,
							  l->analyzer.start),
		.edge_ns = edge->ns,
		.hardirq_ns = e->hardirq_ns,
		.begin_ns = e->probe_begin_ns,
		.end_ns = e->probe_end_ns,
		.probe_ns = g->of.probe.ns,
		.row = l->number,
		.event = e->index,
		.delivery = own,
	};

	if (j->matched_ns)
		j->period_ns = edge->ns - j->matched_ns;
	j->matched_ns = edge->ns;
	if (own && !held_up)
		hil_tally_add(&l->of[HIL_WAKEUP], leg.at_ns,
			      e->wake_ns - e->hardirq_ns);
	if (!hil_ledger_is_seeded(l, e->flags, e->hardirq_ns))
		hil_tally_add(&l->of[HIL_RESPONSE], leg.at_ns,
			      e->probe_begin_ns - e->wake_ns);
	/* edge + offset <= hardirq + guard */
	hil_clock_bounds_lower(&j->bounds, edge->ns,
			       e->hardirq_ns - edge->ns + j->guard_ns);
	hil_join_leg(j, &leg);
}

/* An answer whose edge is not surely known still tells about the clock. */
static void take_answer(struct hil_join *j, const struct hil_join_group *g)
{
	const struct hil_event *e = &g->of.event;
	int64_t ns = g->of.probe.ns;

	hil_join_leg(j,
		     &(struct hil_join_leg){
			     .at_ns = ns - hil_analyzer_clock_ns(
						   &j->ledger->analyzer.clock,
						   j->ledger->analyzer.start),
			     .edge_ns = ns,
			     .begin_ns = e->probe_begin_ns,
			     .end_ns = e->probe_end_ns,
			     .probe_ns = ns,
			     .row = HIL_UNKNOWN_EVENT,
			     .event = e->index,
			     .unpaired = true });
}

static void fill_event(struct hil_row *row, const struct hil_event *e)
{
	row->event = e->index;
	row->hardirq_ns = e->hardirq_ns;
	row->wake_ns = e->wake_ns;
	row->probe_begin_ns = e->probe_begin_ns;
	row->probe_end_ns = e->probe_end_ns;
	row->flags = e->flags;
}

/* The row that the event's own edge makes. */
static void decide_last(struct hil_join *j, const struct hil_join_group *g,
			const struct hil_join_edge *edge, struct hil_row *row)
{
	const struct hil_join_edge *probe = &g->of.probe;

	fill_event(row, &g->of.event);
	switch (g->of.answer) {
	case HIL_ANSWER_SEEN:
		row->probe = probe->sample;
		/* an answer at or before its edge is none */
		row->row_class = HIL_ROW_AMBIGUOUS;
		if (!is_matched(j, g) || probe->sample <= edge->sample)
			return;
		row->row_class = HIL_ROW_MATCHED;
		row->at_least_ns = 0;
		row->latency_ns =
			hil_analyzer_clock_ns(&j->ledger->analyzer.clock,
					      probe->sample - edge->sample);
		take_legs(j, g, edge);
		return;
	case HIL_ANSWER_MISSING:
		row->row_class = HIL_ROW_MISSED;
		return;
	case HIL_ANSWER_IN_GAP:
		row->row_class = HIL_ROW_IN_GAP;
		return;
	case HIL_ANSWER_AMBIGUOUS:
	case HIL_ANSWER_OPEN:
	default:
		row->row_class = HIL_ROW_AMBIGUOUS;
		return;
	}
}

/* The answer of an edge of this group came no sooner than this. */
static int64_t bound_ns(const struct hil_join *j,
			const struct hil_join_group *g,
			const struct hil_join_edge *edge)
{
	const struct hil_join_event *e = &g->of;

	/* edges of a group are behind the event before: its answer is not
	 * theirs, and later ones come later; events that were lost between
	 * had answers of their own */
	if (e->steps != 1 || e->probe.sample <= edge->sample ||
	    (e->answer != HIL_ANSWER_SEEN && e->answer != HIL_ANSWER_AMBIGUOUS))
		return 0;
	return hil_analyzer_clock_ns(&j->ledger->analyzer.clock,
				     e->probe.sample - edge->sample);
}

static void group_row(struct hil_join *j, const struct hil_join_group *g,
		      size_t i)
{
	const struct hil_join_edge edge = *hil_join_stimulus_at(j, 0);
	struct hil_row row = { .edge = edge.sample,
			       .probe = HIL_UNKNOWN_SAMPLE,
			       .event = HIL_UNKNOWN_EVENT,
			       /* its bound is this event's answer */
			       .flags = g->of.event.flags & HIL_EVENT_SEEDED };

	hil_queue_pop(&j->stimulus, 1);
	if (g->in_gap) {
		row.row_class = HIL_ROW_IN_GAP;
	} else {
		row.at_least_ns = bound_ns(j, g, &edge);
		if (i + 1 == g->edges)
			decide_last(j, g, &edge, &row);
		else if ((int64_t)(g->edges - i) <= g->answers)
			row.row_class = HIL_ROW_AMBIGUOUS;
		else
			row.row_class = HIL_ROW_MISSED;
	}
	hil_ledger_decide(j->ledger, &row);
}

/*
 * A gap between the event before and the first edge hides edges, not answers:
 * one edge, one interrupt and one event behind it still belong together.
 */
static bool is_in_gap(const struct hil_join *j, const struct hil_join_group *g,
		      int64_t first_ns)
{
	int64_t answer_ns = hil_join_latest(j, g->of.event.hardirq_ns);

	if (g->of.answer == HIL_ANSWER_IN_GAP)
		return true;
	if (g->of.answer != HIL_ANSWER_OPEN && g->of.window_high_ns > answer_ns)
		answer_ns = g->of.window_high_ns;
	if (hil_join_in_gap(j, first_ns - j->guard_ns, answer_ns))
		return true;
	return g->in_gap && !(g->edges == 1 && g->of.irqs == 1 &&
			      g->of.delivered == 1 && g->of.steps == 1);
}

void hil_join_row(struct hil_join *j)
{
	struct hil_join_group g = j->group;
	int64_t difference = (int64_t)g.edges - g.of.irqs;
	bool aside = g.in_gap;
	uint64_t rows;

	j->group.open = false;
	if (g.edges) {
		g.in_gap = is_in_gap(j, &g, hil_join_stimulus_at(j, 0)->ns);
		aside |= g.in_gap;
	}
	rows = j->ledger->rows[HIL_ROW_MATCHED];
	for (size_t i = 0; i < g.edges; i++)
		group_row(j, &g, i);
	if (g.of.answer == HIL_ANSWER_SEEN && !g.in_gap &&
	    rows == j->ledger->rows[HIL_ROW_MATCHED])
		take_answer(j, &g);
	if (aside) {
		hil_join_settle_rest(j);
		j->counts.aside_edges += (int64_t)g.edges;
		j->counts.aside_irqs += g.of.irqs;
	} else {
		hil_join_settle(j, difference);
	}
	j->wake_before_ns = g.of.event.wake_ns;
}
