/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heartbeat: a channel of steady period that shows samples lost without a
 * word. Rows wait until the next beat has vouched for them; a beat out of step
 * makes the time since the one before a gap, for where in it samples are
 * missing is not known. Without a heartbeat the stimulus's own period is
 * looked at, and nothing waits for it.
 */
#include <inttypes.h>
#include <math.h>

#include "rig/ledger/ledger_private.h"

#define PAUSE_PERIODS 8 /* without a beat: nobody waits any longer */
#define FIRST_NS      INT64_C(2000000000)

void hil_beat_init(struct hil_ledger *l)
{
	hil_heartbeat_init(&l->beat.signal, !l->config.heartbeat);
}

static double pause_samples(const struct hil_ledger *l)
{
	const struct hil_heartbeat *h = &l->beat.signal;

	if (h->period_samples > 0)
		return PAUSE_PERIODS * h->period_samples;
	return (double)hil_analyzer_clock_samples(&l->analyzer.clock, FIRST_NS);
}

/* Splices found since the last call become gaps, unless so much time passed
 * between their beats that rows could not wait. */
static int take_splices(struct hil_ledger *l, double pause)
{
	struct hil_heartbeat *h = &l->beat.signal;
	int ret = 0;

	if (!l->config.board || !l->config.heartbeat)
		return 0;
	for (size_t i = 0; i < h->splices && i < HIL_SPLICES && !ret; i++) {
		const struct hil_splice *s = &h->splice[i];
		uint64_t from = s->before;

		if (s->behind <= l->beat.gap_end)
			continue;
		if (from < l->beat.gap_end)
			from = l->beat.gap_end;
		l->beat.gap_end = s->behind;
		if ((double)(s->behind - l->beat.held) <= pause)
			ret = hil_join_gap(&l->join, from, s->behind);
	}
	return ret;
}

int hil_beat_edge(struct hil_ledger *l, uint64_t sample)
{
	struct hil_heartbeat *h = &l->beat.signal;
	double pause;
	int ret;

	if (l->config.heartbeat ? l->beat.has_last && sample <= l->beat.last
				: l->config.irregular)
		return 0;
	l->beat.has_last = true;
	l->beat.last = sample;
	pause = pause_samples(l);
	hil_heartbeat_add(h, sample);
	ret = take_splices(l, pause);
	if (h->period_samples > 0)
		l->beat.held = sample;
	return ret;
}

uint64_t hil_beat_cover(const struct hil_ledger *l, uint64_t floor)
{
	const struct hil_heartbeat *h = &l->beat.signal;

	if (!l->config.heartbeat || floor <= l->beat.held ||
	    (h->period_samples > 0 && !h->steady) ||
	    (double)(floor - l->beat.held) > pause_samples(l))
		return floor;
	return l->beat.held;
}

void hil_beat_gap(struct hil_ledger *l, uint64_t end)
{
	hil_heartbeat_gap(&l->beat.signal);
	l->beat.held = end;
}

int hil_beat_finish(struct hil_ledger *l)
{
	double pause = pause_samples(l);

	hil_heartbeat_finish(&l->beat.signal);
	return take_splices(l, pause);
}

static void judge_splices(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_heartbeat *h = &l->beat.signal;
	const struct hil_splice *s = &h->splice[0];
	double at_s =
		(double)hil_analyzer_clock_span(&l->analyzer.clock,
						l->analyzer.start, s->before) /
		1e9;

	if (!h->splices)
		return;
	/* without board records rows around it were paired as if nothing was */
	hil_result_reason(r, l->config.board ? HIL_DEGRADED : HIL_INVALID,
			  "splice",
			  "samples were spliced out at %" PRIu64
			  " place%s, first near %.6f s: %.0f samples, or that "
			  "and whole periods, by %s",
			  h->splices, h->splices == 1 ? "" : "s", at_s,
			  s->missing_samples,
			  h->weak ? "the stimulus's own period, unless its "
				    "generator jumped"
				  : "the heartbeat");
}

static void judge_heartbeat(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_heartbeat *h = &l->beat.signal;
	double said = (double)l->config.heartbeat_ns /
		      hil_analyzer_clock_period_ns(&l->analyzer.clock);

	if (!l->config.heartbeat || !l->analyzer.started)
		return;
	if (!(h->period_samples > 0))
		hil_result_reason(r, HIL_DEGRADED, "heartbeat",
				  "the heartbeat's channel shows no heartbeat: "
				  "is it connected?");
	else if (!h->steady)
		hil_result_reason(r, HIL_DEGRADED, "heartbeat",
				  "the heartbeat is not steady, it tells "
				  "nothing");
	else if (l->config.heartbeat_ns &&
		 fabs(h->period_samples - said) > 0.02 * said)
		hil_result_reason(r, HIL_DEGRADED, "heartbeat",
				  "the heartbeat's period is %.0f samples and "
				  "not %.0f",
				  h->period_samples, said);
}

void hil_beat_fill(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_heartbeat *h = &l->beat.signal;
	double step_ns = hil_analyzer_clock_period_ns(&l->analyzer.clock);

	r->heartbeat.own = l->config.heartbeat;
	r->heartbeat.known = h->period_samples > 0 && h->steady;
	if (r->heartbeat.known) {
		r->heartbeat.period_ns = h->period_samples * step_ns;
		r->heartbeat.least_ns = h->slack_samples * step_ns;
		r->heartbeat.intervals = h->intervals;
		r->heartbeat.splices = h->splices;
		for (size_t i = 0; i < h->splices && i < HIL_SPLICES; i++)
			r->heartbeat.splice[i] = h->splice[i];
	}
	judge_heartbeat(l, r);
	judge_splices(l, r);
}
