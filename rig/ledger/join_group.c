/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which stimulus edges belong to which event. An event's edges are those after
 * the event before it and before its own hard IRQ. Near a hard IRQ, within the
 * bounds of the clocks, the order of an edge and the IRQ is not known. Such an
 * edge goes to the event at hand, and if that makes the counts right the event
 * is as good as any. If not, it may be the next event's: neither is matched,
 * nor is the next one unless its own edge is surely before it.
 *
 * It was tried to leave such an edge to the next event whenever the counts
 * allow that. But behind one edge without an interrupt each event then takes
 * the edge before its own, for ever, and the bounds, fed with wrong pairs,
 * widen until all agrees.
 *
 * The kernel says how many hard IRQs (seqno) and queued events (line_seqno)
 * lie between two events. As many as edges: each edge had its own. Fewer
 * events than edges: edges were coalesced by the kernel, or left no interrupt
 * at all. Single differences may be off by one and back, for the kernel's
 * thread reads seqno while the next hard IRQ counts it: so edges less hard
 * IRQs are settled over neighbours and never clipped.
 */
#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"

/* A board that is alive is given this long to wake up. */
#define SILENT_BOARD_NS INT64_C(60000000000)

/* How many edges behind the open group come before a time. */
static size_t edges_to(struct hil_join *j, size_t from, int64_t to_ns)
{
	size_t first = j->group.open ? j->group.edges : 0;

	while (first + from < j->stimulus.count &&
	       hil_join_stimulus_at(j, first + from)->ns <= to_ns)
		from++;
	return from;
}

struct share {
	size_t sure;  /* edges before the hard IRQ */
	size_t edges; /* and those of which it is not known */
	bool unclear; /* whether all of these are the event's */
};

static struct share share_edges(struct hil_join *j,
				const struct hil_join_event *e)
{
	struct share s = { 0 };
	bool right;

	s.sure = edges_to(j, 0, hil_join_earliest(j, e->event.hardirq_ns));
	s.edges = edges_to(j, s.sure, hil_join_latest(j, e->event.hardirq_ns));
	/* of a single edge the count of IRQs may be off: the race of seqno */
	right = (int64_t)s.edges == e->delivered && e->steps == 1 &&
		(e->irqs == e->delivered || s.edges == 1);
	s.unclear = s.edges > s.sure && !right;
	return s;
}

/* The IST's activations, whatever the edges are. */
static void take_period(struct hil_join *j, const struct hil_join_event *e)
{
	struct hil_ledger *l = j->ledger;
	int64_t wake_ns = e->event.wake_ns;
	int64_t at_ns;

	/* events of one read() are one activation */
	if (e->event.flags & HIL_EVENT_QUEUED && e->steps == 1)
		return;
	if (j->activation_ns && e->steps == 1) {
		at_ns = hil_join_latest(j, wake_ns) -
			hil_analyzer_clock_ns(&l->analyzer.clock,
					      l->analyzer.start);
		hil_tally_add(&l->of[HIL_PERIOD], at_ns,
			      wake_ns - j->activation_ns);
	}
	j->activation_ns = wake_ns;
}

/* Edges before the board was armed are not its affair. */
static void drop_before_armed(struct hil_join *j)
{
	int64_t armed_ns = hil_join_earliest(j, j->armed_ns);

	while (j->stimulus.count && hil_join_stimulus_at(j, 0)->ns < armed_ns) {
		hil_queue_pop(&j->stimulus, 1);
		j->outside++;
	}
}

void hil_join_group(struct hil_join *j, const struct hil_join_event *e)
{
	int64_t hardirq_ns = hil_join_latest(j, e->event.hardirq_ns);
	struct share s;
	struct hil_join_group g = { .open = true,
				    .of = *e,
				    .answers = e->steps,
				    .before_ns = j->group_to_ns };

	if (j->armed_ns && e->steps == (int64_t)e->event.index + 1)
		drop_before_armed(j);
	s = share_edges(j, e);
	if (e->steps == (int64_t)e->event.index + 1)
		j->started_at_edge = s.edges > 0;
	g.edges = s.edges;
	g.unclear = s.unclear;
	take_period(j, e);
	if (j->unclear_before && s.edges > s.sure)
		g.unclear = true;
	g.in_gap = hil_join_in_gap(j, j->group_to_ns, hardirq_ns);
	hil_join_track(j, e, s.edges, g.in_gap);
	if (!g.in_gap && hil_join_suspect(j, e, s.edges))
		g.unclear = true;
	if (j->group.open) {
		/* without an edge of its own it may be the answer to one that
		 * the event before took */
		if (!s.edges && !g.in_gap) {
			j->group.unclear = true;
			j->group.answers += e->steps;
		}
		hil_join_row(j);
	}
	j->unclear_before = s.unclear;
	j->group = g;
	j->group_to_ns = hardirq_ns;
}

/*
 * Idle edges leave before their event is known. What they add to the surplus
 * is taken back when the event brings their interrupts after all.
 */
void hil_join_silence(struct hil_join *j, int64_t watermark_ns)
{
	int64_t silent_ns;

	if (watermark_ns <= SILENT_BOARD_NS)
		return;
	silent_ns = hil_join_earliest(j, watermark_ns - SILENT_BOARD_NS);
	if (j->group.open && j->group_to_ns < silent_ns)
		hil_join_row(j);
	if (j->group.open)
		return;
	while (j->stimulus.count &&
	       hil_join_stimulus_at(j, 0)->ns < silent_ns &&
	       hil_join_stimulus_at(j, 0)->ns < j->covered_ns) {
		hil_join_row_plain(j, 1, HIL_ROW_MISSED);
		j->surplus++;
	}
}

/* Nor are those after it was closed. */
static void drop_behind_closed(struct hil_join *j)
{
	int64_t closed_ns = hil_join_latest(j, j->closed_ns);

	while (j->stimulus.count &&
	       hil_join_stimulus_at(j, j->stimulus.count - 1)->ns > closed_ns) {
		j->stimulus.count--;
		j->outside++;
	}
}

/*
 * Edges behind the last event. A board that closed has said how many events
 * and interrupts there were besides those that reached the host; without its
 * word nothing is known about these edges.
 */
void hil_join_group_end(struct hil_join *j,
			const struct hil_board_totals *totals)
{
	struct hil_join_counts *n = &j->counts;
	uint64_t answered = 0;
	int64_t irqs = 0;

	if (j->group.open)
		hil_join_row(j);
	if (j->closed_ns)
		drop_behind_closed(j);
	if (totals) {
		answered = totals->events > n->last_index
				   ? totals->events - n->last_index
				   : 0;
		irqs = (int32_t)(totals->last_seqno - j->last.seqno);
		n->irqs += irqs;
		n->delivered +=
			(int32_t)(totals->last_line_seqno - j->last.line_seqno);
		if (totals->events > n->last_index)
			n->last_index = totals->events;
	}
	hil_join_tail(j, answered, irqs, totals != NULL);
}
