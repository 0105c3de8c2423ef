/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events whose stamps do not fit what the pins did, found before there are
 * legs: an interrupt before its edge, a command that moved the pin outside of
 * the time it was stamped for. Each is a contradiction as those that the clock
 * finds among legs. Several in a row are no wrong stamps but a clock that has
 * jumped, so a suspect is named once an event behind it fits again.
 */
#include <string.h>

#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"

static void suspect(struct hil_join *j, const struct hil_contradiction *c)
{
	struct hil_join_suspects *s = &j->suspects;

	if (j->period_ns && c->by_ns > j->period_ns / 2)
		return;
	if (s->count < HIL_JOIN_SUSPECTS)
		s->of[s->count++] = *c;
}

static int64_t since_start(const struct hil_join *j, int64_t ns)
{
	const struct hil_analyzer_stream *a = &j->ledger->analyzer;

	return ns - hil_analyzer_clock_ns(&a->clock, a->start);
}

/* The row of the @edges-th edge that waits, from 1; 0: it has none. */
static uint64_t row_of(const struct hil_join *j, size_t edges)
{
	return edges ? j->ledger->number + edges - 1 : HIL_UNKNOWN_EVENT;
}

/* The answer of the event before came behind its window. */
static void suspect_before(struct hil_join *j, int64_t answer_ns,
			   size_t waiting)
{
	struct hil_join_suspects *s = &j->suspects;

	suspect(j, &(struct hil_contradiction){
			   .row = row_of(j, waiting),
			   .event = s->event,
			   .at_ns = since_start(j, s->high_ns),
			   .by_ns = answer_ns - s->high_ns });
}

static void suspect_answer(struct hil_join *j, const struct hil_join_event *e,
			   size_t waiting, bool extra)
{
	struct hil_join_suspects *s = &j->suspects;

	s->missing = e->answer == HIL_ANSWER_MISSING && !extra;
	s->high_ns = e->window_high_ns;
	s->event = e->event.index;
	if (e->answer == HIL_ANSWER_MISSING && extra)
		suspect(j, &(struct hil_contradiction){
				   .row = row_of(j, waiting),
				   .event = e->event.index,
				   .at_ns = since_start(j, e->window_low_ns),
				   .by_ns = e->window_low_ns - e->extra_last_ns,
				   .late = true });
}

/* An edge behind its interrupt came before its answer. Return: when; 0: none.
 */
static int64_t edge_before_answer(struct hil_join *j,
				  const struct hil_join_event *e,
				  size_t waiting)
{
	int64_t edge_ns;

	if (e->answer != HIL_ANSWER_SEEN || waiting >= j->stimulus.count)
		return 0;
	edge_ns = hil_join_stimulus_at(j, waiting)->ns;
	return edge_ns < e->probe.ns ? edge_ns : 0;
}

static void suspect_interrupt(struct hil_join *j,
			      const struct hil_join_event *e, size_t waiting,
			      int64_t edge_ns)
{
	suspect(j, &(struct hil_contradiction){
			   .row = j->ledger->number + waiting,
			   .event = e->event.index,
			   .at_ns = since_start(j, edge_ns),
			   .by_ns = edge_ns -
				    hil_join_latest(j, e->event.hardirq_ns) });
}

/*
 * Events that follow one without an edge, each with an edge before its answer
 * that is not its own: the board's clock has stepped back by less than a
 * period, and each takes the edge of the one before. Return: is it one.
 */
static bool follow_step(struct hil_join *j, size_t edges, bool late_edge)
{
	struct hil_join_suspects *s = &j->suspects;

	if (!late_edge)
		s->steps = 0;
	else if (!edges || s->steps)
		s->steps++;
	if (s->steps >= HIL_JOIN_SUSPECTS)
		hil_join_lose_track(j);
	return s->steps > 1;
}

static void name_all(struct hil_join *j)
{
	struct hil_join_suspects *s = &j->suspects;

	for (size_t i = 0; i < s->count; i++)
		hil_join_contradicts(&j->legs, &s->of[i]);
	s->count = 0;
}

bool hil_join_suspect(struct hil_join *j, const struct hil_join_event *e,
		      size_t edges)
{
	size_t before = j->group.open ? j->group.edges : 0;
	bool stray = j->suspects.missing && e->extra_before, extra;
	int64_t edge_ns;

	if (e->event.index < j->orphans_to)
		return false;
	/* one of two such edges is the event's own */
	extra = e->extra_before &&
		(!stray || e->extra_last_ns != e->extra_first_ns);
	if (stray)
		suspect_before(j, e->extra_first_ns, before);
	suspect_answer(j, e, edges ? before + edges : 0, extra);
	edge_ns = edge_before_answer(j, e, before + edges);
	if (edge_ns && (!edges || stray))
		suspect_interrupt(j, e, before + edges, edge_ns);
	stray |= follow_step(j, edges, edge_ns > 0);
	if (e->answer == HIL_ANSWER_SEEN && !j->suspects.steps)
		name_all(j);
	return stray;
}

void hil_join_suspect_end(struct hil_join *j, int64_t extra_ns)
{
	if (j->suspects.missing && extra_ns)
		suspect_before(j, extra_ns, j->group.open ? j->group.edges : 0);
	if (!hil_join_is_astray(j))
		name_all(j);
}

void hil_join_suspect_reset(struct hil_join *j)
{
	memset(&j->suspects, 0, sizeof(j->suspects));
}
