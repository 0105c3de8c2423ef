/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs with a board, by hand, at 1 MS/s: 1 sample is 1 us. The board's clock
 * is OFFSET ahead; an edge at sample s is stamped 10 us later, the IST wakes
 * after 30 us, its ioctl lasts from 40 to 50 us and the pin moves at 45 us.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>

#include "daemon/shm/event.h"
#include "tests/sim/feed.h"

#define OFFSET INT64_C(5000000000)
#define ROWS   192

struct run {
	struct hil_ledger *l;
	struct hil_row row[ROWS];
	size_t rows;
	struct hil_result *r;
	bool level; /* of the probe */
	uint32_t seqno, line_seqno;
	uint64_t events, commands;
	uint16_t flags;
};

static void keep_row(void *context, const struct hil_row *row)
{
	struct run *run = context;

	assert_true(run->rows < ROWS);
	run->row[run->rows++] = *row;
}

static struct run *start(void)
{
	struct hil_ledger_config config = hil_sim_config(true);
	struct run *run = calloc(1, sizeof(*run));

	run->l = hil_ledger_new(&config, keep_row, run);
	run->commands = 1;
	assert_non_null(run->l);
	assert_int_equal(hil_sim_capture(run->l, 1000000, 1), 0);
	assert_int_equal(hil_sim_json(run->l, HIL_RECORD_SETTINGS,
				      "{\"governor\":\"performance\"}"),
			 0);
	return run;
}

static void edge(struct run *run, uint64_t sample)
{
	assert_int_equal(hil_sim_edge(run->l, sample, 0, true), 0);
}

static void probe(struct run *run, uint64_t sample)
{
	run->level = !run->level;
	assert_int_equal(hil_sim_edge(run->l, sample, 1, run->level), 0);
}

/* The event whose hard IRQ was 10 us after @stamp, and answered at @at. */
static int event(struct run *run, uint64_t stamp, uint64_t at)
{
	int64_t at_ns = OFFSET + (int64_t)at * 1000;
	struct hil_event e = {
		.index = run->events++,
		.hardirq_ns = OFFSET + (int64_t)(stamp + 10) * 1000,
		.wake_ns = at_ns - 15000,
		.probe_begin_ns = at_ns - 5000,
		.probe_end_ns = at_ns + 5000,
		.seqno = run->seqno,
		.line_seqno = run->line_seqno,
		.commands = ++run->commands,
		.flags = run->flags,
		.batch = 1,
	};

	return hil_ledger_record(run->l, HIL_RECORD_EVENTS, &e, sizeof(e));
}

/* An edge, its event and its answer, all as they should be. */
static void answer(struct run *run, uint64_t sample)
{
	edge(run, sample);
	probe(run, sample + 45);
	run->seqno++;
	run->line_seqno++;
	assert_int_equal(event(run, sample, sample + 45), 0);
}

static void answers(struct run *run, uint64_t from, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		answer(run, from + 1000 * i);
}

static void closed(struct run *run, int64_t drops, const char *coalesced)
{
	assert_int_equal(
		hil_sim_json(run->l, HIL_RECORD_CLOSED,
			     "{\"reason\":\"stopped\",\"state\":\"CLOSED\","
			     "\"lines\":[{\"line\":0,\"events\":%llu,"
			     "\"last_seqno\":%u,\"last_line_seqno\":%u,"
			     "\"fifo_drops\":%lld,\"coalesced\":%s,"
			     "\"commands\":%llu,\"probe_failures\":0}]}",
			     (unsigned long long)run->events, run->seqno,
			     run->line_seqno, (long long)drops, coalesced,
			     (unsigned long long)run->commands + 1),
		0);
}

static void finish(struct run *run, uint64_t samples)
{
	const struct hil_accounts *a;

	assert_int_equal(hil_sim_end(run->l, samples), 0);
	run->r = hil_ledger_finish(run->l);
	assert_non_null(run->r);
	a = &run->r->line[0].accounts;
	assert_int_equal(a->pairing_imbalance, 0);
	assert_int_equal(a->board_imbalance, 0);
	assert_int_equal(a->probe_imbalance, 0);
	assert_int_equal(a->stimulus.edges, run->rows);
}

