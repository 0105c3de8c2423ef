/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop over the steps of the join: see join.h.
 *
 * What a step may look at is bounded by times that follow from decisions made
 * before, never by what happens to be in a queue. Edges that came early lie
 * behind those times and are not looked at; edges that come late are waited
 * for.
 */
#include "rig/ledger/join.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rig/ledger/ledger_private.h"

int hil_join_init(struct hil_join *j, struct hil_ledger *l)
{
	memset(j, 0, sizeof(*j));
	j->ledger = l;
	j->pulse = l->config.probe_mode == HIL_PROBE_PULSE;
	j->edges_per_command = j->pulse ? 2 : 1;
	hil_queue_init(&j->stimulus, sizeof(struct hil_join_edge));
	hil_queue_init(&j->probe, sizeof(struct hil_join_edge));
	hil_queue_init(&j->events, sizeof(struct hil_join_event));
	hil_queue_init(&j->gaps, sizeof(struct hil_join_gap));
	return l->config.board ? hil_join_legs_init(&j->legs) : 0;
}

void hil_join_clock(struct hil_join *j)
{
	const struct hil_analyzer_clock *clock = &j->ledger->analyzer.clock;

	/* one sample of quantisation and one of skew between two channels */
	j->guard_ns = hil_analyzer_clock_ns(clock, 2) + 2;
}

void hil_join_free(struct hil_join *j)
{
	hil_queue_free(&j->stimulus);
	hil_queue_free(&j->probe);
	hil_queue_free(&j->events);
	hil_queue_free(&j->gaps);
	free(j->legs.clock);
}

bool hil_join_in_gap(const struct hil_join *j, int64_t low_ns, int64_t high_ns)
{
	for (size_t i = 0; i < j->gaps.count; i++) {
		const struct hil_join_gap *gap = hil_queue_at(&j->gaps, i);

		if (gap->first_ns > high_ns)
			return false;
		if (gap->end_ns >= low_ns)
			return true;
	}
	return false;
}

static void drop_old_gaps(struct hil_join *j)
{
	int64_t needed_ns =
		j->group.open ? j->group.before_ns : j->answered_to_ns;

	while (j->gaps.count) {
		const struct hil_join_gap *gap = hil_queue_at(&j->gaps, 0);

		if (gap->end_ns >= needed_ns - j->guard_ns)
			return;
		hil_queue_pop(&j->gaps, 1);
	}
}

/* Nothing can be joined: rows leave as they come, unpaired. */
static void run_failed(struct hil_join *j)
{
	enum hil_row_class c = j->has_last ? HIL_ROW_AMBIGUOUS : HIL_ROW_MISSED;

	while (j->stimulus.count &&
	       hil_join_stimulus_at(j, 0)->ns < j->covered_ns)
		hil_join_row_plain(j, 1, c);
	hil_queue_pop(&j->events, j->events.count);
	hil_queue_pop(&j->probe, j->probe.count);
	hil_queue_pop(&j->gaps, j->gaps.count);
}

static void run_started(struct hil_join *j)
{
	struct hil_join_event e;

	while (j->answered || hil_join_answer(j)) {
		e = *hil_join_event_at(j, 0);
		hil_queue_pop(&j->events, 1);
		j->answered--;
		hil_join_group(j, &e);
		drop_old_gaps(j);
	}
	if (j->state == HIL_JOIN_RUNNING && !j->events.count)
		hil_join_silence(j, j->watermark_ns);
}

static void run(struct hil_join *j)
{
	do {
		if (j->state == HIL_JOIN_STARTING && !hil_join_start(j))
			return;
		if (j->state == HIL_JOIN_FAILED)
			run_failed(j);
		else
			run_started(j);
		/* a clock that has jumped starts it again */
	} while (j->state == HIL_JOIN_STARTING);
}

void hil_join_cover(struct hil_join *j, uint64_t samples)
{
	const struct hil_analyzer_clock *clock = &j->ledger->analyzer.clock;

	j->covered_ns = hil_analyzer_clock_ns(clock, samples);
	run(j);
}

void hil_join_watermark(struct hil_join *j, int64_t mono_ns)
{
	if (mono_ns > HIL_ANALYZER_CLOCK_MAX_NS || mono_ns <= j->watermark_ns)
		return;
	j->watermark_ns = mono_ns;
	run(j);
}

void hil_join_run(struct hil_join *j)
{
	run(j);
}

void hil_join_board_end(struct hil_join *j)
{
	j->board_ended = true;
	run(j);
}

int hil_join_finish(struct hil_join *j, uint64_t end,
		    const struct hil_board_totals *totals)
{
	struct hil_join_gap *after = hil_queue_push(&j->gaps);

	if (!after)
		return -ENOMEM;
	after->first_ns =
		hil_analyzer_clock_ns(&j->ledger->analyzer.clock, end);
	after->end_ns = INT64_MAX;
	j->board_ended = true;
	j->analyzer_ended = true;
	j->covered_ns = INT64_MAX;
	run(j);
	if (j->state != HIL_JOIN_RUNNING) {
		run_failed(j);
		return 0;
	}
	hil_join_answer_end(j, totals);
	hil_join_group_end(j, totals);
	hil_join_leg_flush(j);
	return 0;
}
