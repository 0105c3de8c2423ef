/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Operation: off is off and N edges are N, judged by both witnesses. The runs
 * take the generator for one that somebody else switches: that is us.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "rig/qualify/checks.h"
#include "rig/qualify/generator_use.h"
#include "rig/qualify/seen.h"

#define QUIET_NS    (2 * HIL_NS_PER_S)
#define ON_NS       (300 * HIL_NS_PER_MS)
#define END_NS      (300 * HIL_NS_PER_MS)
#define ARM_NS      (45 * HIL_NS_PER_S)
#define BURST_NS    (2 * HIL_NS_PER_S) /* of edges, about */
#define BURST_LEAST 10
#define BURST_MOST  500
#define TRIES       3

static const char *const by_us[] = { "--generator=manual", NULL };

static void judge_quiet(const struct hil_seen *s, bool board,
			struct hil_finding *f)
{
	hil_finding_count(f, "samples", s->samples);
	hil_finding_count(f, "edges of the stimulus", s->stimulus);
	hil_finding_count(f, "edges of the probe", s->probe);
	if (board)
		hil_finding_count(f, "events of the board", s->events);
	if (s->kept)
		hil_finding_count(f, "events kept from before", s->kept);
	if (!s->samples)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the analyzer saw nothing at all");
	if (board && !s->closed)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the board did not tell its totals");
	if (s->stimulus || s->probe || s->events)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the generator was off, and %" PRIu64
				" edges of the stimulus, %" PRIu64
				" of the probe and %" PRIu64
				" events were seen",
				s->stimulus, s->probe, s->events);
	hil_finding_set(f, HIL_FINDING_PASSED, "no edge on either channel%s",
			board ? ", no event at the board" : "");
}

void hil_check_quiet(struct hil_qualify *q, const char *name,
		     struct hil_finding *f)
{
	struct hil_qualify_run r = { 0 };
	struct hil_seen s;
	int ret;

	hil_qualify_measure(q, name, QUIET_NS, by_us, &r);
	if (hil_qualify_run_ok(q, &r, f)) {
		ret = hil_seen_read(r.path, &s);
		if (ret)
			hil_finding_set(f, HIL_FINDING_FAILED,
					"its records cannot be read: %s",
					strerror(-ret));
		else
			judge_quiet(&s, q->o->board == HIL_BOARD_EXEC, f);
	}
	hil_qualify_run_clear(&r);
}

void hil_check_off(struct hil_qualify *q, struct hil_finding *f)
{
	struct hil_generator_wave wave = hil_generator_use_wave(q->o);
	struct hil_generator_use u;
	int ret;

	if (!hil_generator_use_open(q, "off", q->o->line_volts, &u, f))
		return;
	ret = hil_generator_set(u.g, &wave);
	if (!ret)
		ret = hil_generator_on(u.g);
	if (!ret)
		ret = hil_pause(ON_NS);
	if (!ret)
		ret = hil_generator_off(u.g);
	hil_generator_use_close(&u);
	if (ret == -EINTR)
		return;
	if (ret)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the generator does not do as it is told: %s",
				strerror(-ret));
	hil_check_quiet(q, "off-seen", f);
}

static uint64_t burst_edges(int64_t period_ns)
{
	int64_t n = BURST_NS / period_ns;

	return (uint64_t)(n < BURST_LEAST  ? BURST_LEAST
			  : n > BURST_MOST ? BURST_MOST
					   : n);
}

/* Return: 0; -errno. @skipped: what the generator says that it left out. */
static int send_burst(struct hil_qualify *q, const char *name, uint64_t edges,
		      uint64_t *skipped, struct hil_finding *f)
{
	struct hil_generator_wave wave = hil_generator_use_wave(q->o);
	struct hil_generator_report before = { 0 }, after = { 0 };
	struct hil_generator_use u;
	int ret;

	wave.burst = edges;
	if (!hil_generator_use_open(q, name, q->o->line_volts, &u, f))
		return -EIO;
	ret = hil_generator_set(u.g, &wave);
	if (!ret && hil_generator_report(u.g, &before))
		before.skipped = 0;
	if (!ret)
		ret = hil_generator_on(u.g);
	if (!ret)
		ret = hil_pause((int64_t)edges * q->o->period_ns + END_NS);
	if (!ret && hil_generator_report(u.g, &after))
		after.skipped = before.skipped;
	*skipped = after.skipped - before.skipped;
	if (!ret)
		ret = hil_generator_off(u.g);
	hil_generator_use_close(&u);
	return ret;
}

/* One burst into a run that goes on. Return: 0; -errno, said in @f. */
static int burst(struct hil_qualify *q, int attempt, uint64_t edges,
		 struct hil_seen *s, uint64_t *skipped, struct hil_finding *f)
{
	char run[HIL_QUALIFY_NAME], said[HIL_QUALIFY_NAME];
	struct hil_qualify_run r = { 0 };
	struct hil_command c;
	char *path = NULL;
	int ret;

	snprintf(run, sizeof(run), "burst-%d-seen", attempt);
	snprintf(said, sizeof(said), "burst-%d", attempt);
	*skipped = 0;
	ret = hil_qualify_run_start(q, run, 2 * ARM_NS, by_us, &c);
	if (!ret)
		ret = hil_qualify_run_mark(&c, "start", ARM_NS, &path);
	if (!ret)
		ret = send_burst(q, said, edges, skipped, f);
	hil_command_signal(&c, SIGINT);
	r.error = hil_command_wait(&c, ARM_NS);
	hil_qualify_run_take(q, &c, &r);
	if (hil_qualify_run_ok(q, &r, f) && !ret)
		ret = hil_seen_read(r.path, s);
	else if (!ret)
		ret = -EIO;
	if (ret && ret != -EINTR)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"no burst could be measured: %s",
				strerror(-ret));
	hil_qualify_run_clear(&r);
	free(path);
	return ret;
}

static void judge_burst(const struct hil_seen *s, uint64_t edges, bool board,
			struct hil_finding *f)
{
	const struct hil_accounts *a = &s->accounts;

	hil_finding_count(f, "edges sent", edges);
	hil_finding_count(f, "edges seen", a->stimulus.edges);
	if (board)
		hil_finding_count(f, "events of the board", a->board.events);
	if (a->stimulus.edges != edges)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"%" PRIu64 " edges were sent, %" PRIu64
				" were seen",
				edges, a->stimulus.edges);
	if (board && (!a->board.known || a->board_imbalance))
		hil_finding_set(f, HIL_FINDING_FAILED,
				"the board's account does not give the edges "
				"that were seen");
	hil_finding_set(f, HIL_FINDING_PASSED,
			"each of %" PRIu64 " edges was counted%s", edges,
			board ? "; with coalesced and dropped ones the board's "
				"events give the same number"
			      : "");
}

void hil_check_burst(struct hil_qualify *q, struct hil_finding *f)
{
	uint64_t edges = burst_edges(q->o->period_ns), skipped = 0;
	struct hil_seen s;
	int attempt = 0;

	/* a generator made of software says when it left periods out */
	do {
		if (burst(q, ++attempt, edges, &s, &skipped, f))
			return;
	} while (skipped && attempt < TRIES);
	if (skipped)
		hil_finding_set(f, HIL_FINDING_FAILED,
				"in each of %d bursts the generator left "
				"periods out, as it says itself",
				TRIES);
	if (q->o->edge == HIL_SELECT_BOTH)
		edges *= 2;
	judge_burst(&s, edges, q->o->board == HIL_BOARD_EXEC, f);
}
