/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legs against the truth: clocks that drift, whose drift changes by 2 ppm in
 * the middle of the run, and one event in a hundred with wrong stamps. The
 * bounds of every leg hold, and a stamp that no clock could fit is named.
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

#include "tests/sim/judge.h"

#define RUNS  400
#define EDGES 2000

struct check {
	struct hil_judge judge; /* first: the callback's context */
	uint64_t legs, outside, spoiled_legs;
	double worst; /* error over its bound */
	double tau_ns;
	uint64_t event[EDGES]; /* of each row */
	bool matched[EDGES];
};

struct total {
	uint64_t runs, legs, outside, must, unnamed, doubtful, named, falsely;
	double worst, width_ns;
};

static void check_row(void *context, const struct hil_row *row)
{
	struct check *c = context;

	hil_judge_row(context, row);
	if (row->row_class == HIL_ROW_MATCHED)
		c->matched[row->number] = true;
	c->event[row->number] = row->event;
}

static double truth(const struct hil_sim *s, uint64_t event,
		    enum hil_quantity quantity)
{
	const struct hil_sim_edge *e = &s->edge[s->event_edge[event]];
	const struct hil_event *stamped = &s->event[event];

	if (quantity == HIL_DELIVERY)
		return (double)(stamped->hardirq_ns -
				s->interrupt_off_ns[event] -
				hil_sim_board_ns(s, e->at_ns));
	return (double)(hil_sim_board_ns(s, e->probe_ns) -
			stamped->probe_begin_ns + s->command_off_ns[event]);
}

/* A stamp that is wrong by less than shows makes its own leg wrong by that. */
static void check_leg(void *context, const struct hil_leg *leg)
{
	struct check *c = context;
	const struct hil_sim *s = c->judge.sim;
	uint64_t event = c->event[leg->row];
	int64_t off_ns = leg->quantity == HIL_DELIVERY
				 ? s->interrupt_off_ns[event]
				 : -s->command_off_ns[event];
	double error_ns = (double)(leg->value_ns - off_ns) -
			  truth(s, event, leg->quantity);
	double bound_ns = leg->width_ns / 2.0 + c->tau_ns + 1.0;

	c->legs++;
	c->spoiled_legs += off_ns != 0;
	c->outside += fabs(error_ns) > bound_ns;
	c->worst = fmax(c->worst, fabs(error_ns) / bound_ns);
}

static bool is_named(const struct hil_result *r, uint64_t event)
{
	const struct hil_clock_result *clock = r->line[0].clock;

	for (size_t i = 0; i < clock->contradictions; i++)
		if (clock->contradiction[i].event == event)
			return true;
	return false;
}

/* Wrong by more than its own delay hides and the clock is known to. */
static bool must_be_named(const struct hil_sim *s, uint64_t event,
			  double width_ns)
{
	double early_ns = (double)-s->interrupt_off_ns[event];
	double late_ns = (double)s->command_off_ns[event];

	return early_ns > truth(s, event, HIL_DELIVERY) + width_ns ||
	       late_ns > truth(s, event, HIL_WRITE) + width_ns;
}

/* Its edge could as well be that of a neighbour whose stamps are wrong, so
 * the row is not matched and nothing can be held against its interrupt. */
static bool is_in_doubt(const struct check *c, const struct hil_result *r,
			uint64_t event)
{
	const struct hil_sim *s = c->judge.sim;
	bool neighbour = false;

	for (uint64_t i = event > 2 ? event - 2 : 0; i < event; i++)
		neighbour |= is_named(r, i);
	return neighbour && !c->matched[s->event_edge[event]] &&
	       s->interrupt_off_ns[event] < 0;
}

static void check_name(const struct check *c, const struct hil_result *r,
		       uint64_t event, struct total *t)
{
	const struct hil_sim *s = c->judge.sim;
	/* what the guard allows for samples and skew is no delay */
	double width_ns = r->line[0].fit.width_ns + 4.0 * c->tau_ns + 4.0;
	bool named = is_named(r, event);

	t->named += named;
	t->falsely += named && !s->interrupt_off_ns[event] &&
		      !s->command_off_ns[event];
	if (!must_be_named(s, event, width_ns))
		return;
	t->must++;
	if (named)
		return;
	if (is_in_doubt(c, r, event)) {
		t->doubtful++;
		return;
	}
	print_message("seed %" PRIu64 ": event %" PRIu64 ", off %" PRId64
		      " %" PRId64 " ns, is not named\n",
		      s->config.seed, event, s->interrupt_off_ns[event],
		      s->command_off_ns[event]);
	t->unnamed++;
}

static void check_names(const struct check *c, const struct hil_result *r,
			struct total *t)
{
	const struct hil_sim *s = c->judge.sim;

	assert_true(r->line[0].clock->contradictions <=
		    HIL_RESULT_CONTRADICTIONS);
	for (size_t i = 0; i < s->events; i++)
		if (s->event_edge[i] != SIZE_MAX)
			check_name(c, r, i, t);
}

static struct hil_result *measure(const struct hil_sim *sim, struct check *c)
{
	struct hil_ledger_config config = hil_sim_ledger_config(sim);
	struct hil_ledger *l = hil_ledger_new(&config, check_row, c);
	struct hil_result *r;

