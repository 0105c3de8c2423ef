/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a session in made-up time. */
#include "tests/unit/compare_sample.h"

#include <math.h>
#include <stdlib.h>

#include "rig/compare/plan.h"
#include "tests/unit/test.h"

#define TURN_S   0.02
#define PERIOD_S 0.004
#define LATE_S   0.3

struct compare_sample *compare_sample_new(const char *const *names,
					  size_t rounds)
{
	struct compare_sample *s = calloc(1, sizeof(*s));
	char spec[128];

	assert_non_null(s);
	for (size_t i = 0; names[i]; i++) {
		snprintf(spec, sizeof(spec), "none,name=%s", names[i]);
		assert_int_equal(hil_variants_add(&s->variants, spec), 0);
	}
	assert_int_equal(hil_comparison_init(&s->c, s->variants.count, rounds),
			 0);
	s->c.interleaved = true;
	s->c.block_s = 1.5;
	s->c.warm_up_s = 0.5;
	s->c.seed = 1;
	for (size_t i = 0; i < s->c.arms; i++) {
		s->c.arm[i].name = s->variants.of[i].name;
		s->c.arm[i].variant = &s->variants.of[i];
		s->c.arm[i].events_known = true;
	}
	hil_plan_make(1, rounds, s->c.arms, s->c.order);
	s->session = hil_session_new(&s->c, NULL, &s->watch);
	assert_non_null(s->session);
	return s;
}

/* What a session should do, worked out apart from it: which block is on. */
struct clock {
	size_t block, step;
	double since_s;
	double begun_s[HIL_COMPARE_MOST_ROUNDS]; /* each block's warm-up */
};

static void follow(struct clock *k, double now_s)
{
	/* starting takes a turn; then 0.5 s, 1.0 s, 0.1 s */
	static const double lasts_s[] = { 0, 0.5, 1.0, 0.1 };

	if (now_s - k->since_s < lasts_s[k->step])
		return;
	if (k->step == 0)
		k->begun_s[k->block] = now_s;
	k->since_s = now_s;
	if (++k->step < 4)
		return;
	k->step = 0;
	k->block++;
}

static int64_t slower_at(const struct compare_sample *s, const struct clock *k,
			 double edge_s)
{
	size_t block = k->block;

	while (block > 0 &&
	       (k->begun_s[block] > edge_s || !(k->begun_s[block] > 0)))
		block--;
	return s->slower_ns[s->c.order[block % (s->c.rounds * s->c.arms)]];
}

static double rows_until(struct compare_sample *s, const struct clock *k,
			 double edge_s, double until_s)
{
	for (; edge_s < until_s; edge_s += PERIOD_S) {
		struct hil_row row = {
			.number = s->rows,
			.event = s->rows++,
			.wake_ns = llrint(edge_s * 1e9),
			.row_class = HIL_ROW_MATCHED,
		};

		row.latency_ns =
			50000 + slower_at(s, k, edge_s) +
			(int64_t)hil_compare_random_below(&s->random, 10000);
		s->watch.row(s->watch.context, &row, edge_s);
	}
	return edge_s;
}

void compare_sample_measure(struct compare_sample *s, double until_s)
{
	struct clock *k = calloc(1, sizeof(*k));
	double edge_s = 0;

	assert_non_null(k);

	s->last_turn = 0;
	while (s->last_turn == 0 && s->now_s < until_s) {
		struct hil_run_turn turn = { true, s->now_s };

		s->last_turn = s->watch.turn(s->watch.context, &turn);
		follow(k, s->now_s);
		s->now_s += TURN_S;
		edge_s = rows_until(s, k, edge_s, s->now_s - LATE_S);
	}
	rows_until(s, k, edge_s, s->now_s);
	free(k);
}

void compare_sample_free(struct compare_sample *s)
{
	hil_session_free(s->session);
	hil_comparison_free(&s->c);
	hil_variants_free(&s->variants);
	free(s);
}
