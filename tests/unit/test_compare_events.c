/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events against latencies: a planted effect is found, others are not. */
#include <errno.h>

#include "calibration/compare_events.h"
#include "tests/unit/compare_arms.h"
#include "tests/unit/test.h"

#define EDGES     2500 /* 10 s at 4 ms */
#define PERIOD_NS INT64_C(4000000)
#define WINDOW_NS INT64_C(10000000) /* two or three edges */
#define EVENTS    60

struct run {
	int64_t at_ns[EDGES], value_ns[EDGES], event_ns[EVENTS];
};

static void draw(struct run *run, struct hil_compare_random *random,
		 int64_t slower_ns)
{
	double g = 0.0;
	size_t next = 0;

	for (size_t i = 0; i < EVENTS; i++)
		run->event_ns[i] =
			(int64_t)i * (EDGES * PERIOD_NS / EVENTS) +
			(int64_t)hil_compare_random_below(random, 50000000);
	for (size_t i = 0; i < EDGES; i++) {
		run->at_ns[i] = (int64_t)i * PERIOD_NS;
		g = 0.8 * g + 0.6 * arms_normal(random);
		run->value_ns[i] = 50000 + (int64_t)(10000 * g);
		while (next + 1 < EVENTS &&
		       run->event_ns[next + 1] <= run->at_ns[i])
			next++;
		if (run->event_ns[next] <= run->at_ns[i] &&
		    run->at_ns[i] < run->event_ns[next] + WINDOW_NS)
			run->value_ns[i] += slower_ns;
	}
}

static struct hil_events_effect effect_of(const struct run *run, size_t events,
					  uint64_t shifts)
{
	struct hil_events_data data = { run->at_ns, run->value_ns, EDGES,
					run->event_ns, events };
	struct hil_events_options o = { EDGES * PERIOD_NS, WINDOW_NS, shifts,
					3 };
	struct hil_events_effect effect;

	assert_int_equal(hil_compare_events(&data, &o, &effect), 0);
	return effect;
}

static void compare_events_finds_that_edges_near_events_are_slow(void **state)
{
	struct hil_compare_random random = { 11 };
	struct run run;
	struct hil_events_effect e;

	(void)state;
	draw(&run, &random, 10000);
	e = effect_of(&run, EVENTS, 999);
	/* none of 999 shifts is as slow: (0 + 1) / (999 + 1) */
	assert_true(e.p == 0.001);
	assert_true(e.near_mean_ns > e.far_mean_ns + 5000);
	assert_int_equal(e.near + e.far, EDGES);
}

static void
compare_events_blames_the_innocent_in_8_percent_at_most(void **state)
{
	struct hil_compare_random random = { 12 };
	struct run run;
	int blamed = 0;

	(void)state;
	/* 5 % of 500 is 25 +- 4.9, so 40 is three deviations above */
	for (int i = 0; i < 500; i++) {
		draw(&run, &random, 0);
		blamed += effect_of(&run, EVENTS, 199).p <= 0.05;
	}
	assert_true(blamed <= 40);
	assert_true(blamed >= 5);
}

static void compare_events_counts_no_edge_twice(void **state)
{
	struct hil_compare_random random = { 13 };
	struct run run;
	struct hil_events_effect e;

	(void)state;
	draw(&run, &random, 0);
	run.event_ns[0] = 0;
	run.event_ns[1] = 1;
	run.event_ns[2] = 4000000;
	e = effect_of(&run, 3, 0);
	/* edges at 0, 4 and 8 ms; then those up to 14 ms: 12 ms */
	assert_int_equal(e.near, 4);
}

static void compare_events_knows_nothing_without_events(void **state)
{
	struct hil_compare_random random = { 14 };
	struct run run;

	(void)state;
	draw(&run, &random, 0);
	assert_true(effect_of(&run, 0, 99).p == 1.0);
}

static void compare_events_refuses_times_out_of_order(void **state)
{
	static const int64_t at[] = { 5, 4 }, value[] = { 1, 1 };
	struct hil_events_data data = { at, value, 2, NULL, 0 };
	struct hil_events_options o = { 10, 1, 9, 1 };
	struct hil_events_effect e;

	(void)state;
	assert_int_equal(hil_compare_events(&data, &o, &e), -EINVAL);
	data.count = 1;
	assert_int_equal(hil_compare_events(&data, &o, &e), 0);
	o.span_ns = 5;
	assert_int_equal(hil_compare_events(&data, &o, &e), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			compare_events_finds_that_edges_near_events_are_slow),
		cmocka_unit_test(
			compare_events_blames_the_innocent_in_8_percent_at_most),
		cmocka_unit_test(compare_events_counts_no_edge_twice),
		cmocka_unit_test(compare_events_knows_nothing_without_events),
		cmocka_unit_test(compare_events_refuses_times_out_of_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
