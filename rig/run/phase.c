/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The run protocol, phase by phase. Each function looks at what has come in
 * and says when its phase is over; deadlines see to it that every phase ends.
 * Sockets and processes are run.c's matter.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "rig/run/run_private.h"
#include "rig/run/stimulus.h"

/* both witnesses, before the generator is turned on */
#define SILENCE_NS     (200 * HIL_NS_PER_MS)
#define DRAIN_NS       (200 * HIL_NS_PER_MS)
#define TAIL_NS        (50 * HIL_NS_PER_MS)
#define ARM_DEADLINE   (15 * HIL_NS_PER_S)
#define QUIET_DEADLINE (4 * HIL_NS_PER_S)
#define DRAIN_DEADLINE (1500 * HIL_NS_PER_MS)
#define CLOSE_DEADLINE (1500 * HIL_NS_PER_MS)
#define TAIL_DEADLINE  (1000 * HIL_NS_PER_MS)
#define END_DEADLINE   (1000 * HIL_NS_PER_MS)
/* A stimulus that stays away this long is worth a word. */
#define STIMULUS_PERIODS 3
/* Longer than a network stalls. */
#define BOARD_SILENCE_NS (10 * HIL_NS_PER_S)
#define STIMULUS_MIN_NS  (1000 * HIL_NS_PER_MS)

static void enter(struct hil_run *run, enum hil_run_phase phase)
{
	run->phase = phase;
	run->phase_since_ns = hil_time_mono_ns();
	run->target_samples = 0;
}

static int64_t in_phase_ns(const struct hil_run *run)
{
	return hil_time_mono_ns() - run->phase_since_ns;
}

/* The sample that the analyzer takes now, by this host's clock. */
static uint64_t sample_now(const struct hil_run *run)
{
	double s = (double)(hil_time_mono_ns() - run->sample0_mono_ns) * 1e-9;

	return s > 0 ? (uint64_t)(s * run->rate_hz) : 0;
}

/* True once the analyzer has covered @ns from the first call in this phase. */
static bool covered(struct hil_run *run, int64_t ns)
{
	if (!run->target_samples)
		run->target_samples =
			sample_now(run) +
			(uint64_t)((double)ns * 1e-9 * run->rate_hz) + 1;
	return run->feed.samples >= run->target_samples;
}

static int step_capture(struct hil_run *run)
{
	json_t *info = run->feed.capture;
	int ret;

	if (in_phase_ns(run) > ARM_DEADLINE)
		return hil_run_fail(run, HIL_INVALID, "analyzer",
				    "the analyzer did not start in %lld s",
				    ARM_DEADLINE / HIL_NS_PER_S);
	if (!info || run->feed.samples == 0)
		return 0;
	run->sample0_mono_ns =
		json_integer_value(json_object_get(info, "start_mono_ns"));
	if (run->o->board == HIL_BOARD_NONE) {
		enter(run, HIL_PHASE_QUIET);
		return 0;
	}
	ret = hil_board_start(run->o, &run->board);
	if (ret)
		return hil_run_fail(run, HIL_INVALID, "board",
				    "cannot start hilrigd: %s", strerror(-ret));
	enter(run, HIL_PHASE_BOARD);
	return 0;
}

static int step_board(struct hil_run *run)
{
	if (in_phase_ns(run) > ARM_DEADLINE)
		return hil_run_fail(run, HIL_INVALID, "board",
				    "hilrigd was not ready in %lld s",
				    ARM_DEADLINE / HIL_NS_PER_S);
	if (run->board_waiting)
		enter(run, HIL_PHASE_QUIET);
	return 0;
}

static int start_stimulus(struct hil_run *run, bool silent)
{
	int ret;

	if (run->switchable) {
		/* The mark comes first: no edge may precede it. */
		ret = hil_run_mark(run, silent ? "generator_on"
					       : "generator_on_unanchored");
		if (ret)
			return ret;
		run->books_known =
			!hil_generator_report(run->generator, &run->books);
		ret = hil_generator_on(run->generator);
		if (ret)
			return hil_run_fail(run, HIL_INVALID, "generator",
					    "the generator did not turn on: %s",
					    strerror(-ret));
	} else {
		ret = hil_run_mark(run, "start");
		if (ret)
			return ret;
	}
	run->last_stimulus_samples = run->feed.samples;
	enter(run, HIL_PHASE_MEASURE);
	return 0;
}

static int step_quiet(struct hil_run *run)
{
	bool seen, silent;

	if (!run->switchable)
		return start_stimulus(run, false);
	if (in_phase_ns(run) > QUIET_DEADLINE) {
		hil_warning("stimulus or probe was not silent before the "
			    "start; the first edge is not known to be row 0");
		return start_stimulus(run, false);
	}
	seen = covered(run, SILENCE_NS);
	silent = run->feed.last_edge_samples <
		 (int64_t)run->target_samples -
			 (int64_t)((double)SILENCE_NS * 1e-9 * run->rate_hz);
	if (!seen)
		return 0;
	if (!silent || run->feed.events != run->last_events) {
		run->last_events = run->feed.events;
		run->target_samples = 0; /* once more */
		return 0;
	}
	return start_stimulus(run, true);
}