/* "probe low" moves a pin that is high. */
static void finish_low(struct run *run, uint64_t samples)
{
	if (run->level)
		probe(run, samples - 100);
	finish(run, samples);
	assert_true(run->r->line[0].accounts.parity_ok);
}

static void end(struct run *run)
{
	hil_result_free(run->r);
	hil_ledger_free(run->l);
	free(run);
}

static bool has_reason(const struct run *run, const char *code)
{
	for (size_t i = 0; i < run->r->reason_count; i++)
		if (!strncmp(run->r->reasons[i], code, strlen(code)))
			return true;
	return false;
}

static void join_matches_a_plain_run_and_measures_its_legs(void **state)
{
	struct run *run = start();
	const struct hil_line_result *line;

	(void)state;
	answers(run, 1000, 21);
	closed(run, 0, "0");
	finish_low(run, 200000);
	line = &run->r->line[0];
	assert_int_equal(run->r->verdict, HIL_VALID);
	assert_int_equal(line->accounts.stimulus.matched, 21);
	assert_int_equal(line->accounts.board.events, 21);
	/* 21 events and the final "probe low"; the first one found it low */
	assert_int_equal(line->accounts.probe.commands, 22);
	assert_int_equal(line->accounts.probe.missing, 0);
	assert_true(line->of[HIL_LATENCY].mean_ns == 45000.0);
	assert_true(line->of[HIL_WAKEUP].mean_ns == 20000.0);
	assert_true(line->of[HIL_RESPONSE].mean_ns == 10000.0);
	assert_true(line->of[HIL_PERIOD].mean_ns == 1000000.0);
	/* offset is known to be in [-5, +10] us, 2.002 us of guard on either
	 * side: the middle is 2.5 us off. In 20 ms that leaves drift free, so
	 * at the ends the bound is up to twice as wide */
	assert_true(line->fit.width_ns >= 15000 + 2 * 2002);
	assert_true(line->fit.width_ns <= 2 * (15000 + 2 * 2002));
	assert_true(line->of[HIL_DELIVERY].mean_ns > 7400.0);
	assert_true(line->of[HIL_DELIVERY].mean_ns < 7600.0);
	assert_true(line->of[HIL_WRITE].mean_ns > 7400.0);
	assert_true(line->of[HIL_WRITE].mean_ns < 7600.0);
	assert_true(line->fit.anchored);
	end(run);
}

struct legs {
	uint64_t count[HIL_QUANTITIES];
	int64_t sum_ns[HIL_QUANTITIES], last_ns[HIL_QUANTITIES];
	double width_ns;
};

static struct legs legs;

static void count_leg(void *context, const struct hil_leg *leg)
{
	(void)context;
	assert_true(leg->at_ns > legs.last_ns[leg->quantity]);
	legs.last_ns[leg->quantity] = leg->at_ns;
	legs.count[leg->quantity]++;
	legs.sum_ns[leg->quantity] += leg->value_ns;
	if (leg->width_ns > legs.width_ns)
		legs.width_ns = leg->width_ns;
}

/* Two blocks, 5 s and the rest: the first comes while the run goes on. */
static void legs_come_block_by_block_as_the_result_has_them(void **state)
{
	const enum hil_quantity of[] = { HIL_DELIVERY, HIL_WRITE };
	struct run *run = start();
	struct hil_ledger_live live;

	(void)state;
	memset(&legs, 0, sizeof(legs));
	hil_ledger_follow_legs(run->l, count_leg);
	hil_ledger_live(run->l, &live);
	assert_false(live.joined);
	for (uint64_t i = 0; i < 120; i++)
		answer(run, 1000 + 50000 * i);
	assert_int_equal(hil_sim_cover(run->l, 6001000), 0);
	assert_in_range(legs.count[HIL_WRITE], 80, 119);
	hil_ledger_live(run->l, &live);
	assert_true(live.joined);
	assert_int_equal(live.never_interrupt, 0);
	assert_int_equal(live.probe_extra, 0);
	closed(run, 0, "0");
	finish_low(run, 6200000);
	for (size_t i = 0; i < 2; i++) {
		const struct hil_histogram *h =
			run->r->line[0].of[of[i]].histogram;

		assert_int_equal(h->count, 120);
		assert_int_equal(legs.count[of[i]], h->count);
		assert_int_equal(legs.sum_ns[of[i]], h->sum_ns);
	}
	assert_true(legs.width_ns == run->r->line[0].fit.width_ns);
	end(run);
}

