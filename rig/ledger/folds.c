/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Latencies folded on periods that matter: the board's tick, where it is
 * known, else those that kernels have; and the stimulus's own period, which a
 * stimulus that jitters or sweeps goes through.
 */
#include "rig/ledger/ledger_private.h"

#define HZ_MOST 100000

enum fold { FOLD_1_MS, FOLD_4_MS, FOLD_10_MS, FOLD_BOARD, FOLD_STIMULUS };

static const int64_t tick_ns[] = { 1000000, 4000000, 10000000 };

void hil_folds_init(struct hil_ledger *l)
{
	for (size_t i = FOLD_1_MS; i <= FOLD_10_MS; i++)
		hil_fold_init(&l->fold[i], tick_ns[i]);
	hil_fold_init(&l->fold[FOLD_BOARD], 0);
	hil_fold_init(&l->fold[FOLD_STIMULUS], l->config.period_ns);
}

void hil_folds_tick(struct hil_ledger *l, int64_t hz)
{
	if (hz > 0 && hz <= HZ_MOST)
		hil_fold_init(&l->fold[FOLD_BOARD], 1000000000 / hz);
}

void hil_folds_add(struct hil_ledger *l, const struct hil_row *row,
		   int64_t at_ns)
{
	for (size_t i = FOLD_1_MS; i <= FOLD_BOARD; i++)
		if (row->hardirq_ns > 0 && l->fold[i].tick_ns)
			hil_fold_add(&l->fold[i], row->hardirq_ns,
				     row->latency_ns);
	if (l->fold[FOLD_STIMULUS].tick_ns)
		hil_fold_add(&l->fold[FOLD_STIMULUS], at_ns, row->latency_ns);
}

void hil_folds_fill(const struct hil_ledger *l, double duration_s,
		    struct hil_line_result *line)
{
	bool known = l->fold[FOLD_BOARD].tick_ns > 0;
	bool steady = l->number > 1 && !l->config.irregular;
	double period_ns =
		steady ? duration_s * 1e9 / (double)(l->number - 1) : 0;

	for (size_t i = 0; i < HIL_RESULT_FOLDS; i++) {
		if (!l->fold[i].tick_ns || (known && i <= FOLD_10_MS))
			continue;
		hil_fold_judge(&l->fold[i], period_ns, &line->fold[i]);
		line->fold[i].kind = i == FOLD_BOARD      ? HIL_FOLD_BOARD
				     : i == FOLD_STIMULUS ? HIL_FOLD_STIMULUS
							  : HIL_FOLD_TRIED;
	}
}
