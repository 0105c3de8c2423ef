/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which commands may have their edges among each other's. */
#include "rig/ledger/join_cluster.h"

#include "rig/ledger/ledger_private.h"

/* Commands of events that never came may follow the last event. */
static bool lost_at_end(const struct hil_join *j)
{
	const struct hil_board_stream *b = &j->ledger->board;

	return b->has_totals && b->totals.events > j->counts.last_index;
}

/*
 * Find the end of the cluster; false while an event to come may be in it. A
 * watermark says that all commands before it are known; without one, commands
 * whose events were lost may lie between the cluster and the next event.
 */
bool hil_cluster_close(struct hil_join *j, struct hil_cluster *c)
{
	struct hil_join_event *e = hil_join_event_at(j, 0);
	int64_t watermark_ns;

	hil_join_window(j, &j->bounds, e);
	*c = (struct hil_cluster){ .events = 1,
				   .low_ns = e->window_low_ns,
				   .high_ns = e->window_high_ns,
				   .lost = e->commands != 1 };
	for (; c->events < j->events.count; c->events++) {
		e = hil_join_event_at(j, c->events);
		hil_join_window(j, &j->bounds, e);
		watermark_ns = hil_join_earliest(j, e->watermark_ns);
		if (e->window_low_ns > c->high_ns) {
			c->lost |=
				e->commands != 1 && watermark_ns <= c->high_ns;
			return true;
		}
		if (c->events == HIL_CLUSTER_MAX)
			return true;
		if (e->window_high_ns > c->high_ns)
			c->high_ns = e->window_high_ns;
		c->lost |= e->commands != 1;
	}
	if (hil_join_earliest(j, j->watermark_ns) > c->high_ns)
		return true;
	c->lost |= j->board_ended && lost_at_end(j);
	return j->board_ended;
}