static void coalesced_edges_leave_no_latency_but_a_bound(void **state)
{
	struct run *run = start();

	(void)state;
	/* as a board has it: 7 edges under a spinner, one event with the
	 * last stamp */
	for (uint64_t i = 0; i < 7; i++)
		edge(run, 10000 + 2000 * i);
	run->seqno = 7;
	run->line_seqno = 1;
	probe(run, 30000);
	assert_int_equal(event(run, 22000, 30000), 0);
	closed(run, 0, "6");
	finish_low(run, 200000);
	assert_int_equal(run->r->line[0].accounts.board.events, 1);
	assert_int_equal(run->r->line[0].accounts.board.coalesced, 6);
	assert_int_equal(run->r->line[0].accounts.board.never_interrupt, 0);
	assert_int_equal(run->r->line[0].accounts.stimulus.ambiguous, 1);
	assert_int_equal(run->r->line[0].accounts.stimulus.missed, 6);
	assert_int_equal(run->r->line[0].of[HIL_LATENCY].histogram->count, 0);
	/* the first edge waited at least from 10,000 to 30,000 us */
	assert_true(run->r->line[0].worst[0].at_least);
	assert_int_equal(run->r->line[0].worst[0].latency_ns, 20000000);
	end(run);
}

static void fifo_drops_leave_the_last_edge_its_answer(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 3);
	/* three edges while the IST is late; the queue keeps the last one */
	for (uint64_t i = 0; i < 3; i++)
		edge(run, 10000 + 1000 * i);
	run->seqno += 3;
	run->line_seqno += 3;
	probe(run, 15000);
	assert_int_equal(event(run, 12000, 15000), 0);
	answers(run, 20000, 3);
	closed(run, 2, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->verdict, HIL_VALID);
	assert_int_equal(run->r->line[0].accounts.board.fifo_drops, 2);
	assert_int_equal(run->row[3].row_class, HIL_ROW_MISSED);
	assert_int_equal(run->row[3].at_least_ns, 5000000);
	assert_int_equal(run->row[4].row_class, HIL_ROW_MISSED);
	assert_int_equal(run->row[5].row_class, HIL_ROW_MATCHED);
	assert_int_equal(run->row[5].latency_ns, 3000000);
	end(run);
}

static void an_edge_without_interrupt_spoils_its_successor(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 3);
	edge(run, 4000);
	answers(run, 5000, 4);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->line[0].accounts.board.never_interrupt, 1);
	assert_int_equal(run->row[3].row_class, HIL_ROW_MISSED);
	/* its event may as well be that of the edge before, very late; and
	 * then, so near its hard IRQ, be followed by one that is late as well
	 */
	assert_int_equal(run->row[4].row_class, HIL_ROW_AMBIGUOUS);
	assert_int_equal(run->row[5].row_class, HIL_ROW_AMBIGUOUS);
	assert_int_equal(run->row[6].row_class, HIL_ROW_MATCHED);
	end(run);
}

static void a_spurious_event_makes_its_edge_ambiguous(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 3);
	run->seqno++;
	run->line_seqno++;
	probe(run, 3500);
	assert_int_equal(event(run, 3455, 3500), 0);
	answers(run, 4000, 3);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->line[0].accounts.board.spurious, 1);
	assert_int_equal(run->r->line[0].accounts.board.never_interrupt, 0);
	assert_int_equal(run->row[2].row_class, HIL_ROW_AMBIGUOUS);
	assert_int_equal(run->row[2].at_least_ns, 45000);
	assert_int_equal(run->row[3].row_class, HIL_ROW_MATCHED);
	end(run);
}

