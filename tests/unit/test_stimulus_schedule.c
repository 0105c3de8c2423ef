/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stimulus/schedule.h"

#include <math.h>

#include "tests/unit/test.h"

#define START 5000000000
#define MS    1000000LL

static void start(struct hil_stimulus_schedule *s, const char *text, double hz,
		  double duty)
{
	char problem[HIL_PATTERN_TEXT];
	struct hil_pattern p;

	assert_int_equal(hil_pattern_parse(text, &p, problem), 0);
	hil_stimulus_start(s, &p, hz, duty, START);
}

static void steady_edges_do_not_drift(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;

	(void)state;
	start(&s, "steady", 300, 0.5);
	for (int64_t i = 0; i < 3000000; i++) {
		hil_stimulus_next(&s, &e);
		/* a third of a ms: every third edge is a whole 10 ms */
		if (i % 3 == 0)
			assert_int_equal(e.rise_ns, START + i / 3 * 10 * MS);
		assert_in_range(e.interval_ns, 3333333, 3333334);
	}
}

static void duty_sets_the_falling_edge(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;

	(void)state;
	start(&s, "steady", 250, 0.25);
	hil_stimulus_next(&s, &e);
	assert_int_equal(e.rise_ns, START);
	assert_int_equal(e.fall_ns, START + MS);
}

/* 10 % of 4 ms: each edge at most 0.2 ms to either side, and both happen. */
static void jitter_stays_inside_and_does_not_add_up(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;
	int64_t least = 0, most = 0;

	(void)state;
	start(&s, "jitter:percent=10", 250, 0.5);
	for (int64_t i = 0; i < 100000; i++) {
		int64_t off;

		hil_stimulus_next(&s, &e);
		off = e.rise_ns - (START + i * 4 * MS);
		least = off < least ? off : least;
		most = off > most ? off : most;
	}
	assert_in_range(most, 190000, 200000);
	assert_in_range(-least, 190000, 200000);
}

/* Every pattern: levels last, and intervals are as announced. */
static void intervals_are_within_the_bounds(void **state)
{
	static const char *const texts[] = {
		"steady",
		"jitter:percent=90",
		"sweep:from=2ms,to=5ms,over=1s",
		"sweep:from=5ms,to=2ms,over=1s",
		"step:periods=4ms/5ms/7ms,dwell=50ms",
		"prime",
		"burst:count=5,every=100ms",
		"single:from=50ms,to=90ms",
		"missing:every=8",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct hil_stimulus_schedule s;
		struct hil_schedule_edge e;
		struct hil_pattern_bounds b;
		int64_t first = 0, last = 0;
		const int n = 20000;

		start(&s, texts[i], 250, 0.5);
		b = hil_pattern_bounds(&s.pattern, 4 * MS);
		for (int k = 0; k <= n; k++) {
			hil_stimulus_next(&s, &e);
			first = k ? first : e.rise_ns;
			last = e.rise_ns;
			/* 2 ns of rounding */
			assert_in_range(e.interval_ns, b.min_ns - 2,
					b.max_ns + 2);
			assert_true(e.fall_ns > e.rise_ns);
			assert_true(e.fall_ns < e.rise_ns + e.interval_ns);
		}
		assert_true(fabs((double)(last - first) / n / b.mean_ns - 1) <
			    0.01);
	}
}

static void what_is_random_repeats_itself(void **state)
{
	struct hil_stimulus_schedule one, two;
	struct hil_schedule_edge a, b;

	(void)state;
	start(&one, "jitter:percent=20", 250, 0.5);
	start(&two, "jitter:percent=20", 250, 0.5);
	for (int i = 0; i < 100; i++) {
		hil_stimulus_next(&one, &a);
		hil_stimulus_next(&two, &b);
		assert_int_equal(a.rise_ns, b.rise_ns);
	}
}

/* 10 ms and 5 ms for 50 ms each: 5 edges, 10 edges, and round again. */
static void steps_change_the_period_at_an_edge(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;

	(void)state;
	start(&s, "step:periods=10ms/5ms,dwell=50ms", 250, 0.5);
	for (int64_t round = 0; round < 3; round++) {
		int64_t base = START + round * 100 * MS;

		for (int64_t i = 0; i < 5; i++) {
			hil_stimulus_next(&s, &e);
			assert_int_equal(e.rise_ns, base + i * 10 * MS);
		}
		for (int64_t i = 0; i < 10; i++) {
			hil_stimulus_next(&s, &e);
			assert_int_equal(e.rise_ns,
					 base + 50 * MS + i * 5 * MS);
		}
	}
}

/* The level of a pulse before a pause is as long as the others. */
static void bursts_pause(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;

	(void)state;
	start(&s, "burst:count=3,every=20ms", 250, 0.5);
	for (int64_t i = 0; i < 30; i++) {
		hil_stimulus_next(&s, &e);
		assert_int_equal(e.rise_ns,
				 START + i / 3 * 20 * MS + i % 3 * 4 * MS);
		assert_int_equal(e.fall_ns - e.rise_ns, 2 * MS);
	}
}

static void each_nth_pulse_is_missing(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;

	(void)state;
	start(&s, "missing:every=4", 250, 0.5);
	for (int64_t i = 0; i < 30; i++) {
		hil_stimulus_next(&s, &e);
		assert_int_equal(e.rise_ns,
				 START + (i / 3 * 4 + i % 3) * 4 * MS);
		assert_int_equal(e.fall_ns - e.rise_ns, 2 * MS);
	}
}

/* From 10 ms to 5 ms in 1 s: 150 Hz in the mean, 150 edges a sweep. */
static void a_sweep_begins_again(void **state)
{
	struct hil_stimulus_schedule s;
	struct hil_schedule_edge e;

	(void)state;
	start(&s, "sweep:from=10ms,to=5ms,over=1s", 250, 0.5);
	hil_stimulus_next(&s, &e);
	assert_in_range(e.interval_ns, 9900000, 10000000);
	for (int i = 1; i < 150; i++)
		hil_stimulus_next(&s, &e);
	assert_in_range(e.interval_ns, 5000000, 5050000);
	hil_stimulus_next(&s, &e);
	assert_in_range(e.interval_ns, 9900000, 10000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steady_edges_do_not_drift),
		cmocka_unit_test(duty_sets_the_falling_edge),
		cmocka_unit_test(jitter_stays_inside_and_does_not_add_up),
		cmocka_unit_test(intervals_are_within_the_bounds),
		cmocka_unit_test(what_is_random_repeats_itself),
		cmocka_unit_test(steps_change_the_period_at_an_edge),
		cmocka_unit_test(bursts_pause),
		cmocka_unit_test(each_nth_pulse_is_missing),
		cmocka_unit_test(a_sweep_begins_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
