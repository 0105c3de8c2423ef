/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a run: the last rows are decided and everything that was counted
 * is moved into a result. */
#include <stdlib.h>
#include <string.h>

#include "calibration/budget.h"
#include "rig/ledger/ledger_private.h"

static void fill_samples(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_analyzer_stream *a = &l->analyzer;
	uint64_t span = a->seen_end > a->start ? a->seen_end - a->start : 0;

	r->samples.rate_num = a->rate_num;
	r->samples.rate_den = a->rate_den;
	r->samples.count = span > a->gap_samples ? span - a->gap_samples : 0;
	r->samples.coverage =
		span ? (double)r->samples.count / (double)span : 0.0;
	r->samples.gap_count = a->gap_count;
	memcpy(r->samples.gap, a->gap, sizeof(a->gap));
	r->samples.ended_early = !a->ended || !a->wished;
	if (l->number)
		r->duration_s = (double)hil_analyzer_clock_ns(
					&a->clock, l->last_row - l->first_row) /
				1e9;
}

static void fill_stimulus(const struct hil_ledger *l, struct hil_accounts *a)
{
	a->stimulus.edges = l->stimulus_edges - l->join.outside;
	a->stimulus.matched = l->rows[HIL_ROW_MATCHED];
	a->stimulus.ambiguous = l->rows[HIL_ROW_AMBIGUOUS];
	a->stimulus.missed = l->rows[HIL_ROW_MISSED];
	a->stimulus.in_gap = l->rows[HIL_ROW_IN_GAP];
	a->pairing_imbalance = (int64_t)a->stimulus.edges - (int64_t)l->number;
}

static void fill_pair_probe(const struct hil_ledger *l, struct hil_accounts *a)
{
	const struct hil_pair *p = &l->pair;

	a->probe.edges = l->probe_edges;
	a->probe.edges_per_command = p->expected;
	a->probe.missing = l->rows[HIL_ROW_MISSED];
	a->probe.extra = p->extra;
	a->probe_imbalance = (int64_t)l->probe_edges -
			     (int64_t)(p->answered + p->extra + p->unplaced);
	a->parity_ok = true;
}

/* The clock's part grows with the latency: the budget is the median's, and
 * hil_budget_at() that of any other. */
static void fill_latency(struct hil_ledger *l, double step_ns,
			 struct hil_line_result *line)
{
	const struct hil_ledger_calibration *c = &l->config.calibration;
	const struct hil_histogram *h = l->of[HIL_LATENCY].histogram;
	struct hil_budget_input in = {
		.step_ns = step_ns,
		.latency_ns = h && h->count
				      ? (double)hil_histogram_quantile(h, 0.5)
				      : 0.0,
		.edge_fixed = hil_phase_fixed(&l->edge_phase),
		.probe_fixed = hil_phase_fixed(&l->probe_phase),
		.clock_ppm = c->clock_ppm,
		.skew_ns = c->skew_ns,
		.threshold_ns = c->threshold_ns,
		.probe_ns = c->probe_ns,
	};

	hil_budget_make(&in, &line->budget);
	hil_tally_finish(&l->of[HIL_LATENCY], line->budget.u_ns,
			 &line->of[HIL_LATENCY]);
}

struct hil_result *hil_ledger_finish(struct hil_ledger *l)
{
	struct hil_result *r = calloc(1, sizeof(*r));
	struct hil_line_result *line;
	double step_ns;

	if (!r)
		return NULL;
	line = &r->line[0];
	r->lines = 1;
	line->line = l->config.line;
	if (hil_beat_finish(l)) {
		free(r);
		return NULL;
	}
	if (!l->config.board) {
		hil_pair_finish(&l->pair, l->analyzer.seen_end);
	} else if (hil_join_finish(&l->join, l->analyzer.seen_end,
				   l->board.has_totals ? &l->board.totals
						       : NULL)) {
		free(r);
		return NULL;
	}
	step_ns = l->analyzer.started
			  ? hil_analyzer_clock_period_ns(&l->analyzer.clock)
			  : 0.0;
	fill_samples(l, r);
	fill_stimulus(l, &line->accounts);
	if (l->config.board)
		hil_join_fill(l, line);
	else
		fill_pair_probe(l, &line->accounts);
	fill_latency(l, step_ns, line);
	hil_folds_fill(l, r->duration_s, line);
	memcpy(line->worst, l->worst.worst, sizeof(line->worst));
	line->worst_count = l->worst.count;
	hil_ledger_seed_finish(l, r);
	r->limit_hit = l->limit_hit;
	r->limit_latency_ns = l->limit_latency_ns;
	hil_beat_fill(l, r);
	hil_ledger_verdict(l, r);
	return r;
}
