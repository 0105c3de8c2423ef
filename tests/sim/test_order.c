/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ledger is a function of its two streams: how they are interleaved and
 * cut leaves no trace, to the last bit of every row and number.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <string.h>

#include "tests/sim/judge.h"

#define RUNS 400

static uint64_t digest_distribution(uint64_t d,
				    const struct hil_distribution *from)
{
	struct hil_distribution flat = *from;

	if (from->known) {
		d = hil_judge_digest(d, from->histogram,
				     sizeof(*from->histogram));
		d = hil_judge_digest(d, from->series, sizeof(*from->series));
	}
	flat.histogram = NULL;
	flat.series = NULL;
	return hil_judge_digest(d, &flat, sizeof(flat));
}

/* Pointers are no result; all else is, padding included, for it is zero. */
static uint64_t digest_result(struct hil_result *r)
{
	uint64_t d = 1;

	for (size_t i = 0; i < r->reason_count; i++) {
		d = hil_judge_digest(d, r->reasons[i], strlen(r->reasons[i]));
		free(r->reasons[i]);
		r->reasons[i] = NULL;
	}
	r->reason_count = 0;
	for (size_t q = 0; q < HIL_QUANTITIES; q++) {
		struct hil_distribution *from = &r->line[0].of[q];

		d = digest_distribution(d, from);
		hil_histogram_free(from->histogram);
		free(from->series);
		from->histogram = NULL;
		from->series = NULL;
	}
	if (r->line[0].clock)
		d = hil_judge_digest(d, r->line[0].clock,
				     sizeof(*r->line[0].clock));
	free(r->line[0].clock);
	r->line[0].clock = NULL;
	return hil_judge_digest(d, r, sizeof(*r));
}

static void digests(const struct hil_sim *sim, enum hil_sim_order order,
		    uint64_t seed, uint64_t digest[2])
{
	struct hil_judge j;
	struct hil_result *r = hil_judge_run(sim, &j, order, seed);

	assert_non_null(r);
	digest[0] = j.digest;
	digest[1] = digest_result(r);
	hil_result_free(r);
}

static void compare_orders(uint64_t seed, bool board)
{
	struct hil_sim_config c = hil_sim_wild(seed, board);
	struct hil_sim *sim;
	uint64_t want[2], got[2];

	c.edges = 300;
	sim = hil_sim_run(&c);
	assert_non_null(sim);
	digests(sim, HIL_SIM_BY_TIME, 0, want);
	for (uint64_t k = 0; k < 4; k++) {
		enum hil_sim_order order = HIL_SIM_RANDOM;

		if (k < 2)
			order = k ? HIL_SIM_BOARD_FIRST
				  : HIL_SIM_ANALYZER_FIRST;
		digests(sim, order, seed * 10 + k, got);
		if (got[0] != want[0] || got[1] != want[1])
			print_message("seed %d order %d: rows %s, result %s\n",
				      (int)seed, (int)k,
				      got[0] == want[0] ? "same" : "differ",
				      got[1] == want[1] ? "same" : "differ");
		assert_true(got[0] == want[0]);
		assert_true(got[1] == want[1]);
	}
	hil_sim_free(sim);
}

static void ledger_does_not_depend_on_how_streams_interleave(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= RUNS; seed++)
		compare_orders(seed, true);
}

static void ledger_does_not_depend_on_how_batches_are_cut(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= RUNS / 4; seed++)
		compare_orders(seed, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			ledger_does_not_depend_on_how_streams_interleave),
		cmocka_unit_test(ledger_does_not_depend_on_how_batches_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