static void the_race_of_seqno_is_not_taken_for_a_loss(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 3);
	/* the thread read the next hard IRQ's seqno: +1, then -1 */
	edge(run, 4000);
	probe(run, 4045);
	run->seqno += 2;
	run->line_seqno++;
	assert_int_equal(event(run, 4000, 4045), 0);
	edge(run, 5000);
	probe(run, 5045);
	run->line_seqno++;
	assert_int_equal(event(run, 5000, 5045), 0);
	answers(run, 6000, 3);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 8);
	assert_int_equal(run->r->line[0].accounts.board.coalesced, 0);
	assert_int_equal(run->r->line[0].accounts.board.spurious, 0);
	assert_int_equal(run->r->line[0].accounts.board.never_interrupt, 0);
	/* which stamp is whose is not known for these two */
	assert_int_equal(run->r->line[0].of[HIL_WAKEUP].histogram->count, 6);
	assert_int_equal(run->r->line[0].of[HIL_LATENCY].histogram->count, 8);
	end(run);
}

static void counters_may_wrap(void **state)
{
	struct run *run = start();

	(void)state;
	run->seqno = UINT32_MAX - 2;
	run->line_seqno = UINT32_MAX - 2;
	answers(run, 1000, 6);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->verdict, HIL_VALID);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 6);
	end(run);
}

static void a_missing_probe_edge_costs_one_row(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 3);
	edge(run, 4000);
	run->seqno++;
	run->line_seqno++;
	assert_int_equal(event(run, 4000, 4045), 0);
	answers(run, 5000, 4);
	closed(run, 0, "0");
	finish(run, 200000);
	assert_int_equal(run->row[3].row_class, HIL_ROW_MISSED);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 7);
	/* seven edges seen: the pin is high. 8 commands left it low, so the
	 * final one made no edge; one edge was missed, so all agree */
	assert_int_equal(run->r->line[0].accounts.probe.missing, 1);
	assert_true(run->r->line[0].accounts.parity_ok);
	assert_int_equal(run->r->verdict, HIL_VALID);
	end(run);
}

static void a_glitch_beside_an_answer_makes_it_ambiguous(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 3);
	edge(run, 4000);
	probe(run, 4045);
	probe(run, 4050);
	probe(run, 4052);
	run->seqno++;
	run->line_seqno++;
	assert_int_equal(event(run, 4000, 4045), 0);
	answers(run, 5000, 3);
	/* far from any answer: extra, and no harm */
	probe(run, 7500);
	probe(run, 7503);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->row[3].row_class, HIL_ROW_AMBIGUOUS);
	assert_int_equal(run->row[3].at_least_ns, 45000);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 6);
	assert_int_equal(run->r->line[0].accounts.probe.extra, 4);
	end(run);
}

static void the_first_answer_may_be_missing(void **state)
{
	struct run *run = start();

	(void)state;
	edge(run, 1000);
	run->seqno++;
	run->line_seqno++;
	assert_int_equal(event(run, 1000, 1045), 0);
	/* irregular, so that no other start fits */
	for (uint64_t i = 0; i < 20; i++)
		answer(run, 2000 + 1000 * i + i * i * 7);
	closed(run, 0, "0");
	finish(run, 200000);
	assert_int_equal(run->row[0].row_class, HIL_ROW_MISSED);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 20);
	assert_true(run->r->line[0].fit.anchored);
	end(run);
}

