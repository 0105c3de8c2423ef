/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edges whose answers were delayed on purpose: a seeded 500 us on 1 of 1,000
 * edges is found, each one, within U; a seeded 2 us is found in the mean with
 * as many edges as the budget asks for, and not told with fewer. None of them
 * enters a distribution.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/judge.h"

struct follower {
	struct hil_judge judge; /* first: the callback's context */
	uint64_t seeded;
};

static void count_seeded(void *context, const struct hil_row *row)
{
	struct follower *f = context;

	hil_judge_row(context, row);
	f->seeded += row->seeded;
}

/* Those who follow a run see which rows are no result. */
static void rows_say_that_they_are_seeded(void **state)
{
	struct hil_sim_config c;
	struct hil_ledger_config config;
	struct follower f = { 0 };
	struct hil_ledger *l;
	struct hil_sim *sim;

	(void)state;
	c = hil_sim_default(5, true);
	c.seed_delay_ns = 300000;
	c.seed_every = 50;
	sim = hil_sim_run(&c);
	config = hil_sim_ledger_config(sim);
	hil_judge_init(&f.judge, sim);
	l = hil_ledger_new(&config, count_seeded, &f);
	assert_int_equal(hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0), 0);
	hil_result_free(hil_ledger_finish(l));
	assert_int_equal(f.seeded, 1000 / 50);
	hil_ledger_free(l);
	hil_sim_free(sim);
}

static struct hil_result *run(const struct hil_sim_config *config)
{
	struct hil_sim *sim = hil_sim_run(config);
	struct hil_judge judge;
	struct hil_result *r;

	assert_non_null(sim);
	r = hil_judge_run(sim, &judge, HIL_SIM_BY_TIME, 0);
	assert_non_null(r);
	hil_sim_free(sim);
	return r;
}

static struct hil_sim_config seeded(uint64_t seed, int64_t delay_ns,
				    uint64_t every, size_t edges)
{
	struct hil_sim_config c = hil_sim_default(seed, true);

	c.edges = edges;
	c.seed_delay_ns = delay_ns;
	c.seed_every = every;
	return c;
}

static bool has_reason(const struct hil_result *r, const char *code)
{
	for (size_t i = 0; i < r->reason_count; i++)
		if (!strncmp(r->reasons[i], code, strlen(code)))
			return true;
	return false;
}

static void each_500_us_on_1_of_1000_is_found_within_its_U(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct hil_sim_config c = seeded(seed, 500000, 1000, 20500);
		struct hil_result *r = run(&c);
		const struct hil_seed_result *s = &r->line[0].seed;
		const struct hil_distribution *d = &r->line[0].of[HIL_LATENCY];

		printf("seed %llu: %llu found, U %.0f ns, off by %.0f ns\n",
		       (unsigned long long)seed, (unsigned long long)s->found,
		       s->bound_ns, s->error_ns);
		assert_int_equal(r->verdict, HIL_VALID);
		assert_int_equal(s->seeded, 20);
		assert_int_equal(s->found, 20);
		assert_true(s->error_ns <= s->bound_ns);
		assert_true(s->bound_ns < 250000);
		assert_true(s->min_ns > 490000 && s->max_ns < 510000);
		/* seeded rows are matched and in no distribution */
		assert_int_equal(r->line[0].accounts.stimulus.matched, 20500);
		assert_int_equal(d->histogram->count, 20500 - 20);
		assert_true(d->histogram->max_ns < 500000);
		assert_true(r->line[0].of[HIL_RESPONSE].histogram->max_ns <
			    500000);
		assert_true(r->line[0].worst[0].latency_ns < 500000);
		hil_result_free(r);
	}
}

/* A board as noisy as an emulated one, so that one edge tells nothing. */
static struct hil_sim_config noisy(uint64_t seed, size_t edges)
{
	struct hil_sim_config c = seeded(seed, 2000, 20, edges);

