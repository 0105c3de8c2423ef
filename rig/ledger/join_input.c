/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the join takes from both streams into its queues, checked. */
#include <errno.h>
#include <string.h>

#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"

#define TIME_LIMIT_NS HIL_ANALYZER_CLOCK_MAX_NS

static int push_edge(struct hil_join *j, struct hil_queue *q, uint64_t sample)
{
	struct hil_join_edge *edge = hil_queue_push(q);

	if (!edge)
		return -ENOMEM;
	edge->sample = sample;
	edge->ns = hil_analyzer_clock_ns(&j->ledger->analyzer.clock, sample);
	return 0;
}

int hil_join_stimulus(struct hil_join *j, uint64_t sample)
{
	return push_edge(j, &j->stimulus, sample);
}

int hil_join_probe(struct hil_join *j, uint64_t sample)
{
	j->counts.probe_edges++;
	if (j->state == HIL_JOIN_FAILED)
		return 0;
	return push_edge(j, &j->probe, sample);
}

int hil_join_gap(struct hil_join *j, uint64_t first, uint64_t end)
{
	const struct hil_analyzer_clock *clock = &j->ledger->analyzer.clock;
	struct hil_join_gap *gap = hil_queue_push(&j->gaps);

	if (!gap)
		return -ENOMEM;
	gap->first_ns = hil_analyzer_clock_ns(clock, first);
	gap->end_ns = hil_analyzer_clock_ns(clock, end);
	return 0;
}

static bool is_sound(const struct hil_join *j, const struct hil_event *e)
{
	if (e->hardirq_ns < 0 || e->hardirq_ns > e->wake_ns ||
	    e->wake_ns > e->probe_begin_ns ||
	    e->probe_begin_ns > e->probe_end_ns ||
	    e->probe_end_ns > TIME_LIMIT_NS ||
	    e->index > (uint64_t)TIME_LIMIT_NS ||
	    e->commands > (uint64_t)TIME_LIMIT_NS || e->commands < 2 ||
	    e->wake_ns < j->watermark_ns)
		return false;
	return !j->has_last ||
	       (e->index > j->last.index && e->commands > j->last.commands &&
		e->probe_begin_ns >= j->last.probe_end_ns);
}

/* Counters wrap after 2^32; a difference beyond half of that goes back. */
static int64_t difference(uint32_t now, uint32_t before)
{
	return (int32_t)(now - before);
}

/*
 * Counters start at 0 when the board is armed, so the first event tells what
 * was lost before it. A first value that makes no sense as such a count (a
 * board that counts on from an earlier request) only starts the counting.
 */
static void take_steps(const struct hil_join *j, struct hil_join_event *e)
{
	const struct hil_event *now = &e->event;

	if (j->has_last) {
		e->steps = (int64_t)(now->index - j->last.index);
		e->commands = (int64_t)(now->commands - j->last.commands);
		e->irqs = difference(now->seqno, j->last.seqno);
		e->delivered = difference(now->line_seqno, j->last.line_seqno);
		return;
	}
	e->steps = (int64_t)now->index + 1;
	e->commands = (int64_t)now->commands - 1;
	e->irqs = difference(now->seqno, 0);
	e->delivered = difference(now->line_seqno, 0);
	if (e->irqs <= 0 || e->delivered <= 0) {
		e->irqs = e->steps;
		e->delivered = e->steps;
	}
}

int hil_join_event(struct hil_join *j, const struct hil_event *event)
{
	struct hil_join_event *e;

	if (!is_sound(j, event))
		return -EBADMSG;
	e = hil_queue_push(&j->events);
	if (!e)
		return -ENOMEM;
	memset(e, 0, sizeof(*e));
	e->event = *event;
	e->watermark_ns = j->watermark_ns;
	take_steps(j, e);
	j->last = *event;
	j->has_last = true;
	j->counts.events++;
	j->counts.last_index = event->index + 1;
	j->counts.irqs += e->irqs;
	j->counts.delivered += e->delivered;
	return 0;
}
