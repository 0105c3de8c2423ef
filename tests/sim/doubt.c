/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edges whose answer no observer could tell from another's.
 *
 * With two channels alone: an edge with one answer behind it, before the next
 * edge, that is not its own.
 *
 * With a board, one: an edge that raised no interrupt, and before the next edge
 * an interrupt that no edge raised. Kernel, IST and pin then show exactly what
 * they show of an edge that was served late.
 *
 * Two: commands so close together that the bounds of the clocks do not part
 * them, one edge of theirs that was not seen, and among them an edge that no
 * command made. The number of edges is right and their places are possible.
 * The bounds an observer can have are the shortest delivery and the shortest
 * write of the run, the posted write that he must allow for, two samples on
 * either side, and how far clocks may part meanwhile.
 */
#include <stdlib.h>

#include "tests/sim/sim.h"

#define POSTED_NS 20000

static void doubt_events(struct hil_sim *s, bool *has_own)
{
	size_t edge = 0;

	for (size_t i = 0; i < s->events; i++)
		if (s->event_edge[i] != SIZE_MAX)
			has_own[s->event_edge[i]] = true;
	for (size_t i = 0; i < s->events; i++) {
		if (s->event_edge[i] != SIZE_MAX)
			continue;
		while (edge + 1 < s->edges &&
		       hil_sim_board_ns(s, s->edge[edge + 1].at_ns) <
			       s->event[i].hardirq_ns)
			edge++;
		if (!has_own[edge])
			s->edge[edge].indistinct = true;
	}
}

static int64_t bound_ns(const struct hil_sim *s)
{
	const struct hil_sim_config *c = &s->config;
	int64_t tau_ns = (int64_t)(1000000000 * c->rate_den / c->rate_num) + 1;

	return 4 * tau_ns + c->ioctl_ns + c->ioctl_jitter_ns +
	       2 * (c->delivery.floor_ns + c->delivery.mean_ns) +
	       c->period_ns / 200;
}

struct walk {
	size_t turn;
	int64_t to_ns;
	bool hidden, foreign;
};

/* Turns of the probe up to a time: those nobody commanded. */
static void walk_to(struct hil_sim *s, struct walk *w, int64_t from_ns,
		    int64_t to_ns)
{
	while (w->turn < s->turns && s->turn[w->turn].at_ns < from_ns)
		w->turn++;
	for (; w->turn < s->turns && s->turn[w->turn].at_ns <= to_ns;
	     w->turn++) {
		const struct hil_sim_turn *t = &s->turn[w->turn];

		w->foreign |= t->event == UINT64_MAX;
		w->hidden |= t->event != UINT64_MAX && !t->seen;
	}
}

static void doubt_answers(struct hil_sim *s, const size_t *seen_of)
{
	int64_t bound = bound_ns(s), after = bound + POSTED_NS;
	size_t wanted = s->config.pulse ? 2 : 1, first = 0;
	struct walk w = { 0 };

	if (s->config.pulse)
		after += 3 * (s->config.ioctl_ns + s->config.ioctl_jitter_ns);
	for (size_t i = 0; i < s->events; i++) {
		int64_t from_ns = s->begin_ns[i] - bound;

		if (i && from_ns > w.to_ns) {
			first = i;
			w.hidden = false;
			w.foreign = false;
		}
		w.to_ns = s->end_ns_of[i] + after;
		walk_to(s, &w, from_ns, w.to_ns);
		w.hidden |= seen_of[i] < wanted;
		if (!w.hidden || !w.foreign)
			continue;
		for (size_t k = first; k <= i; k++)
			if (s->event_edge[k] != SIZE_MAX)
				s->edge[s->event_edge[k]].indistinct = true;
	}
}

static void doubt_intervals(struct hil_sim *s)
{
	size_t wanted = s->config.pulse ? 2 : 1, at = 0;
	const struct hil_sim_edge *next;

	for (size_t i = 0; i < s->edges; i = (size_t)(next - s->edge)) {
		struct hil_sim_edge *e = &s->edge[i];
		size_t first, shown = 0;

		for (next = e + 1; next < s->edge + s->edges && !next->seen;)
			next++;
		while (at < s->showns && s->shown[at] <= e->sample)
			at++;
		first = at;
		for (; at < s->showns && (next == s->edge + s->edges ||
					  s->shown[at] <= next->sample);
		     at++)
			shown++;
		e->indistinct = shown == wanted &&
				!(e->answered && e->probe == s->shown[first]);
	}
}

void hil_sim_doubt(struct hil_sim *s)
{
	bool *has_own = calloc(s->edges + 1, sizeof(*has_own));
	size_t *seen_of = calloc(s->events + 1, sizeof(*seen_of));

	if (!has_own || !seen_of)
		abort();
	for (size_t i = 0; i < s->turns; i++)
		if (s->turn[i].event < s->events && s->turn[i].seen)
			seen_of[s->turn[i].event]++;
	if (!s->config.board) {
		doubt_intervals(s);
	} else {
		doubt_events(s, has_own);
		doubt_answers(s, seen_of);
	}
	free(has_own);
	free(seen_of);
}
