/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the numbers of a run are worth. Missed, dropped and coalesced edges are
 * results and no reason for anything.
 */
#include <inttypes.h>
#include <math.h>

#include "rig/ledger/ledger_private.h"

static void judge_capture(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_analyzer_stream *a = &l->analyzer;

	if (!a->started)
		hil_result_reason(r, HIL_INVALID, "no-capture",
				  "the analyzer sent nothing");
	else if (!a->ended)
		hil_result_reason(r, HIL_INVALID, "capture-died",
				  "the analyzer's stream stops without an end");
	else if (!a->wished)
		hil_result_reason(r, HIL_INVALID, "capture-ended",
				  "the analyzer ended by itself (%s)%s%s",
				  a->end_reason[0] ? a->end_reason
						   : "no reason given",
				  a->end_text[0] ? ": " : "", a->end_text);
	if (!l->stimulus_edges)
		hil_result_reason(r, HIL_INVALID, "no-stimulus",
				  "no edge was seen on the stimulus channel");
}

static void judge_samples(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_analyzer_stream *a = &l->analyzer;
	double wall_ns = (double)a->last_wall_ns - (double)a->first_wall_ns;
	double step_ns, sampled_ns, slack_ns;

	if (a->gap_count)
		hil_result_reason(r, HIL_DEGRADED, "coverage",
				  "%zu gaps, %.4f %% of the samples were seen",
				  a->gap_count, 100.0 * r->samples.coverage);
	if (a->ended && a->end_samples != UINT64_MAX &&
	    a->end_samples != a->seen_end - a->start && !a->gap_count)
		hil_result_reason(r, HIL_INVALID, "samples",
				  "%" PRIu64 " samples were captured, edges "
				  "cover %" PRIu64,
				  a->end_samples, a->seen_end - a->start);
	if (!a->live || wall_ns <= 0.0)
		return;
	step_ns = hil_analyzer_clock_period_ns(&a->clock);
	sampled_ns = (double)(a->last_cover - a->first_cover) * step_ns;
	slack_ns = 2.0 * (double)a->largest_step * step_ns;
	if (fabs(sampled_ns - wall_ns) >
	    wall_ns * HIL_ANALYZER_CLOCK_TOLERANCE + slack_ns)
		hil_result_reason(r, HIL_INVALID, "rate",
				  "%.6f s of samples in %.6f s: samples were "
				  "lost or the rate is not what it says",
				  sampled_ns / 1e9, wall_ns / 1e9);
}

static void judge_accounts(const struct hil_accounts *a, struct hil_result *r)
{
	if (a->pairing_imbalance)
		hil_result_reason(r, HIL_INVALID, "accounts",
				  "edges differ from their rows by %" PRId64,
				  a->pairing_imbalance);
	if (a->probe_imbalance)
		hil_result_reason(r, HIL_INVALID, "accounts-probe",
				  "probe edges differ from what explains them "
				  "by %" PRId64,
				  a->probe_imbalance);
	if (!a->parity_ok)
		hil_result_reason(r, HIL_INVALID, "parity",
				  "the probe's level does not fit the number "
				  "of its edges");
}

static void judge_stimulus(const struct hil_ledger *l, struct hil_result *r)
{
	if (l->bench.generator_skipped || l->bench.generator_stalls)
		hil_result_reason(r, HIL_DEGRADED, "generator",
				  "the generator's host stalled: %" PRIu64
				  " periods skipped, %" PRIu64 " stalls",
				  l->bench.generator_skipped,
				  l->bench.generator_stalls);
	if (l->bursts)
		hil_result_reason(r, HIL_DEGRADED, "bounce",
				  "%" PRIu64 " stimulus edges came within "
				  "%" PRId64 " ns of the one before",
				  l->bursts, l->config.bounce_ns);
	for (size_t q = 0; q < HIL_QUANTITIES; q++)
		if (l->of[q].refused)
			hil_result_reason(
				r, HIL_INVALID, "range",
				"values of %s beyond 39 hours",
				hil_quantity_name((enum hil_quantity)q));
}

/* Without a board nobody else says that the answers were not there. */
static void judge_answers(const struct hil_accounts *a, struct hil_result *r)
{
	if (a->stimulus.matched &&
	    a->stimulus.ambiguous > a->stimulus.edges / 2)
		hil_result_reason(r, HIL_DEGRADED, "ambiguous",
				  "the answers of %" PRIu64 " of %" PRIu64
				  " edges cannot be told apart: the others do "
				  "not stand for all",
				  a->stimulus.ambiguous, a->stimulus.edges);
	if (!a->stimulus.edges || a->stimulus.matched)
		return;
	hil_result_reason(r, HIL_INVALID, "no-answer",
			  "none of %" PRIu64 " edges has an answer that is "
			  "surely its own: are these the channels and edges?",
			  a->stimulus.edges);
}

/* No board answers before it was asked: then the corrections are wrong. */
static void judge_corrections(const struct hil_line_result *line,
			      struct hil_result *r)
{
	const struct hil_histogram *h = line->of[HIL_LATENCY].histogram;
	const struct hil_budget *b = &line->budget;

	if (!h || !h->count || (double)h->min_ns >= -b->k * b->u_ns)
		return;
	hil_result_reason(r, HIL_DEGRADED, "correction",
			  "corrected by %.0f ns the least latency is %" PRId64
			  " ns, below 0 by more than U: the calibration does "
			  "not fit this rig",
			  b->correction_ns, h->min_ns);
}

void hil_ledger_verdict(const struct hil_ledger *l, struct hil_result *r)
{
	judge_capture(l, r);
	judge_accounts(&r->line[0].accounts, r);
	judge_samples(l, r);
	judge_stimulus(l, r);
	judge_corrections(&r->line[0], r);
	if (l->config.board)
		hil_board_verdict(l, r);
	else
		judge_answers(&r->line[0].accounts, r);
}
