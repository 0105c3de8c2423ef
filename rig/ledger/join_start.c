/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the join starts: the first offset of the two clocks.
 *
 * The probe pin is silent until the board is armed, so its first edge should
 * be the answer to the first event. That edge may be missing, or one too many
 * may come before it; so a few more pairs of an early event and an early probe
 * edge are tried (join_trial.c). By the run protocol the first edge belongs to
 * the first event: a trial that says so is preferred unless it fits clearly
 * worse. When a trial at another offset fits as well as the one chosen, the
 * start is a tie, and the result says so.
 *
 * Behind a jump of a clock nothing is known about the first ones left: there
 * each trial is judged from its own pair on.
 */
#include "rig/ledger/join_trial.h"

#define TRIAL_EVENTS 64
#define TRIAL_SHIFTS 16
/* Lost samples take edges and answers of many events with them. */
#define AGAIN_EVENTS 160
#define AGAIN_SHIFTS 96
/* Pairs behind the first, whose event may have a wrong stamp. */
#define TRIAL_PAIRS 3
#define TRIALS      (TRIAL_SHIFTS + AGAIN_SHIFTS + TRIAL_PAIRS)
/* what an anchored trial may fit worse, one that no straight clock fits must
 * fit better, than another one */
#define ANCHOR_SCORE 8
#define MISFIT_SCORE 16
#define STAMP_SCORE  4
/* trials that fit about as well as each other */
#define NEAR_SCORE    4
#define TRIAL_SPAN_NS INT64_C(1000000000)
/* No answer comes later than this after its edge at the start of a run. */
#define SILENCE_NS INT64_C(10000000000)

/* How many events take part; 0: not known yet. */
static size_t trial_events(const struct hil_join *j)
{
	const struct hil_join_event *first;
	size_t most = j->parts ? AGAIN_EVENTS : TRIAL_EVENTS, n = 0;
	int64_t until_ns;

	if (!j->events.count)
		return 0;
	first = hil_queue_at(&j->events, 0);
	until_ns = first->event.wake_ns + TRIAL_SPAN_NS;
	while (n < j->events.count && n < most) {
		const struct hil_join_event *e = hil_queue_at(&j->events, n);

		if (n && e->event.wake_ns >= until_ns)
			return n;
		n++;
	}
	return n == most || j->board_ended || j->watermark_ns > until_ns ? n
									 : 0;
}

/* Board's time from the first command to the last one of the trial. */
static int64_t trial_span_ns(const struct hil_join *j, size_t events)
{
	const struct hil_join_event *a = hil_queue_at(&j->events, 0);
	const struct hil_join_event *b = hil_queue_at(&j->events, events - 1);

	return b->event.probe_end_ns - a->event.probe_begin_ns;
}

static bool excludes(const struct hil_trial *a, const struct hil_trial *b)
{
	return a->low_ns > b->high_ns || b->low_ns > a->high_ns;
}

/* The run protocol's own trial may have lost this much to a wrong stamp. */
static int64_t fit_score(const struct hil_trial *t)
{
	bool own = t->event == t->edge && t->at_edge;

	return t->score + (own ? STAMP_SCORE : 0);
}

static int64_t anchored_score(const struct hil_trial *t)
{
	return fit_score(t) + (t->at_edge ? ANCHOR_SCORE : 0) -
	       (t->room_ns < 0.0 ? MISFIT_SCORE : 0);
}

/*
 * Pairs that are shifted by whole periods have the jitter of two answers
 * between them and leave less room for a clock than the true ones. Where the
 * anchor speaks for one trial, and fit and room both for another, the anchor
 * is wrong: the first edge was not the first event's alone.
 */
static bool is_overruled(const struct hil_trial *best,
			 const struct hil_trial *by)
{
	return best->at_edge && fit_score(by) >= fit_score(best) &&
	       by->room_ns > 2.0 * best->room_ns;
}

static struct hil_trial best_trial(const struct hil_trial *trial, size_t trials)
{
	struct hil_trial best = trial[0];

	for (size_t i = 1; i < trials; i++)
		if (anchored_score(&trial[i]) > anchored_score(&best))
			best = trial[i];
	for (size_t i = 0; i < trials; i++)
		if (is_overruled(&best, &trial[i]))
			best = trial[i];
	return best;
}

/* Without an anchor: of those that fit the one with the most room. */
static struct hil_trial roomiest_trial(const struct hil_trial *trial,
				       size_t trials)
{
	struct hil_trial most = trial[0], best;

	for (size_t i = 1; i < trials; i++)
		if (trial[i].score > most.score)
			most = trial[i];
	best = most;
	for (size_t i = 0; i < trials; i++)
		if (trial[i].score + NEAR_SCORE >= most.score &&
		    trial[i].room_ns > best.room_ns)
			best = trial[i];
	return best;
}

