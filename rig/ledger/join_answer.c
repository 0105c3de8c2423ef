/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which probe edge is the answer of which command. A command's edges lie
 * between its ioctl's begin and end as the bounds of the clocks show them;
 * commands whose windows overlap are looked at together.
 *
 * An edge that lies in one window only belongs to that command. Where windows
 * overlap and there are as many edges as the commands make, they are theirs in
 * their order, for the IST issues one command after the other. Anything else
 * in overlapping windows is ambiguous. The level of an edge says no more than
 * its place in the count, since levels alternate; it serves as the second
 * route of the account.
 */
#include "rig/ledger/join_cluster.h"

static void count_edges(struct hil_join_counts *n, uint64_t seen,
			uint64_t wanted)
{
	if (seen > wanted)
		n->extra += seen - wanted;
	else
		n->missing += wanted - seen;
}

/*
 * Edges in no window: those of commands whose events were lost on the link, if
 * there were such, else extra. The first event has the initial "probe low"
 * before it, which moves a pin that was high.
 */
static void take_between(struct hil_join *j, struct hil_join_event *e,
			 int64_t to_ns)
{
	struct hil_join_counts *n = &j->counts;
	bool first = e->event.commands == (uint64_t)e->commands + 1;
	uint64_t lost = (uint64_t)e->commands - 1, initial, wanted, seen = 0;

	while (seen < j->probe.count && hil_join_probe_at(j, seen)->ns < to_ns)
		seen++;
	if (seen) {
		e->extra_first_ns = hil_join_probe_at(j, 0)->ns;
		e->extra_last_ns = hil_join_probe_at(j, seen - 1)->ns;
	}
	hil_queue_pop(&j->probe, seen);
	if (hil_join_in_gap(j, j->answered_to_ns, to_ns)) {
		n->unplaced += seen;
		return;
	}
	initial = first && j->initial_high;
	wanted = lost * j->edges_per_command + initial;
	/* with two edges a command the initial one is half a command more */
	n->commands += lost;
	n->single_edges += initial;
	e->extra_before = seen > wanted;
	count_edges(n, seen, wanted);
}

static bool is_in_window(const struct hil_join_event *e, int64_t ns)
{
	return ns >= e->window_low_ns && ns <= e->window_high_ns;
}

/* Each edge lies in one window only. */
static bool is_separable(struct hil_join *j, const struct hil_cluster *c)
{
	for (size_t i = 0; i < c->edges; i++) {
		int64_t ns = hil_join_probe_at(j, i)->ns;
		size_t windows = 0;

		for (size_t k = 0; k < c->events; k++)
			windows += is_in_window(hil_join_event_at(j, k), ns);
		if (windows != 1)
			return false;
	}
	return true;
}

/* As many edges as commands make, each in its command's window, in order. */
static bool is_in_order(struct hil_join *j, const struct hil_cluster *c)
{
	if (c->edges != c->events * j->edges_per_command)
		return false;
	for (size_t i = 0; i < c->edges; i++)
		if (!is_in_window(
			    hil_join_event_at(j, i / j->edges_per_command),
			    hil_join_probe_at(j, i)->ns))
			return false;
	return true;
}

static void answer_seen(struct hil_join *j, struct hil_join_event *e,
			size_t first)
{
	e->answer = HIL_ANSWER_SEEN;
	e->probe = *hil_join_probe_at(j, first);
	/* probe_begin <= probe + offset + guard */
	hil_clock_bounds_raise(&j->bounds, e->probe.ns,
			       e->event.probe_begin_ns - e->probe.ns -
				       j->guard_ns);
}

static void answer_one(struct hil_join *j, struct hil_join_event *e,
		       size_t first, size_t edges)
{
	if (edges == j->edges_per_command &&
	    hil_join_probe_at(j, first)->ns <= e->first_high_ns) {
		answer_seen(j, e, first);
	} else if (!edges) {
		e->answer = HIL_ANSWER_MISSING;
	} else {
		e->answer = HIL_ANSWER_AMBIGUOUS;
		e->probe = *hil_join_probe_at(j, first);
	}
}

