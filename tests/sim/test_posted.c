/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bound on posted writes: legs are known better with it, and their bounds
 * hold all the same; without calibration, or with that of another board, it is
 * not used. A pin of the simulated board moves before its ioctl returns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig/ledger/board.h"
#include "tests/sim/judge.h"

#define EDGES 4000

struct check {
	struct hil_judge judge; /* first: the callback's context */
	uint64_t event[EDGES];  /* of each row */
	uint64_t legs, outside;
	double tau_ns;
};

static void check_row(void *context, const struct hil_row *row)
{
	struct check *c = context;

	hil_judge_row(context, row);
	c->event[row->number] = row->event;
}

static void check_leg(void *context, const struct hil_leg *leg)
{
	struct check *c = context;
	const struct hil_sim *s = c->judge.sim;
	uint64_t event = c->event[leg->row];
	const struct hil_sim_edge *e = &s->edge[s->event_edge[event]];
	double truth_ns = leg->quantity == HIL_DELIVERY
				  ? (double)(s->event[event].hardirq_ns -
					     hil_sim_board_ns(s, e->at_ns))
				  : (double)(hil_sim_board_ns(s, e->probe_ns) -
					     s->event[event].probe_begin_ns);

	c->legs++;
	c->outside += fabs((double)leg->value_ns - truth_ns) >
		      leg->width_ns / 2 + c->tau_ns + 1;
}

/* Slow interrupts, so that the ioctl says more than they do. */
static struct hil_sim *board(uint64_t seed)
{
	struct hil_sim_config config = hil_sim_default(seed, true);
	struct hil_sim *sim;

	config.edges = EDGES;
	config.delivery = (struct hil_sim_delay){ 30000, 10000, 0.01, 100000 };
	config.drift_ppb = 35000 - (int64_t)seed * 10000;
	sim = hil_sim_run(&config);
	assert_non_null(sim);
	return sim;
}

static struct hil_result *measure(const struct hil_sim *sim,
				  const char *identity, struct check *c)
{
	struct hil_ledger_config config = hil_sim_ledger_config(sim);
	struct hil_ledger *l;
	struct hil_result *r;

	memset(c, 0, sizeof(*c));
	c->tau_ns = 1e9 * (double)sim->config.rate_den /
		    (double)sim->config.rate_num;
	hil_judge_init(&c->judge, sim);
	if (identity) {
		config.calibration.post_ns.known = true;
		snprintf(config.calibration.board,
			 sizeof(config.calibration.board), "%s", identity);
	}
	l = hil_ledger_new(&config, check_row, c);
	assert_non_null(l);
	hil_ledger_follow_legs(l, check_leg);
	assert_int_equal(hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0), 0);
	r = hil_ledger_finish(l);
	assert_non_null(r);
	hil_ledger_free(l);
	return r;
}

/* As the simulated board calls itself in its SETTINGS. */
static void own_identity(char text[HIL_BOARD_IDENTITY])
{
	json_t *settings = json_pack("{s:s}", "kernel", "sim");

	hil_board_identity(settings, text);
	json_decref(settings);
}

static void a_bound_narrows_the_legs_and_holds(void **state)
{
	struct check *c = malloc(sizeof(*c));
	char own[HIL_BOARD_IDENTITY];

	(void)state;
	assert_non_null(c);
	own_identity(own);
	for (uint64_t seed = 1; seed <= 8; seed++) {
		struct hil_sim *sim = board(seed);
		struct hil_result *plain = measure(sim, NULL, c), *bound;

		assert_int_equal(c->outside, 0);
		bound = measure(sim, own, c);
		printf("seed %" PRIu64 ": legs within %.0f ns, with D_post "
		       "%.0f ns\n",
		       seed, plain->line[0].fit.width_ns,
		       bound->line[0].fit.width_ns);
		assert_int_equal(c->outside, 0);
		assert_true(c->legs > EDGES);
		assert_int_equal(bound->verdict, HIL_VALID);
		assert_int_equal(bound->line[0].clock->contradictions, 0);
		assert_true(bound->line[0].fit.width_ns <
			    0.5 * plain->line[0].fit.width_ns);
		hil_result_free(plain);
		hil_result_free(bound);
		hil_sim_free(sim);
	}
	free(c);
}

static void of_another_board_it_is_not_used(void **state)
{
	struct check *c = malloc(sizeof(*c));
	struct hil_sim *sim = board(1);
	struct hil_result *plain = measure(sim, NULL, c);
	struct hil_result *other = measure(sim, "another board", c);
	bool said = false;

	(void)state;
	assert_true(other->line[0].fit.width_ns == plain->line[0].fit.width_ns);
	assert_int_equal(other->verdict, HIL_DEGRADED);
	for (size_t i = 0; i < other->reason_count; i++)
		said |= strstr(other->reasons[i], "of another board") != NULL;
	assert_true(said);
	hil_result_free(plain);
	hil_result_free(other);
	hil_sim_free(sim);
	free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bound_narrows_the_legs_and_holds),
		cmocka_unit_test(of_another_board_it_is_not_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