	c.period_ns = 4000000;
	c.response = (struct hil_sim_delay){ 3000, 3000, 0, 0 };
	c.ioctl_ns = 15000;
	c.ioctl_jitter_ns = 15000;
	return c;
}

static void a_2_us_mean_is_found_with_the_edges_that_it_needs(void **state)
{
	struct hil_sim_config c = noisy(1, 4000);
	struct hil_result *r = run(&c);
	size_t needed = (size_t)r->line[0].seed.needed;
	size_t found = 0;

	(void)state;
	printf("a seeded 2 us needs %zu seeded edges\n", needed);
	assert_true(needed > 200);
	assert_false(r->line[0].seed.mean_found || r->line[0].seed.mean_lost);
	assert_int_equal(r->line[0].seed.found, 0);
	assert_int_equal(r->verdict, HIL_VALID);
	hil_result_free(r);
	/* half more, for what is needed is itself estimated */
	for (uint64_t seed = 1; seed <= 20; seed++) {
		const struct hil_seed_result *s;

		c = noisy(seed, 20 * (needed + needed / 2));
		r = run(&c);
		s = &r->line[0].seed;
		printf("seed %llu: needed %.0f, %llu: %.0f +- %.0f ns, board "
		       "%.0f\n",
		       (unsigned long long)seed, s->needed,
		       (unsigned long long)s->seeded, s->mean_ns, s->mean_U_ns,
		       s->waited_ns);
		assert_true((double)s->seeded >= s->needed);
		assert_true(s->mean_ns > s->mean_U_ns);
		assert_true(s->mean_U_ns < 1100);
		assert_false(has_reason(r, "seed"));
		found += s->mean_found &&
			 fabs(s->mean_ns - 2000) <= s->mean_U_ns;
		hil_result_free(r);
	}
	/* U holds 95 % of them */
	printf("found in the mean: %zu of 20\n", found);
	assert_true(found >= 18);
}

static void a_delay_that_was_never_made_is_invalid(void **state)
{
	struct hil_sim_config c = seeded(3, 500000, 100, 5000);
	struct hil_sim *sim;
	struct hil_ledger_config config;
	struct hil_ledger *l;
	struct hil_result *r;

	(void)state;
	/* the board says that it waited, and did not */
	c.seed_delay_ns = 0;
	sim = hil_sim_run(&c);
	config = hil_sim_ledger_config(sim);
	config.seed_delay_ns = 500000;
	l = hil_ledger_new(&config, NULL, NULL);
	assert_int_equal(hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0), 0);
	r = hil_ledger_finish(l);
	assert_int_equal(r->verdict, HIL_INVALID);
	assert_true(has_reason(r, "seed"));
	hil_ledger_free(l);
	hil_result_free(r);
	hil_sim_free(sim);
}

static void a_board_that_seeds_nothing_is_invalid(void **state)
{
	struct hil_sim_config c = seeded(4, 0, 0, 1000);
	struct hil_sim *sim = hil_sim_run(&c);
	struct hil_ledger_config config = hil_sim_ledger_config(sim);
	struct hil_ledger *l;
	struct hil_result *r;

	(void)state;
	config.seed_delay_ns = 500000;
	config.seed_every = 100;
	l = hil_ledger_new(&config, NULL, NULL);
	assert_int_equal(hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0), 0);
	r = hil_ledger_finish(l);
	assert_int_equal(r->verdict, HIL_INVALID);
	assert_true(has_reason(r, "seed"));
	hil_ledger_free(l);
	hil_result_free(r);
	hil_sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			each_500_us_on_1_of_1000_is_found_within_its_U),
		cmocka_unit_test(
			a_2_us_mean_is_found_with_the_edges_that_it_needs),
		cmocka_unit_test(rows_say_that_they_are_seeded),
		cmocka_unit_test(a_delay_that_was_never_made_is_invalid),
		cmocka_unit_test(a_board_that_seeds_nothing_is_invalid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