static void level_flow_leaves_coalesced_unknown(void **state)
{
	struct run *run = start();

	(void)state;
	run->flags = HIL_EVENT_LEVEL_FLOW;
	answers(run, 1000, 3);
	/* comes while the line is masked for the one before: stamped late */
	edge(run, 4000);
	edge(run, 4020);
	probe(run, 4045);
	probe(run, 4075);
	run->seqno++;
	run->line_seqno++;
	assert_int_equal(event(run, 4000, 4045), 0);
	run->seqno++;
	run->line_seqno++;
	run->flags |= HIL_EVENT_QUEUED;
	assert_int_equal(event(run, 4020, 4075), 0);
	run->flags = HIL_EVENT_LEVEL_FLOW;
	answers(run, 5000, 3);
	closed(run, 0, "null");
	finish_low(run, 200000);
	assert_false(run->r->line[0].accounts.board.coalesced_known);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 8);
	assert_int_equal(run->r->line[0].of[HIL_WAKEUP].histogram->count, 7);
	end(run);
}

static void a_gap_takes_the_rows_it_touches(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 10);
	edge(run, 11000);
	run->seqno++;
	run->line_seqno++;
	assert_int_equal(event(run, 11000, 11045), 0);
	assert_int_equal(hil_sim_gap(run->l, 11020, 13500), 0);
	run->level = true; /* by parity: 13 answers */
	for (uint64_t i = 0; i < 2; i++) {
		run->seqno++;
		run->line_seqno++;
		assert_int_equal(event(run, 12000 + 1000 * i, 12045 + 1000 * i),
				 0);
	}
	answers(run, 14000, 5);
	closed(run, 0, "0");
	finish(run, 200000);
	assert_int_equal(run->row[10].row_class, HIL_ROW_IN_GAP);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 15);
	assert_int_equal(run->r->line[0].accounts.board.spurious, 0);
	assert_int_equal(run->r->line[0].accounts.board.events, 18);
	assert_int_equal(run->r->verdict, HIL_DEGRADED);
	end(run);
}

static void a_board_that_says_nothing_last_is_invalid(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 5);
	finish(run, 200000);
	assert_int_equal(run->r->verdict, HIL_INVALID);
	assert_true(has_reason(run, "board-died:"));
	end(run);
}

static void totals_that_disagree_are_invalid(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 5);
	closed(run, 3, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->verdict, HIL_INVALID);
	assert_true(has_reason(run, "totals:"));
	end(run);
}

static void events_that_never_came_are_named(void **state)
{
	struct run *run = start();
	struct hil_lost lost = { .first = 4, .count = 2 };

	(void)state;
	answers(run, 1000, 4);
	for (uint64_t i = 0; i < 2; i++) {
		edge(run, 5000 + 1000 * i);
		probe(run, 5045 + 1000 * i);
	}
	run->events += 2;
	run->commands += 2;
	run->seqno += 2;
	run->line_seqno += 2;
	assert_int_equal(
		hil_ledger_record(run->l, HIL_RECORD_LOST, &lost, sizeof(lost)),
		0);
	answers(run, 7000, 4);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->verdict, HIL_DEGRADED);
	assert_true(has_reason(run, "link: 2 events"));
	/* they were answered, but when their ioctls were is lost with them */
	for (size_t i = 4; i < 7; i++)
		assert_int_equal(run->row[i].row_class, HIL_ROW_AMBIGUOUS);
	assert_int_equal(run->r->line[0].accounts.stimulus.missed, 0);
	assert_int_equal(run->r->line[0].accounts.probe.missing, 0);
	assert_int_equal(run->r->line[0].accounts.probe.extra, 0);
	end(run);
}

static void settings_that_change_degrade(void **state)
{
	struct run *run = start();

	(void)state;
	answers(run, 1000, 5);
	assert_int_equal(hil_sim_json(run->l, HIL_RECORD_SETTINGS,
				      "{\"governor\":\"powersave\","
				      "\"temperature_mc\":50000}"),
			 0);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->verdict, HIL_DEGRADED);
	assert_string_equal(run->r->reasons[0],
			    "settings: changed during the run: governor");
	end(run);
}

static void a_board_without_events_is_named(void **state)
{
	struct run *run = start();

	(void)state;
	for (uint64_t i = 0; i < 5; i++)
		edge(run, 1000 + 1000 * i);
	closed(run, 0, "0");
	finish(run, 200000);
	assert_true(has_reason(run, "no-events:"));
	assert_int_equal(run->r->line[0].accounts.stimulus.missed, 5);
	assert_int_equal(run->r->line[0].accounts.board.never_interrupt, 5);
	end(run);
}

