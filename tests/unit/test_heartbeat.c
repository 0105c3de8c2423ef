/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples that were lost without a word show in a steady signal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "calibration/heartbeat.h"

#define PERIOD 2000 /* samples */
#define EDGES  1000

/* Edges each 2,000 samples; behind number @at the samples are @lost less.
 * @jitter moves each edge by up to so many samples. */
static void feed(struct hil_heartbeat *h, uint64_t at, uint64_t lost,
		 uint64_t jitter)
{
	uint64_t random = 7;

	for (uint64_t i = 0; i < EDGES; i++) {
		uint64_t sample = 100 + i * PERIOD;

		random = random * UINT64_C(6364136223846793005) + 1;
		if (jitter)
			sample += (random >> 33) % jitter;
		if (i >= at && 100 + i * PERIOD - at * PERIOD < lost)
			continue; /* the edge itself is lost */
		hil_heartbeat_add(h, i < at ? sample : sample - lost);
	}
	hil_heartbeat_finish(h);
}

static void a_whole_stream_has_no_splice(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, false);
	feed(&h, EDGES, 0, 2);
	assert_true(h.steady);
	assert_int_equal(h.splices, 0);
	assert_int_equal(h.intervals, EDGES - 1);
	assert_true(fabs(h.period_samples - PERIOD) <= 1);
	/* 300 ppm, two samples, eight times a jitter of up to one */
	assert_true(h.slack_samples <= 0.6 + 2 + 8);
}

static void a_splice_is_found_with_its_place_and_size(void **state)
{
	static const uint64_t lost[] = { 20, 1234, 1990, 2020, 50000 + 77 };

	(void)state;
	for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
		struct hil_heartbeat h;

		hil_heartbeat_init(&h, false);
		feed(&h, 500, lost[i], 0);
		assert_int_equal(h.splices, 1);
		assert_int_equal(h.splice[0].before, 100 + 499 * PERIOD);
		/* whole periods cannot be told */
		assert_true(fabs(h.splice[0].missing_samples -
				 (double)(lost[i] % PERIOD)) < 1);
	}
}

/* A rising edge 888 samples behind a beat is where the loss is: the level was
 * low before and high behind it. */
static void an_edge_that_the_loss_makes_is_no_second_loss(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, false);
	for (uint64_t i = 0; i < 200; i++)
		hil_heartbeat_add(&h, 100 + i * PERIOD);
	hil_heartbeat_add(&h, 100 + 199 * PERIOD + 1112);
	for (uint64_t i = 201; i < 300; i++)
		hil_heartbeat_add(&h, 100 + i * PERIOD - 1234);
	assert_int_equal(h.splices, 1);
	assert_int_equal(h.splice[0].before, 100 + 199 * PERIOD);
	assert_int_equal(h.splice[0].behind, 100 + 201 * PERIOD - 1234);
	assert_true(fabs(h.splice[0].missing_samples - 1234) < 1);
}

static void a_glitch_on_the_heartbeat_is_no_loss(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, false);
	for (uint64_t i = 0; i < 200; i++) {
		hil_heartbeat_add(&h, 100 + i * PERIOD);
		if (i == 150)
			hil_heartbeat_add(&h, 100 + i * PERIOD + 700);
	}
	assert_int_equal(h.splices, 0);
}

static void a_splice_among_the_first_edges_is_found(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, false);
	feed(&h, 10, 700, 0);
	assert_int_equal(h.splices, 1);
	assert_int_equal(h.splice[0].before, 100 + 9 * PERIOD);
}

static void a_gap_that_was_told_is_no_splice(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, false);
	for (uint64_t i = 0; i < 200; i++)
		hil_heartbeat_add(&h, 100 + i * PERIOD);
	hil_heartbeat_gap(&h);
	for (uint64_t i = 0; i < 200; i++)
		hil_heartbeat_add(&h, 500777 + i * PERIOD);
	hil_heartbeat_finish(&h);
	assert_int_equal(h.splices, 0);
	assert_int_equal(h.intervals, 199 + 199);
}

static void the_stimulus_sees_a_splice_beyond_its_jitter(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, true);
	feed(&h, 500, 600, 20);
	assert_int_equal(h.splices, 1);
	assert_true(fabs(h.splice[0].missing_samples - 600) < 20);
	assert_true(h.splice[0].before <= 100 + 500 * PERIOD);
	assert_true(h.splice[0].behind >= 100 + 500 * PERIOD - 600);
	hil_heartbeat_init(&h, true);
	feed(&h, EDGES, 0, 20);
	assert_int_equal(h.splices, 0);
}

/* Each period has a jitter of its own, and the phase walks at random. */
static void a_period_that_wanders_has_no_splice(void **state)
{
	struct hil_heartbeat h;
	uint64_t random = 7, sample = 100;

	(void)state;
	hil_heartbeat_init(&h, true);
	for (uint64_t i = 0; i < 20 * EDGES; i++) {
		random = random * UINT64_C(6364136223846793005) + 1;
		sample += PERIOD + (random >> 33) % 21;
		hil_heartbeat_add(&h, sample);
	}
	hil_heartbeat_finish(&h);
	assert_true(h.steady);
	assert_int_equal(h.splices, 0);
}

/* The host of a generator stalls: a few edges are late, then it goes on. */
static void edges_that_are_late_for_once_are_no_splice(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, true);
	for (uint64_t i = 0; i < EDGES; i++)
		hil_heartbeat_add(&h, 100 + i * PERIOD +
					      (i > 400 && i < 416 ? 900 : 0));
	hil_heartbeat_finish(&h);
	assert_true(h.steady);
	assert_int_equal(h.splices, 0);
}

static void what_is_not_steady_tells_nothing(void **state)
{
	struct hil_heartbeat h;

	(void)state;
	hil_heartbeat_init(&h, true);
	feed(&h, 500, 600, 1500);
	assert_false(h.steady);
	assert_int_equal(h.splices, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_stream_has_no_splice),
		cmocka_unit_test(a_splice_is_found_with_its_place_and_size),
		cmocka_unit_test(an_edge_that_the_loss_makes_is_no_second_loss),
		cmocka_unit_test(a_glitch_on_the_heartbeat_is_no_loss),
		cmocka_unit_test(a_splice_among_the_first_edges_is_found),
		cmocka_unit_test(a_gap_that_was_told_is_no_splice),
		cmocka_unit_test(the_stimulus_sees_a_splice_beyond_its_jitter),
		cmocka_unit_test(a_period_that_wanders_has_no_splice),
		cmocka_unit_test(edges_that_are_late_for_once_are_no_splice),
		cmocka_unit_test(what_is_not_steady_tells_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
