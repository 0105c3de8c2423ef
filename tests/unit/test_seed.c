/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded rows against their neighbours, from rows with a known truth. */
#include <math.h>
#include <stdlib.h>

#include "calibration/seed.h"
#include "tests/unit/test.h"

#define PERIOD_NS INT64_C(4000000)
#define OFFSET_NS INT64_C(7000000000000)
#define RESPONSE  1000 /* wake to begin */
#define IOCTL     3000
#define PIN       2000 /* begin to pin */

/* The board's clock runs @drift_ppm fast of the analyzer's. */
static struct hil_seed_row row_at(int64_t i, double drift_ppm)
{
	int64_t wake_ns = i * PERIOD_NS;
	int64_t drift_ns = (int64_t)((double)wake_ns * drift_ppm * 1e-6);

	return (struct hil_seed_row){
		.probe_ns = wake_ns + RESPONSE + PIN,
		.wake_ns = wake_ns + OFFSET_NS + drift_ns,
		.begin_ns = wake_ns + OFFSET_NS + drift_ns + RESPONSE,
		.end_ns = wake_ns + OFFSET_NS + drift_ns + RESPONSE + IOCTL,
	};
}

static void wait_for(struct hil_seed_row *r, int64_t ns)
{
	r->seeded = true;
	r->probe_ns += ns;
	r->begin_ns += ns;
	r->end_ns += ns;
}

static struct hil_seed_result run(int64_t delay_ns, int64_t every, int64_t rows,
				  int64_t board_lies_ns)
{
	struct hil_seed *s = malloc(sizeof(*s));
	struct hil_seed_result r;

	assert_non_null(s);
	hil_seed_init(s, delay_ns, 42, 100);
	for (int64_t i = 0; i < rows; i++) {
		struct hil_seed_row row = row_at(i, 100);

		if ((i + 1) % every == 0) {
			wait_for(&row, delay_ns);
			row.probe_ns -= board_lies_ns;
		}
		hil_seed_add(s, &row);
	}
	hil_seed_judge(s, (uint64_t)every, 50, &r);
	free(s);
	return r;
}

/* 100 ppm over 8 periods of 4 ms would be 3.2 us; pairs cancel it. */
static void each_is_found_though_the_clocks_part(void **state)
{
	struct hil_seed_result r = run(500000, 100, 5050, 0);

	(void)state;
	assert_int_equal(r.seeded, 50);
	assert_int_equal(r.found, 50);
	assert_int_equal(r.lost + r.unclear + r.aside, 0);
	assert_true(fabs(r.mean_ns - 500000) < 2);
	assert_true(fabs(r.waited_ns - 500000) < 2);
	/* ioctl 3000, posted 100, sample 42 + 1, 100 ppm of 500 us */
	assert_true(fabs(r.bound_ns - (3000 + 100 + 43 + 50)) < 1);
}

static void an_answer_that_came_too_soon_is_lost(void **state)
{
	struct hil_seed_result r = run(500000, 100, 5050, 4000);

	(void)state;
	assert_int_equal(r.lost, 50);
	assert_int_equal(r.found, 0);
}

static void each_second_to_fifth_row_may_be_seeded(void **state)
{
	(void)state;
	for (int64_t every = 2; every < 6; every++) {
		struct hil_seed_result r = run(500000, every, 400, 0);

		assert_int_equal(r.seeded, 400 / every);
		assert_true(r.aside > 0 && r.aside < 30);
		assert_int_equal(r.found + r.aside, 400 / every);
		assert_true(fabs(r.mean_ns - 500000) < 2);
	}
}

/* Half of 2 us is less than the 3 us of an ioctl. */
static void what_one_ioctl_hides_is_unclear_and_found_in_the_mean(void **state)
{
	struct hil_seed_result r = run(2000, 20, 4000, 0);

	(void)state;
	assert_int_equal(r.found + r.lost, 0);
	assert_true(r.unclear > 190);
	assert_true(r.mean_found);
	assert_false(r.mean_lost);
}

static void a_mean_that_is_not_there_is_lost(void **state)
{
	struct hil_seed_result r = run(2000, 20, 4000, 1500);

	(void)state;
	assert_false(r.mean_found);
	assert_true(r.mean_lost);
}

/* A core that waited long takes longer over its ioctl, and the pin moves late
 * in it: 16 us more of both, with a bound on posted writes of 400 us. */
static void a_slower_ioctl_behind_a_wait_is_no_lost_mean(void **state)
{
	struct hil_seed *s = malloc(sizeof(*s));
	struct hil_seed_result r;

	(void)state;
	assert_non_null(s);
	hil_seed_init(s, 500000, 42, 400000);
	for (int64_t i = 0; i < 2000; i++) {
		struct hil_seed_row row = row_at(i, 0);

		if ((i + 1) % 20 == 0) {
			wait_for(&row, 500000);
			row.probe_ns += 16000;
			row.end_ns += 16000;
		}
		hil_seed_add(s, &row);
	}
	hil_seed_judge(s, 20, 50, &r);
	free(s);
	assert_int_equal(r.found + r.lost, 0);
	assert_true(fabs(r.mean_ns - 516000) < 2);
	assert_true(fabs(r.waited_ns - 500000) < 2);
	assert_true(r.mean_found);
	assert_false(r.mean_lost);
}

static void a_fixed_part_above_half_the_delay_needs_no_number(void **state)
{
	struct hil_seed *s = malloc(sizeof(*s));
	struct hil_seed_result r;

	(void)state;
	assert_non_null(s);
	hil_seed_init(s, 2000, 42, 100);
	for (int64_t i = 0; i < 200; i++) {
		struct hil_seed_row row = row_at(i, 0);

		row.probe_ns += i % 3 * 700;
		hil_seed_add(s, &row);
	}
	hil_seed_judge(s, 20, 1000, &r);
	assert_true(r.needed == 0);
	/* deviation of 0, 700, 1400 against a middle pair is some 700 */
	hil_seed_judge(s, 20, 0, &r);
	assert_true(r.needed >= 1 && r.needed < 20);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_found_though_the_clocks_part),
		cmocka_unit_test(an_answer_that_came_too_soon_is_lost),
		cmocka_unit_test(each_second_to_fifth_row_may_be_seeded),
		cmocka_unit_test(
			what_one_ioctl_hides_is_unclear_and_found_in_the_mean),
		cmocka_unit_test(a_mean_that_is_not_there_is_lost),
		cmocka_unit_test(a_slower_ioctl_behind_a_wait_is_no_lost_mean),
		cmocka_unit_test(
			a_fixed_part_above_half_the_delay_needs_no_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
