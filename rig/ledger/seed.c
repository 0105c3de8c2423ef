/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges whose answers hilrigd delayed on purpose: kept out of every
 * distribution, looked for in the analyzer's times, and a run that does not
 * find them is worth nothing. */
#include <inttypes.h>
#include <math.h>

#include "calibration/uncertainty.h"
#include "rig/ledger/ledger_private.h"

/* With the first row the sample rate and the board are known. */
static void begin(struct hil_ledger *l)
{
	hil_seed_init(&l->seed, l->config.seed_delay_ns,
		      hil_analyzer_clock_period_ns(&l->analyzer.clock),
		      hil_join_posted_ns(&l->join));
}

bool hil_ledger_is_seeded(const struct hil_ledger *l, uint16_t flags,
			  int64_t hardirq_ns)
{
	if (!l->config.seed_every)
		return false;
	return flags & HIL_EVENT_SEEDED ||
	       (hardirq_ns && hardirq_ns < l->seed_until_ns);
}

void hil_ledger_seed_row(struct hil_ledger *l, const struct hil_row *row)
{
	const struct hil_analyzer_clock *clock = &l->analyzer.clock;
	bool seeded = row->flags & HIL_EVENT_SEEDED;
	bool held_up = hil_ledger_is_seeded(l, 0, row->hardirq_ns);
	struct hil_seed_row own = { .wake_ns = row->wake_ns,
				    .begin_ns = row->probe_begin_ns,
				    .end_ns = row->probe_end_ns,
				    .seeded = seeded };

	if (row->event == HIL_UNKNOWN_EVENT)
		return;
	if (seeded) {
		l->seed_until_ns = row->probe_end_ns;
		l->seed_marked++;
	}
	if (row->row_class != HIL_ROW_MATCHED || held_up ||
	    row->flags & HIL_EVENT_QUEUED)
		return;
	if (!l->seed.delay_ns)
		begin(l);
	own.probe_ns = hil_analyzer_clock_ns(clock, row->probe);
	hil_seed_add(&l->seed, &own);
}

static void judge(const struct hil_ledger *l, struct hil_result *r)
{
	const struct hil_seed_result *s = &r->line[0].seed;
	const struct hil_join_counts *n = &l->join.counts;

	if (s->lost)
		hil_result_reason(r, HIL_INVALID, "seed",
				  "the seeded delay was not found: of %" PRIu64
				  " seeded edges %" PRIu64
				  " do not come later by what the board waited",
				  s->seeded, s->lost);
	else if (s->mean_lost && !s->found)
		hil_result_reason(r, HIL_INVALID, "seed",
				  "the seeded delay was not found: in the mean "
				  "%.3f us by the analyzer, %.3f us by the "
				  "board, U = %.3f us",
				  s->mean_ns / 1e3, s->waited_ns / 1e3,
				  s->mean_U_ns / 1e3);
	else if (!l->seed_marked && n->events > 2 * l->config.seed_every)
		hil_result_reason(r, HIL_INVALID, "seed",
				  "the seeded delay was not found: hilrigd "
				  "marked none of %" PRIu64 " events as seeded",
				  n->events);
}

void hil_ledger_seed_finish(struct hil_ledger *l, struct hil_result *r)
{
	struct hil_line_result *line = &r->line[0];
	double fixed_ns = line->budget.line[HIL_BUDGET_ANSWER].fixed_ns;

	if (!l->config.seed_every)
		return;
	if (!l->seed.delay_ns)
		begin(l);
	/* a difference of two means, each with its own */
	hil_seed_judge(&l->seed, l->config.seed_every,
		       HIL_COVERAGE_FACTOR * M_SQRT2 *
			       hil_uncertainty_rectangular(2 * fixed_ns),
		       &line->seed);
	judge(l, r);
}
