/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many runs with random faults, each with known truth: every account balances
 * and no pair is wrong, but for edges of which nobody could tell. A ledger
 * that calls everything ambiguous fails as well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>

#include "tests/sim/judge.h"

#define BOARD_RUNS 10000
#define PLAIN_RUNS 1000
#define CLEAN_RUNS 100

struct total {
	struct hil_judge judge;
	uint64_t edges, runs, unbalanced, invalid, unanchored;
};

static void judge_accounts(const struct hil_accounts *a, struct total *t,
			   uint64_t seed)
{
	if (!a->pairing_imbalance && !a->board_imbalance &&
	    !a->probe_imbalance && a->parity_ok)
		return;
	print_message("seed %" PRIu64 ": %" PRId64 " %" PRId64 " %" PRId64
		      " parity %d\n",
		      seed, a->pairing_imbalance, a->board_imbalance,
		      a->probe_imbalance, a->parity_ok);
	t->unbalanced++;
}

static void run(const struct hil_sim_config *config, struct total *t)
{
	struct hil_sim *sim = hil_sim_run(config);
	struct hil_judge j;
	struct hil_result *r;

	assert_non_null(sim);
	r = hil_judge_run(sim, &j, HIL_SIM_BY_TIME, 0);
	assert_non_null(r);
	if (j.wrong || j.wrong_event || j.stray || j.false_bound)
		print_message("seed %" PRIu64 ": %" PRIu64 " wrong pairs, "
			      "%" PRIu64 " events, %" PRIu64 " bounds\n",
			      config->seed, j.wrong, j.wrong_event,
			      j.false_bound);
	judge_accounts(&r->line[0].accounts, t, config->seed);
	/* the result says itself that rows may have other rows' events */
	if (config->board && !r->line[0].fit.anchored)
		j.wrong_event = 0;
	hil_judge_add(&t->judge, &j);
	t->edges += r->line[0].accounts.stimulus.edges;
	t->invalid += r->verdict == HIL_INVALID;
	t->unanchored += config->board && !r->line[0].fit.anchored;
	t->runs++;
	hil_result_free(r);
	hil_sim_free(sim);
}

static void print_total(const char *name, const struct total *t)
{
	const struct hil_judge *j = &t->judge;

	printf("%s: %" PRIu64 " runs, %" PRIu64 " edges: %" PRIu64
	       " matched (%.2f %% of those with a visible answer of their "
	       "own), %" PRIu64 " ambiguous, %" PRIu64 " missed, %" PRIu64
	       " in gap; %" PRIu64 " wrong, and %" PRIu64 " among the %" PRIu64
	       " of which nobody could tell; %" PRIu64
	       " runs out of balance, %" PRIu64 " unanchored\n",
	       name, t->runs, t->edges, j->rows[HIL_ROW_MATCHED],
	       100.0 * (double)j->rows[HIL_ROW_MATCHED] / (double)j->answered,
	       j->rows[HIL_ROW_AMBIGUOUS], j->rows[HIL_ROW_MISSED],
	       j->rows[HIL_ROW_IN_GAP], j->wrong, j->forgiven, j->indistinct,
	       t->unbalanced, t->unanchored);
}

static void assert_true_rows(const struct total *t)
{
	assert_int_equal(t->judge.wrong, 0);
	assert_int_equal(t->judge.wrong_event, 0);
	assert_int_equal(t->judge.false_bound, 0);
	assert_int_equal(t->judge.stray, 0);
	assert_int_equal(t->unbalanced, 0);
	assert_int_equal(t->invalid, 0);
	/* the excuse must stay one */
	assert_true(t->judge.forgiven * 10000 < t->edges);
	assert_true(t->judge.indistinct * 50 < t->edges);
}

static void ledger_pairs_no_edge_wrongly_whatever_the_faults(void **state)
{
	struct total t = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= BOARD_RUNS; seed++) {
		struct hil_sim_config c = hil_sim_wild(seed, true);

		run(&c, &t);
	}
	print_total("faults, with a board", &t);
	assert_true_rows(&t);
	assert_true(t.judge.rows[HIL_ROW_MATCHED] * 100 >
		    t.judge.answered * 95);
	/* a start in doubt is seldom */
	assert_true(t.unanchored * 50 < t.runs);
}

static void pair_takes_no_edge_wrongly_that_two_channels_show(void **state)
{
	struct total t = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= PLAIN_RUNS; seed++) {
		struct hil_sim_config c = hil_sim_wild(seed, false);

		run(&c, &t);
	}
	print_total("faults, two channels", &t);
	assert_true_rows(&t);
	assert_true(t.judge.rows[HIL_ROW_MATCHED] * 100 >
		    t.judge.answered * 93);
}

static void ledger_matches_every_edge_of_a_clean_run(void **state)
{
	struct total t = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= CLEAN_RUNS; seed++) {
		struct hil_sim_config c = hil_sim_default(seed, seed & 1);

		c.period_ns = 100000 << seed % 6;
		run(&c, &t);
	}
	print_total("clean", &t);
	assert_true_rows(&t);
	assert_int_equal(t.judge.rows[HIL_ROW_MATCHED], t.edges);
	assert_int_equal(t.unanchored, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ledger_matches_every_edge_of_a_clean_run),
		cmocka_unit_test(
			ledger_pairs_no_edge_wrongly_whatever_the_faults),
		cmocka_unit_test(
			pair_takes_no_edge_wrongly_that_two_channels_show),
	};

	/* ten thousand ledgers: keep their memory instead of mapping it anew */
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