	assert_non_null(l);
	*c = (struct check){ .tau_ns = 1e9 / (double)sim->config.rate_num };
	hil_judge_init(&c->judge, sim);
	hil_ledger_follow_legs(l, check_leg);
	assert_int_equal(hil_sim_feed(sim, l, HIL_SIM_BY_TIME, 0), 0);
	r = hil_ledger_finish(l);
	assert_non_null(r);
	assert_non_null(r->line[0].clock);
	hil_ledger_free(l);
	return r;
}

static void run(const struct hil_sim_config *config, struct total *t)
{
	static struct check c;
	struct hil_sim *sim = hil_sim_run(config);
	struct hil_result *r;

	assert_non_null(sim);
	r = measure(sim, &c);
	if (c.outside)
		print_message("seed %" PRIu64 ": %" PRIu64 " legs outside, "
			      "worst %.2f\n",
			      config->seed, c.outside, c.worst);
	check_names(&c, r, t);
	t->runs++;
	t->legs += c.legs;
	t->outside += c.outside;
	t->worst = fmax(t->worst, c.worst);
	t->width_ns += r->line[0].fit.width_ns;
	assert_int_equal(c.judge.wrong, 0);
	assert_true(r->verdict != HIL_INVALID);
	if (!(config->wrong > 0.0))
		assert_int_equal(r->verdict, HIL_VALID);
	hil_result_free(r);
	hil_sim_free(sim);
}

static void print_total(const char *name, const struct total *t)
{
	printf("%s: %" PRIu64 " runs, %" PRIu64 " legs, %" PRIu64
	       " outside their bounds (worst at %.3f of its bound), mean width "
	       "%.0f ns; %" PRIu64 " rows named, %" PRIu64 " of them had right "
	       "stamps; %" PRIu64 " had to be named, %" PRIu64
	       " were not, and %" PRIu64 " whose edge is in doubt\n",
	       name, t->runs, t->legs, t->outside, t->worst,
	       t->width_ns / (double)t->runs, t->named, t->falsely, t->must,
	       t->unnamed, t->doubtful);
}

static struct hil_sim_config config_of(uint64_t seed)
{
	struct hil_sim_config c = hil_sim_default(seed, true);

	c.edges = EDGES;
	c.period_ns = INT64_C(100000) << seed % 8;
	c.drift_ppb = (int64_t)(seed * 7919 % 200001) - 100000;
	c.bend_ppb = seed & 1 ? 2000 : -2000;
	return c;
}

static void bounds_hold_when_drift_changes_in_the_middle(void **state)
{
	struct total t = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= RUNS; seed++) {
		struct hil_sim_config c = config_of(seed);

		run(&c, &t);
	}
	print_total("2 ppm in the middle", &t);
	assert_int_equal(t.outside, 0);
	assert_int_equal(t.named, 0);
	assert_true(t.legs == 2 * t.runs * EDGES);
}

static void bounds_hold_and_wrong_stamps_are_named(void **state)
{
	struct total t = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= RUNS; seed++) {
		struct hil_sim_config c = config_of(seed);

		c.wrong = 0.01;
		c.wrong_ns = c.period_ns / 4;
		run(&c, &t);
	}
	print_total("2 ppm, and 1 % wrong stamps", &t);
	assert_int_equal(t.outside, 0);
	assert_int_equal(t.unnamed, 0);
	assert_int_equal(t.falsely, 0);
	assert_true(t.doubtful * 1000 < t.must);
	/* the test has something to name */
	assert_true(t.must > 10 * t.runs / 2);
}

/* One event in ten: nobody can say which of them are right. */
static void run_of_which_too_many_rows_contradict_is_invalid(void **state)
{
	struct hil_sim_config c = config_of(3);
	struct hil_sim *sim;
	struct hil_result *r;
	struct check check;

	(void)state;
	c.wrong = 0.1;
	c.wrong_ns = 100000;
	sim = hil_sim_run(&c);
	assert_non_null(sim);
	r = measure(sim, &check);
	assert_int_equal(r->verdict, HIL_INVALID);
	assert_true(r->line[0].clock->contradictions > EDGES / 64 + 4);
	assert_non_null(strstr(r->reasons[0], "no-clock: no clock fits: "));
	assert_non_null(strstr(r->reasons[0], " at "));
	hil_result_free(r);
	hil_sim_free(sim);
}

/* Steps of some us, forth and back: no pair is wrong whether the join notices
 * or not, and where the step is wider than the bounds no leg is, either. A
 * smaller one cannot be told from delays. */
static void clock_that_steps_spoils_only_the_rows_around_it(void **state)
{
	(void)state;
	for (int64_t us = -20; us <= 20; us += 2) {
		struct hil_sim_config c = config_of(3);
		struct hil_sim *sim;
		struct hil_result *r;
		struct check check;

		c.jump_edge = EDGES / 2 + 100;
		c.jump_ns = us * 1000;
		sim = hil_sim_run(&c);
		assert_non_null(sim);
		r = measure(sim, &check);
		assert_int_equal(check.judge.wrong, 0);
		if (us <= -10 || us >= 12)
			assert_int_equal(check.outside, 0);
		assert_true(check.legs > 2 * (EDGES - 70));
		hil_result_free(r);
		hil_sim_free(sim);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_hold_when_drift_changes_in_the_middle),
		cmocka_unit_test(bounds_hold_and_wrong_stamps_are_named),
		cmocka_unit_test(
			run_of_which_too_many_rows_contradict_is_invalid),
		cmocka_unit_test(
			clock_that_steps_spoils_only_the_rows_around_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