/*
 * Events behind each other, the first read() of a late IST, fit nearly as well
 * when they are shifted by one. The offset then is only known to be in one of
 * several intervals that touch: all of them are kept.
 */
static void widen(struct hil_trial *best, const struct hil_trial *trial,
		  size_t trials)
{
	int64_t low_ns;
	int64_t high_ns;

	do {
		low_ns = best->low_ns;
		high_ns = best->high_ns;
		for (size_t i = 0; i < trials; i++) {
			if (4 * trial[i].score < 3 * best->score ||
			    excludes(&trial[i], best))
				continue;
			if (trial[i].low_ns < best->low_ns)
				best->low_ns = trial[i].low_ns;
			if (trial[i].high_ns > best->high_ns)
				best->high_ns = trial[i].high_ns;
		}
	} while (low_ns != best->low_ns || high_ns != best->high_ns);
}

/* Does another start fit as well, at an offset that this one excludes? */
static bool is_tie(const struct hil_trial *best, const struct hil_trial *trial,
		   size_t trials)
{
	for (size_t i = 0; i < trials; i++)
		if (trial[i].score >= best->score &&
		    4.0 * trial[i].room_ns >= 3.0 * best->room_ns &&
		    excludes(&trial[i], best))
			return true;
	return false;
}

static size_t run_trials(struct hil_join *j, struct hil_trial *trial,
			 size_t events, int64_t until_ns)
{
	size_t shifts = j->parts ? events / 2 + 1 : events;
	size_t most = j->parts ? AGAIN_SHIFTS : TRIAL_SHIFTS;
	size_t trials = 0, count;

	if (shifts > most)
		shifts = most;
	/* behind a jump all trials judge as many events */
	count = j->parts ? events - shifts + 1 : events;

	for (size_t i = 0; i < TRIAL_SHIFTS && i < j->probe.count; i++) {
		if (i && hil_join_probe_at(j, i)->ns > until_ns)
			break;
		trial[trials] = (struct hil_trial){ .edge = i };
		hil_trial_run(j, &trial[trials++], 0, count);
	}
	for (size_t i = 1; i < shifts; i++) {
		trial[trials] = (struct hil_trial){ .event = i };
		hil_trial_run(j, &trial[trials++], j->parts ? i : 0, count);
	}
	for (size_t i = 1;
	     !j->parts && i <= TRIAL_PAIRS && i < shifts &&
	     i < j->probe.count && hil_join_probe_at(j, i)->ns <= until_ns;
	     i++) {
		trial[trials] = (struct hil_trial){ .event = i, .edge = i };
		hil_trial_run(j, &trial[trials++], 0, count);
	}
	return trials;
}

static void choose(struct hil_join *j, size_t events, int64_t until_ns)
{
	struct hil_trial trial[TRIALS], best;
	size_t trials = run_trials(j, trial, events, until_ns);

	best = j->parts ? roomiest_trial(trial, trials)
			: best_trial(trial, trials);
	widen(&best, trial, trials);
	j->tie |= is_tie(&best, trial, trials);
	/* what should fit scores 2 an event; this is no fit at all */
	if (best.score < -(int64_t)events) {
		j->state = HIL_JOIN_FAILED;
		return;
	}
	hil_clock_bounds_init(&j->bounds, best.at_ns, best.low_ns,
			      best.high_ns);
	if (!j->parts++)
		j->base_ns = best.low_ns;
	j->orphans_to = best.event == best.edge
				? 0
				: hil_join_event_at(j, best.event)->event.index;
	j->started = true;
	j->state = HIL_JOIN_RUNNING;
}

/*
 * The trial looks at edges up to a time that follows from the first edges and
 * events alone.
 */
bool hil_join_start(struct hil_join *j)
{
	size_t events = trial_events(j);
	size_t taken = j->group.open ? j->group.edges : 0;
	int64_t span_ns, until_ns;

	if (!events && j->analyzer_ended && j->board_ended) {
		j->state = HIL_JOIN_FAILED;
		return true;
	}
	if (!events)
		return false;
	span_ns = trial_span_ns(j, events);
	span_ns += span_ns / 256;
	if (j->stimulus.count > taken)
		until_ns = hil_join_stimulus_at(j, taken)->ns;
	else
		until_ns = j->analyzer_ended ? 0 : INT64_MAX / 2;
	until_ns += span_ns + SILENCE_NS;
	if (!j->probe.count || hil_join_probe_at(j, 0)->ns > until_ns) {
		if (j->covered_ns <= until_ns)
			return false;
		j->state = HIL_JOIN_FAILED;
		return true;
	}
	/* shifts of up to a quarter of the trial, and what they look at */
	until_ns =
		hil_join_probe_at(j, 0)->ns + span_ns / 4 + TRIAL_SPAN_NS / 4;
	if (j->covered_ns <= until_ns + span_ns + TRIAL_SPAN_NS)
		return false;
	choose(j, events, until_ns);
	return true;
}
