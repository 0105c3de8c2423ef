/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The counters in their order. What the IST counts in this memory itself is
 * newer than the status block, which is published once a second.
 */
#include <stdio.h>
#include <string.h>

#include "gui-bridge/view/private.h"

static void add(struct hil_view *view, const char *name, bool known,
		int64_t value)
{
	struct hil_view_counter *c = &view->counter[view->counters++];

	snprintf(c->name, sizeof(c->name), "%s", name);
	c->known = known;
	c->value = known ? value : 0;
}

static void add_term(struct hil_view *view, const char *name, uint64_t value)
{
	add(view, name, value <= INT64_MAX, (int64_t)value);
}

/* The series whose sums hold what the IST counted on this line. */
static const struct hil_snapshot_series *
ist_series(const struct hil_snapshot *s, uint32_t line)
{
	size_t i;

	for (i = 0; s->has_events && i < s->series_count; i++) {
		const struct hil_shm_ring *r = &s->series[i].ring;

		if (r->line == line && (r->quantity == HIL_SHM_PERIOD ||
					r->quantity == HIL_SHM_WAKEUP))
			return &s->series[i];
	}
	return NULL;
}

static bool only_line(const struct hil_snapshot *s, uint32_t line)
{
	size_t i;

	for (i = 0; i < s->series_count; i++) {
		if (s->series[i].ring.line != line)
			return false;
	}
	return true;
}

void hil_view_counters(struct hil_view *view, const struct hil_snapshot *s,
		       uint32_t line)
{
	const struct hil_snapshot_series *ist = ist_series(s, line);
	struct hil_shm_accounts a;

	memset(&a, 0xff, sizeof(a)); /* HIL_SHM_UNKNOWN */
	if (s->has_status && line < s->status.lines)
		a = s->status.account[line];
	if (ist && only_line(s, line))
		a.events = s->life.ist_progress;
	if (ist)
		a.fifo_drops = ist->all.fifo_drops;
	view->counters = 0;
	add_term(view, "events", a.events);
	add_term(view, "FIFO drops", a.fifo_drops);
	if (ist)
		add(view, "coalesced",
		    !(ist->ring.flags & HIL_SHM_COALESCED_UNKNOWN),
		    ist->all.coalesced);
	else
		add_term(view, "coalesced", a.coalesced);
	add_term(view, "matched", a.matched);
	add_term(view, "ambiguous", a.ambiguous);
	add_term(view, "missed", a.missed);
	add_term(view, "in gap", a.in_gap);
	add_term(view, "extra", a.probe_extra);
	add_term(view, "edges", a.edges);
	add_term(view, "never an interrupt", a.never_interrupt);
	add_term(view, "spurious", a.spurious);
	add_term(view, "probe failures", a.probe_failures);
}
