/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/wave.h"

#include "tests/unit/test.h"

#define START 5000000000

static void steady_edges_do_not_drift(void **state)
{
	struct hil_wave_pattern steady = { .kind = HIL_WAVE_STEADY };
	struct hil_wave_edge e;
	struct hil_wave w;

	(void)state;
	hil_wave_start(&w, &steady, 300, 50, START);
	for (int64_t i = 0; i < 3000000; i++) {
		hil_wave_next(&w, &e);
		/* a third of a ms: every third edge is a whole 10 ms */
		if (i % 3 == 0)
			assert_int_equal(e.rise_ns, START + i / 3 * 10000000);
	}
	assert_int_equal(e.period_ns, 3333333);
}

static void duty_cycle_sets_the_falling_edge(void **state)
{
	struct hil_wave_pattern steady = { .kind = HIL_WAVE_STEADY };
	struct hil_wave_edge e;
	struct hil_wave w;

	(void)state;
	hil_wave_start(&w, &steady, 250, 25, START);
	hil_wave_next(&w, &e);
	assert_int_equal(e.rise_ns, START);
	assert_int_equal(e.fall_ns, START + 1000000);
}

/* 10 % of 4 ms: each edge at most 0.2 ms to either side, and both happen. */
static void jitter_stays_inside_and_does_not_add_up(void **state)
{
	struct hil_wave_pattern jitter = { .kind = HIL_WAVE_JITTER,
					   .jitter_percent = 10 };
	struct hil_wave_edge e;
	struct hil_wave w;
	int64_t least = 0, most = 0;

	(void)state;
	hil_wave_start(&w, &jitter, 250, 50, START);
	for (int64_t i = 0; i < 100000; i++) {
		int64_t off;

		hil_wave_next(&w, &e);
		off = e.rise_ns - (START + i * 4000000);
		least = off < least ? off : least;
		most = off > most ? off : most;
	}
	assert_in_range(most, 190000, 200000);
	assert_in_range(-least, 190000, 200000);
}

static void jitter_repeats_itself(void **state)
{
	struct hil_wave_pattern jitter = { .kind = HIL_WAVE_JITTER,
					   .jitter_percent = 20 };
	struct hil_wave_edge a, b;
	struct hil_wave one, two;

	(void)state;
	hil_wave_start(&one, &jitter, 250, 50, START);
	hil_wave_start(&two, &jitter, 250, 50, START);
	for (int i = 0; i < 100; i++) {
		hil_wave_next(&one, &a);
		hil_wave_next(&two, &b);
		assert_int_equal(a.rise_ns, b.rise_ns);
	}
}

/* 100 Hz and 200 Hz for 50 ms each: 5 edges, 10 edges, and round again. */
static void steps_change_frequency_at_an_edge(void **state)
{
	struct hil_wave_pattern step = { .kind = HIL_WAVE_STEP,
					 .step_hz = { 100, 200 },
					 .steps = 2,
					 .dwell_s = 0.05 };
	struct hil_wave_edge e;
	struct hil_wave w;

	(void)state;
	hil_wave_start(&w, &step, 1, 50, START);
	for (int64_t round = 0; round < 3; round++) {
		int64_t base = START + round * 100000000;

		for (int64_t i = 0; i < 5; i++) {
			hil_wave_next(&w, &e);
			assert_int_equal(e.rise_ns, base + i * 10000000);
		}
		for (int64_t i = 0; i < 10; i++) {
			hil_wave_next(&w, &e);
			assert_int_equal(e.rise_ns,
					 base + 50000000 + i * 5000000);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steady_edges_do_not_drift),
		cmocka_unit_test(duty_cycle_sets_the_falling_edge),
		cmocka_unit_test(jitter_stays_inside_and_does_not_add_up),
		cmocka_unit_test(jitter_repeats_itself),
		cmocka_unit_test(steps_change_frequency_at_an_edge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
