/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mirror says beside its numbers: states, accounts, verdict, threads. */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calibration/uncertainty.h"
#include "rig/run/mirror_private.h"

/* Of a board's SETTINGS, which names policies as chrt does. */
static json_t *thread_to_json(const char *role, const char *comm,
			      json_int_t priority, json_int_t cpu)
{
	return json_pack("{s:s,s:s,s:i,s:I,s:I}", "role", role, "comm", comm,
			 "policy", SCHED_FIFO, "priority", priority, "cpu",
			 cpu);
}

static json_t *threads_to_json(const json_t *settings)
{
	json_int_t cpu = json_integer_value(json_object_get(settings, "cpu"));
	json_t *list = json_array(), *one;
	size_t i;

	if (!settings)
		return list;
	json_array_append_new(list,
			      thread_to_json("IST", "hilrigd-ist",
					     json_integer_value(json_object_get(
						     settings, "ist_priority")),
					     cpu));
	json_array_foreach(json_object_get(settings, "irq_threads"), i, one)
		json_array_append_new(
			list, thread_to_json("irq thread",
					     hil_feed_string(one, "comm"),
					     json_integer_value(json_object_get(
						     one, "priority")),
					     -1));
	return list;
}

static json_t *witness_to_json(const char *witness, const char *state,
			       const char *text)
{
	return json_pack("{s:s,s:s,s:s}", "witness", witness, "state", state,
			 "text", text);
}

static json_t *witnesses_to_json(const struct hil_mirror *m,
				 const struct hil_feed *feed)
{
	const char *board = hil_feed_string(feed->state, "state");
	json_t *list = json_array();
	char text[64];

	if (m->o->board == HIL_BOARD_EXEC)
		json_array_append_new(
			list,
			witness_to_json("ist", *board ? board : "STARTING",
					hil_feed_string(feed->state, "text")));
	snprintf(text, sizeof(text), "%llu samples, %llu edges",
		 (unsigned long long)feed->samples,
		 (unsigned long long)feed->edges);
	json_array_append_new(list, witness_to_json("analyzer",
						    m->capture_over ? "CLOSED"
						    : m->measuring  ? "RUN"
								    : "WAITING",
						    text));
	return list;
}

void hil_mirror_describe(struct hil_mirror *m, const struct hil_feed *feed)
{
	json_t *before, *now;

	now = json_pack("{s:s,s:i,s:o,s:o}", "program", "hilrig run", "pid",
			(int)getpid(), "witnesses", witnesses_to_json(m, feed),
			"threads", threads_to_json(feed->board_settings));
	pthread_mutex_lock(&m->lock);
	before = m->answer;
	m->answer = now;
	pthread_mutex_unlock(&m->lock);
	json_decref(before);
}

/* Before the end nothing balances yet, so what went wrong is all there is. */
static void add_failures(struct hil_mirror *m, const struct hil_feed *feed)
{
	const json_t *failure;
	size_t i;

	json_array_foreach(feed->failures, i, failure)
	{
		if (m->status.verdict != HIL_SHM_INVALID)
			m->status.verdict =
				strcmp(hil_feed_string(failure, "verdict"),
				       hil_verdict_name(HIL_DEGRADED))
					? HIL_SHM_INVALID
					: HIL_SHM_DEGRADED;
		hil_shm_status_reason(&m->status,
				      hil_feed_string(failure, "text"));
	}
}

/* What is not decided yet stays unknown: 0 would be an answer. */
static void set_live(struct hil_mirror *m, const struct hil_ledger_live *live)
{
	struct hil_shm_accounts *a = &m->status.account[0];

	m->status.lines = 1;
	a->edges = live->edges;
	a->matched = live->matched;
	a->ambiguous = live->ambiguous;
	a->missed = live->missed;
	a->in_gap = live->in_gap;
	a->probe_edges = live->probe_edges;
	if (live->probe_known) {
		a->probe_missing = live->probe_missing;
		a->probe_extra = live->probe_extra;
	}
	if (m->o->board != HIL_BOARD_EXEC)
		return;
	a->events = m->events;
	/* of events that were lost on the link nobody can tell */
	a->probe_failures = m->lost ? HIL_SHM_UNKNOWN : m->probe_failures;
	if (!live->joined)
		return;
	a->commands = live->commands;
	a->never_interrupt = live->never_interrupt;
	a->spurious = live->spurious;
}

void hil_mirror_status(struct hil_mirror *m, const struct hil_mirror_turn *turn)
{
	struct hil_ledger_live live;

	add_failures(m, turn->feed);
	if (m->lost)
		hil_shm_status_reason(&m->status,
				      "the link lost events: FIFO drops shown "
				      "here count them too");
	m->status.samples = turn->feed->samples;
	if (turn->rate_hz > 0)
		m->status.u_ns =
			hil_uncertainty_difference(1e9 / turn->rate_hz);
	if (!turn->feed->ledger)
		return;
	hil_ledger_live(turn->feed->ledger, &live);
	set_live(m, &live);
}

static uint32_t verdict_of(enum hil_verdict verdict)
{
	switch (verdict) {
	case HIL_VALID:
		return HIL_SHM_VALID;
	case HIL_DEGRADED:
		return HIL_SHM_DEGRADED;
	default:
		return HIL_SHM_INVALID;
	}
}

/* @known: whether answers could be told apart at all */
static void set_accounts(struct hil_shm_accounts *to,
			 const struct hil_accounts *from, bool known)
{
	to->edges = from->stimulus.edges;
	to->matched = from->stimulus.matched;
	to->ambiguous = from->stimulus.ambiguous;
	to->missed = from->stimulus.missed;
	to->in_gap = from->stimulus.in_gap;
	to->probe_edges = from->probe.edges;
	to->commands = HIL_SHM_UNKNOWN;
	to->never_interrupt = HIL_SHM_UNKNOWN;
	to->spurious = HIL_SHM_UNKNOWN;
	if (from->probe.commands_known)
		to->commands = from->probe.commands;
	to->probe_missing = known ? from->probe.missing : HIL_SHM_UNKNOWN;
	to->probe_extra = known ? from->probe.extra : HIL_SHM_UNKNOWN;
	if (!from->board.known)
		return;
	to->events = from->board.events;
	to->fifo_drops = from->board.fifo_drops;
	to->never_interrupt = from->board.never_interrupt;
	to->spurious = from->board.spurious;
	if (from->board.coalesced_known)
		to->coalesced = from->board.coalesced;
}

void hil_mirror_result(struct hil_mirror *m, const struct hil_result *result)
{
	const struct hil_accounts *accounts = &result->line[0].accounts;
	bool board = m->o->board == HIL_BOARD_EXEC;
	size_t i;

	m->status.verdict = verdict_of(result->verdict);
	m->status.reasons = 0;
	for (i = 0; i < result->reason_count; i++)
		hil_shm_status_reason(&m->status, result->reasons[i]);
	m->status.lines = 1;
	m->status.coverage_ppm =
		(uint64_t)(result->samples.coverage * 1e6 + 0.5);
	set_accounts(&m->status.account[0], accounts,
		     !board || accounts->probe.commands_known);
}
