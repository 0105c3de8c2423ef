/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A clock that jumps: a virtual board that was stopped, a board that slept, an
 * analyzer that lost samples without a word. The join starts again, pairs
 * nothing wrongly and says that it did.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/judge.h"

static bool has_reason(const struct hil_result *r, const char *code)
{
	for (size_t i = 0; i < r->reason_count; i++)
		if (!strncmp(r->reasons[i], code, strlen(code)))
			return true;
	return false;
}

static void jump(int64_t jump_ns, int64_t pause_ns)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct hil_sim_config c = hil_sim_default(seed, true);
		struct hil_sim *sim;
		struct hil_result *r;
		struct hil_judge j;

		c.jump_edge = 500;
		c.jump_ns = jump_ns;
		c.pause_ns = pause_ns;
		c.period_jitter_ns = seed % 2 ? 100 : c.period_ns / 4;
		sim = hil_sim_run(&c);
		r = hil_judge_run(sim, &j, HIL_SIM_BY_TIME, 0);
		assert_non_null(r);
		if (j.wrong || r->line[0].fit.parts < 2)
			print_message("seed %d jump %lld: %d wrong, %d parts\n",
				      (int)seed, (long long)jump_ns,
				      (int)j.wrong, (int)r->line[0].fit.parts);
		assert_int_equal(j.wrong, 0);
		assert_int_equal(j.stray, 0);
		assert_true(r->line[0].fit.parts > 1);
		assert_int_equal(r->verdict, HIL_DEGRADED);
		assert_true(has_reason(r, "parts:"));
		assert_int_equal(r->line[0].accounts.board_imbalance, 0);
		assert_int_equal(r->line[0].accounts.probe_imbalance, 0);
		assert_true(j.rows[HIL_ROW_MATCHED] > 960);
		hil_result_free(r);
		hil_sim_free(sim);
	}
}

static void join_starts_again_when_samples_were_lost(void **state)
{
	(void)state;
	jump(370000, 0);
	jump(5200000, 0);
	jump(10000000, 0);
}

static void join_starts_again_when_the_board_was_stopped(void **state)
{
	(void)state;
	jump(-50000000, 50000000);
	jump(-400000, 400000);
	jump(-3700000, 5000000);
}

static void join_goes_on_or_starts_again_after_a_pause(void **state)
{
	/* both bounds grow by 50 us + 100 ppm: 1 s makes the interval 300 us
	 * wider, less than half of a period of 1 ms; 20 s make it 4.1 ms */
	static const int64_t pauses[] = { 1000000000, 20000000000 };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct hil_sim_config c = hil_sim_default(i + 1, true);
		struct hil_sim *sim;
		struct hil_result *r;
		struct hil_judge j;

		c.edges = 4000;
		c.jump_edge = 3000;
		c.pause_ns = pauses[i];
		sim = hil_sim_run(&c);
		r = hil_judge_run(sim, &j, HIL_SIM_BY_TIME, 0);
		assert_non_null(r);
		assert_int_equal(r->line[0].fit.parts, i + 1);
		assert_int_equal(j.rows[HIL_ROW_MATCHED], c.edges);
		assert_int_equal(j.wrong + j.wrong_event, 0);
		hil_result_free(r);
		hil_sim_free(sim);
	}
}

/* Ten times the edges that the board can follow, and a noisy probe. */
static void run_that_is_joined_again_and_again_is_invalid(void **state)
{
	struct hil_sim_config c = hil_sim_default(1, true);
	struct hil_sim *sim;
	struct hil_result *r;
	struct hil_judge j;

	(void)state;
	c.edges = 15000;
	c.period_ns = 100000;
	c.never = 0.8;
	c.spurious = 0.3;
	c.missing = 0.2;
	c.extra = 0.3;
	sim = hil_sim_run(&c);
	assert_non_null(sim);
	r = hil_judge_run(sim, &j, HIL_SIM_BY_TIME, 0);
	assert_non_null(r);
	assert_true(2 * j.rows[HIL_ROW_MATCHED] < c.edges);
	assert_true(has_reason(r, "parts:"));
	assert_int_equal(r->verdict, HIL_INVALID);
	hil_result_free(r);
	hil_sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(join_starts_again_when_samples_were_lost),
		cmocka_unit_test(join_starts_again_when_the_board_was_stopped),
		cmocka_unit_test(join_goes_on_or_starts_again_after_a_pause),
		cmocka_unit_test(run_that_is_joined_again_and_again_is_invalid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