/* Sampled time without an edge: an analyzer that is silent says nothing. */
static int64_t stimulus_away_ns(const struct hil_run *run)
{
	return (int64_t)((double)(run->feed.samples -
				  run->last_stimulus_samples) *
			 1e9 / run->rate_hz);
}

/* A generator that died or was switched off by hand is noticed here. */
static int watch_stimulus(struct hil_run *run)
{
	int64_t limit, away;

	/* heartbeat and probe may go on whatever the stimulus does */
	if (run->feed.edges != run->last_events) {
		run->last_events = run->feed.edges;
		run->last_stimulus_samples = run->feed.samples;
		return 0;
	}
	limit = STIMULUS_PERIODS * hil_stimulus_bounds(run->o).max_ns;
	if (limit < STIMULUS_MIN_NS)
		limit = STIMULUS_MIN_NS;
	away = stimulus_away_ns(run);
	if (run->stimulus_lost || run->generator_lost_ns || away < limit)
		return 0;
	run->stimulus_lost = true;
	hil_warning("no edge from the stimulus for %.1f s: is the generator on "
		    "and wired to channel %s?",
		    (double)away * 1e-9, run->roles.stimulus);
	return hil_feed_failure(&run->feed, HIL_DEGRADED, "stimulus",
				"the stimulus stayed away for more than three "
				"periods");
}

static int stop_stimulus(struct hil_run *run)
{
	int ret;

	if (run->switchable && run->generator &&
	    hil_generator_off(run->generator))
		hil_warning("the generator did not confirm that it is off");
	enter(run, HIL_PHASE_DRAIN);
	ret = hil_run_mark(run, "generator_off");
	return ret ? ret : hil_stimulus_books(run);
}

/* A frozen board or a pulled cable; watermarks come all the time otherwise. */
static int watch_board(struct hil_run *run)
{
	if (!run->board || run->board_over ||
	    hil_time_mono_ns() - run->board_heard_ns < BOARD_SILENCE_NS)
		return 0;
	return hil_run_fail(run, HIL_INVALID, "board-silent",
			    "nothing came from hilrigd for %lld s: is the "
			    "board alive and the connection up?",
			    BOARD_SILENCE_NS / HIL_NS_PER_S);
}

static int step_measure(struct hil_run *run)
{
	struct hil_ledger_live live;
	bool timed = !run->o->edges || run->o->given.duration_ns;
	int ret;

	hil_ledger_live(run->feed.ledger, &live);
	if (live.limit_hit || run->limit_ns || live.edges_done ||
	    run->stop_signals || run->enough ||
	    (run->burst && run->stimulus_lost) ||
	    (timed && in_phase_ns(run) >= run->o->duration_ns))
		return stop_stimulus(run);
	ret = watch_board(run);
	if (!ret && !run->failed)
		ret = hil_stimulus_turn(run);
	return ret ? ret : watch_stimulus(run);
}

static int step_drain(struct hil_run *run)
{
	if (!run->capture_over && !covered(run, DRAIN_NS) &&
	    in_phase_ns(run) < DRAIN_DEADLINE)
		return 0;
	if (run->board)
		hil_board_stop(run->board);
	enter(run, HIL_PHASE_CLOSE);
	return 0;
}

static int step_close(struct hil_run *run)
{
	int ret = 0;

	if (run->board && !run->board_over) {
		if (in_phase_ns(run) < CLOSE_DEADLINE)
			return 0;
		ret = hil_feed_failure(&run->feed, HIL_INVALID, "board-silent",
				       "hilrigd sent no totals after STOP");
	}
	enter(run, HIL_PHASE_TAIL);
	return ret;
}

static int step_tail(struct hil_run *run)
{
	if (!run->capture_over && !covered(run, TAIL_NS) &&
	    in_phase_ns(run) < TAIL_DEADLINE)
		return 0;
	if (run->capture && !run->capture_over)
		hil_capture_stop(run->capture);
	enter(run, HIL_PHASE_END);
	return 0;
}

static int step_end(struct hil_run *run)
{
	int ret = 0;

	if (run->capture && !run->capture_over) {
		if (in_phase_ns(run) < END_DEADLINE)
			return 0;
		ret = hil_feed_failure(&run->feed, HIL_INVALID,
				       "analyzer-silent",
				       "the analyzer did not stop");
	}
	enter(run, HIL_PHASE_DONE);
	return ret;
}

int hil_phase_step(struct hil_run *run)
{
	static int (*const step[])(struct hil_run *) = {
		[HIL_PHASE_CAPTURE] = step_capture,
		[HIL_PHASE_BOARD] = step_board,
		[HIL_PHASE_QUIET] = step_quiet,
		[HIL_PHASE_MEASURE] = step_measure,
		[HIL_PHASE_DRAIN] = step_drain,
		[HIL_PHASE_CLOSE] = step_close,
		[HIL_PHASE_TAIL] = step_tail,
		[HIL_PHASE_END] = step_end,
	};

	/* A failure or a signal before the end goes straight to the drain. */
	if ((run->failed || run->stop_signals) && run->phase < HIL_PHASE_DRAIN)
		return stop_stimulus(run);
	return step[run->phase](run);
}
