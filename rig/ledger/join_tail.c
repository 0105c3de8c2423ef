/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges that no event is known for, and what edges and interrupts leave over
 * between each other. */
#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"

/* Count what edges and interrupts did not settle among neighbours. */
void hil_join_settle_rest(struct hil_join *j)
{
	if (j->surplus > 0)
		j->counts.never += (uint64_t)j->surplus;
	else
		j->counts.spurious += (uint64_t)-j->surplus;
	j->surplus = 0;
}

/*
 * An excess is taken back by the opposite excess of the very next event: the
 * race of seqno, or an edge counted with its neighbour.
 */
void hil_join_settle(struct hil_join *j, int64_t difference)
{
	if (difference && (j->surplus > 0) != (difference > 0)) {
		j->surplus += difference;
		return;
	}
	hil_join_settle_rest(j);
	j->surplus = difference;
}

void hil_join_row_plain(struct hil_join *j, size_t count,
			enum hil_row_class row_class)
{
	for (size_t i = 0; i < count; i++) {
		struct hil_row row = {
			.edge = hil_join_stimulus_at(j, 0)->sample,
			.probe = HIL_UNKNOWN_SAMPLE,
			.event = HIL_UNKNOWN_EVENT,
			.row_class = (uint8_t)row_class,
		};

		hil_queue_pop(&j->stimulus, 1);
		hil_ledger_decide(j->ledger, &row);
	}
}

/* Edges behind the last event, of which @answered had events that were lost. */
void hil_join_tail(struct hil_join *j, uint64_t answered, int64_t irqs,
		   bool known)
{
	size_t edges = j->stimulus.count;
	size_t unclear = answered < edges ? (size_t)answered : edges;
	int64_t to_ns = edges ? hil_join_stimulus_at(j, edges - 1)->ns : 0;
	bool gap = edges && hil_join_in_gap(j, j->group_to_ns, to_ns);

	if (gap || !known) {
		hil_join_settle_rest(j);
		j->counts.aside_edges += (int64_t)edges;
		j->counts.aside_irqs += irqs;
		hil_join_row_plain(j, edges,
				   gap ? HIL_ROW_IN_GAP : HIL_ROW_AMBIGUOUS);
		return;
	}
	hil_join_settle(j, (int64_t)edges - irqs);
	hil_join_settle_rest(j);
	hil_join_row_plain(j, edges - unclear, HIL_ROW_MISSED);
	hil_join_row_plain(j, unclear, HIL_ROW_AMBIGUOUS);
}