static void answer_separable(struct hil_join *j, const struct hil_cluster *c)
{
	size_t at = 0;

	for (size_t k = 0; k < c->events; k++) {
		struct hil_join_event *e = hil_join_event_at(j, k);
		size_t first = at;

		while (at < c->edges &&
		       is_in_window(e, hil_join_probe_at(j, at)->ns))
			at++;
		answer_one(j, e, first, at - first);
	}
}

/* Some of the edges are theirs, but whose? */
static void answer_unclear(struct hil_join *j, const struct hil_cluster *c)
{
	for (size_t k = 0; k < c->events; k++) {
		struct hil_join_event *e = hil_join_event_at(j, k);
		size_t i = 0;

		while (i < c->edges &&
		       !is_in_window(e, hil_join_probe_at(j, i)->ns))
			i++;
		e->answer = i < c->edges ? HIL_ANSWER_AMBIGUOUS
					 : HIL_ANSWER_MISSING;
		if (i < c->edges)
			e->probe = *hil_join_probe_at(j, i);
	}
}

static void count_cluster(struct hil_join *j, const struct hil_cluster *c)
{
	struct hil_join_counts *n = &j->counts;
	uint64_t commands = 0, wanted;

	for (size_t k = 0; k < c->events; k++)
		commands += k ? (uint64_t)hil_join_event_at(j, k)->commands : 1;
	wanted = commands * j->edges_per_command;
	n->commands += commands;
	count_edges(n, c->edges, wanted);
}

static void answer_cluster(struct hil_join *j, const struct hil_cluster *c)
{
	if (hil_join_in_gap(j, c->low_ns, c->high_ns)) {
		for (size_t k = 0; k < c->events; k++)
			hil_join_event_at(j, k)->answer = HIL_ANSWER_IN_GAP;
		j->counts.unplaced += c->edges;
		return;
	}
	count_cluster(j, c);
	if (c->lost || c->events == HIL_CLUSTER_MAX)
		answer_unclear(j, c);
	else if (c->events == 1)
		answer_one(j, hil_join_event_at(j, 0), 0, c->edges);
	else if (is_separable(j, c))
		answer_separable(j, c);
	else if (is_in_order(j, c))
		for (size_t k = 0; k < c->events; k++)
			answer_seen(j, hil_join_event_at(j, k),
				    k * j->edges_per_command);
	else
		answer_unclear(j, c);
}

bool hil_join_answer(struct hil_join *j)
{
	struct hil_cluster c;

	if (!j->events.count)
		return false;
	if (hil_join_is_astray(j)) {
		hil_join_again(j);
		return false;
	}
	hil_join_silence(j, hil_join_event_at(j, 0)->watermark_ns);
	if (!hil_cluster_close(j, &c) || j->covered_ns <= c.high_ns)
		return false;
	if (hil_join_has_jumped(j, hil_join_event_at(j, 0))) {
		hil_join_again(j);
		return false;
	}
	j->started = false;
	take_between(j, hil_join_event_at(j, 0), c.low_ns);
	while (c.edges < j->probe.count &&
	       hil_join_probe_at(j, c.edges)->ns <= c.high_ns)
		c.edges++;
	answer_cluster(j, &c);
	hil_queue_pop(&j->probe, c.edges);
	j->answered_to_ns = c.high_ns;
	j->answered = c.events;
	return true;
}

/*
 * The final "probe low" moves a pin that was commanded high. Only a board that
 * closed is known to have given it.
 */
void hil_join_answer_end(struct hil_join *j,
			 const struct hil_board_totals *totals)
{
	struct hil_join_counts *n = &j->counts;
	uint64_t seen = j->probe.count, wanted = 0, lost = 0, final = 0;

	int64_t first_ns = seen ? hil_join_probe_at(j, 0)->ns : 0;

	hil_queue_pop(&j->probe, seen);
	if (totals && j->has_last && totals->commands > j->last.commands) {
		/* the last command is "probe low", those before it belong to
		 * events that were lost on the link */
		lost = totals->commands - j->last.commands - 1;
		wanted = lost * j->edges_per_command;
		final = !j->pulse &&
			(totals->commands - totals->probe_failures) % 2 == 1;
		wanted += final;
	}
	n->commands += lost;
	n->single_edges += final;
	count_edges(n, seen, wanted);
	hil_join_suspect_end(j, seen > wanted ? first_ns : 0);
}
