/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A walk through events with an offset that a single pair gives, as narrow as
 * its ioctl. Each command with the right number of edges in its window and
 * each event with as many stimulus edges before it as the kernel counted
 * interrupts fits and narrows the offset; edges in no window do not fit.
 */
#include "rig/ledger/join_trial.h"

struct walk {
	struct hil_clock_bounds bounds;
	struct hil_clock_fit fit; /* offsets over the trial's low_ns */
	size_t probe, stimulus;   /* next edges of the queues */
};

static size_t skip_to(const struct hil_queue *q, size_t at, int64_t to_ns)
{
	while (at < q->count &&
	       ((const struct hil_join_edge *)hil_queue_at(q, at))->ns < to_ns)
		at++;
	return at;
}

static void score_probe(struct hil_join *j, struct hil_trial *t, struct walk *w,
			struct hil_join_event *e)
{
	size_t first = skip_to(&j->probe, w->probe, e->window_low_ns);
	size_t end = skip_to(&j->probe, first, e->window_high_ns + 1);
	size_t stray = first - w->probe;
	const struct hil_join_edge *p;
	int64_t low_ns;

	/* edges that no command explains; a burst counts as two */
	t->score -= stray > 2 ? 2 : (int64_t)stray;
	w->probe = end;
	if (end - first != j->edges_per_command) {
		t->score--;
		return;
	}
	p = hil_join_probe_at(j, first);
	low_ns = e->event.probe_begin_ns - p->ns - j->guard_ns;
	/* a wrong stamp, or a wrong trial: it must not rule the room */
	if (!hil_clock_bounds_raise(&w->bounds, p->ns, low_ns)) {
		t->score--;
		return;
	}
	t->score++;
	hil_clock_fit_lower(&w->fit, p->ns, low_ns - t->low_ns);
}

/* The first edge that is surely behind the hard IRQ. */
static size_t edges_to(struct hil_join *j, const struct walk *w,
		       const struct hil_join_event *e)
{
	int64_t rough_ns = e->event.hardirq_ns - w->bounds.high[0].ns;
	int64_t to_ns = e->event.hardirq_ns -
			hil_clock_bounds_low(&w->bounds, rough_ns) +
			j->guard_ns;

	return skip_to(&j->stimulus, w->stimulus, to_ns + 1);
}

static void score_stimulus(struct hil_join *j, struct hil_trial *t,
			   struct walk *w, const struct hil_join_event *e)
{
	size_t end = edges_to(j, w, e);
	size_t edges = end - w->stimulus;
	const struct hil_join_edge *last;
	int64_t high_ns;

	if (!e->event.index)
		t->at_edge = (int64_t)edges == e->irqs;
	w->stimulus = end;
	if (!edges || (int64_t)edges != e->irqs) {
		t->score--;
		return;
	}
	last = hil_join_stimulus_at(j, end - 1);
	high_ns = e->event.hardirq_ns - last->ns + j->guard_ns;
	if (!hil_clock_bounds_lower(&w->bounds, last->ns, high_ns)) {
		t->score--;
		return;
	}
	t->score++;
	hil_clock_fit_upper(&w->fit, last->ns, high_ns - t->low_ns);
}

void hil_trial_run(struct hil_join *j, struct hil_trial *t, size_t first,
		   size_t count)
{
	const struct hil_join_event *e = hil_join_event_at(j, t->event);
	const struct hil_join_edge *p = hil_join_probe_at(j, t->edge);
	struct walk w = { .probe = j->parts ? t->edge : 0 };

	t->low_ns = e->event.probe_begin_ns - p->ns - j->guard_ns;
	t->high_ns = hil_join_end_ns(j, &e->event) - p->ns + j->guard_ns;
	t->at_ns = p->ns;
	t->score = 0;
	t->at_edge = false;
	hil_clock_bounds_init(&w.bounds, p->ns, t->low_ns, t->high_ns);
	if (j->group.open)
		w.stimulus = j->group.edges;
	/* what lies before the first event is not to be judged */
	if (j->parts)
		w.stimulus = edges_to(j, &w, hil_join_event_at(j, first));
	for (size_t i = first; i < first + count; i++) {
		struct hil_join_event now = *hil_join_event_at(j, i);

		hil_join_window(j, &w.bounds, &now);
		score_probe(j, t, &w, &now);
		if (!j->parts || i > first)
			score_stimulus(j, t, &w, &now);
	}
	t->room_ns = hil_clock_fit_line(&w.fit).width_ns;
}