static void edges_outside_of_the_boards_time_are_not_its_affair(void **state)
{
	struct run *run = start();

	(void)state;
	assert_int_equal(
		hil_sim_json(run->l, HIL_RECORD_MARK, "{\"mark\":\"start\"}"),
		0);
	/* armed at 10.5 ms, closed at 20.5 ms; the stimulus never stops */
	assert_int_equal(hil_sim_json(run->l, HIL_RECORD_STATE,
				      "{\"state\":\"WAITING\",\"text\":\"\","
				      "\"mono_ns\":%lld}",
				      (long long)OFFSET + 10500000),
			 0);
	for (uint64_t i = 0; i < 10; i++)
		edge(run, 1000 + 1000 * i);
	answers(run, 11000, 10);
	assert_int_equal(hil_sim_json(run->l, HIL_RECORD_STATE,
				      "{\"state\":\"CLOSED\",\"text\":\"\","
				      "\"mono_ns\":%lld}",
				      (long long)OFFSET + 20500000),
			 0);
	for (uint64_t i = 0; i < 10; i++)
		edge(run, 21000 + 1000 * i);
	closed(run, 0, "0");
	finish_low(run, 200000);
	assert_int_equal(run->r->line[0].accounts.stimulus.edges, 10);
	assert_int_equal(run->r->line[0].accounts.stimulus.matched, 10);
	assert_int_equal(run->r->verdict, HIL_DEGRADED);
	assert_true(has_reason(run, "unanchored:"));
	end(run);
}

static void events_that_make_no_sense_are_refused(void **state)
{
	struct run *run = start();
	struct hil_event e = { .commands = 2,
			       .hardirq_ns = 10,
			       .wake_ns = 9,
			       .probe_begin_ns = 11,
			       .probe_end_ns = 12 };

	(void)state;
	answers(run, 1000, 2);
	assert_int_equal(
		hil_ledger_record(run->l, HIL_RECORD_EVENTS, &e, sizeof(e)),
		-EBADMSG);
	/* the same index again */
	run->events--;
	assert_int_equal(event(run, 3000, 3045), -EBADMSG);
	assert_int_equal(hil_ledger_record(run->l, HIL_RECORD_EVENTS, &e, 63),
			 -EBADMSG);
	closed(run, 0, "0");
	finish_low(run, 200000);
	end(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			join_matches_a_plain_run_and_measures_its_legs),
		cmocka_unit_test(
			legs_come_block_by_block_as_the_result_has_them),
		cmocka_unit_test(coalesced_edges_leave_no_latency_but_a_bound),
		cmocka_unit_test(fifo_drops_leave_the_last_edge_its_answer),
		cmocka_unit_test(
			an_edge_without_interrupt_spoils_its_successor),
		cmocka_unit_test(a_spurious_event_makes_its_edge_ambiguous),
		cmocka_unit_test(the_race_of_seqno_is_not_taken_for_a_loss),
		cmocka_unit_test(counters_may_wrap),
		cmocka_unit_test(a_missing_probe_edge_costs_one_row),
		cmocka_unit_test(a_glitch_beside_an_answer_makes_it_ambiguous),
		cmocka_unit_test(the_first_answer_may_be_missing),
		cmocka_unit_test(level_flow_leaves_coalesced_unknown),
		cmocka_unit_test(a_gap_takes_the_rows_it_touches),
		cmocka_unit_test(a_board_that_says_nothing_last_is_invalid),
		cmocka_unit_test(totals_that_disagree_are_invalid),
		cmocka_unit_test(events_that_never_came_are_named),
		cmocka_unit_test(settings_that_change_degrade),
		cmocka_unit_test(a_board_without_events_is_named),
		cmocka_unit_test(
			edges_outside_of_the_boards_time_are_not_its_affair),
		cmocka_unit_test(events_that_make_no_sense_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
