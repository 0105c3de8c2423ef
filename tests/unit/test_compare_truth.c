/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the comparison is right, on 1,000 simulated pairs of arms with 10
 * blocks of 2,000 edges each. Seeds are fixed, so each rate is one number.
 */
#include "tests/unit/compare_arms.h"
#include "tests/unit/test.h"

#define PAIRS        1000
#define SEED         20031
#define MOST_WRONG   70  /* 7 % */
#define LEAST_FOUND  950 /* 95 % */
#define TENTH_NS     (0.1 * ARMS_SIGMA_NS)
#define NEARLY_TENTH (0.95 * TENTH_NS)

/* Of PAIRS, for each quantity. */
struct rates {
	unsigned int differs[HIL_COMPARE_QUANTITIES];
	unsigned int equal[HIL_COMPARE_QUANTITIES];
	unsigned int covered[HIL_COMPARE_QUANTITIES];
};

enum { SAME, SHIFTED, LATE, WIDE, PLANTS };

static const struct arms_plant plants[PLANTS] = {
	[SAME] = { .shift_ns = 0 },
	[SHIFTED] = { .shift_ns = TENTH_NS },
	[LATE] = { .p99_ns = ARMS_SIGMA_NS },
	[WIDE] = { .jitter_ns = TENTH_NS },
};

/* Margins: wide enough to say "no difference" of SAME, too narrow for others.
 */
static const double margins[PLANTS] = { 0.0, NEARLY_TENTH, 0.95 * ARMS_SIGMA_NS,
					NEARLY_TENTH };

static void compare_once(const struct hil_compare_block *a,
			 const struct hil_compare_block *b, unsigned int plant,
			 struct rates *rates)
{
	struct hil_compare_options o = { margins[plant], SEED };
	struct hil_compare_result r;

	for (int q = 0; q < HIL_COMPARE_QUANTITIES; q++) {
		assert_int_equal(hil_compare(a, b, ARMS_ROUNDS,
					     (enum hil_compare_quantity)q, &o,
					     &r),
				 0);
		rates->differs[q] += r.low_ns > 0 || r.high_ns < 0;
		rates->equal[q] += r.verdict == HIL_COMPARE_NO_DIFFERENCE;
		rates->covered[q] += r.low_ns <= plants[plant].shift_ns &&
				     r.high_ns >= plants[plant].shift_ns;
	}
}

static int simulate(void **state)
{
	struct rates *rates = calloc(PLANTS, sizeof(*rates));
	struct arms *arms = calloc(1, sizeof(*arms));
	struct hil_compare_block a[ARMS_ROUNDS], b[ARMS_ROUNDS];

	if (!rates || !arms)
		return -1;
	arms->random.state = SEED;
	for (int pair = 0; pair < PAIRS; pair++) {
		arms_draw(arms);
		arms_blocks(arms, 0, &plants[SAME], a);
		for (unsigned int plant = 0; plant < PLANTS; plant++) {
			arms_blocks(arms, 1, &plants[plant], b);
			compare_once(a, b, plant, &rates[plant]);
		}
	}
	free(arms);
	*state = rates;
	return 0;
}

static int forget(void **state)
{
	free(*state);
	return 0;
}

static void
compare_calls_equal_arms_different_in_7_percent_at_most(void **state)
{
	const struct rates *rates = *state;

	for (int q = 0; q < HIL_COMPARE_QUANTITIES; q++)
		assert_true(rates[SAME].differs[q] <= MOST_WRONG);
}

static void compare_holds_a_true_shift_in_93_percent_at_least(void **state)
{
	const struct rates *rates = *state;

	for (int q = 0; q < HIL_COMPARE_JITTER; q++)
		assert_true(rates[SHIFTED].covered[q] >= PAIRS - MOST_WRONG);
}

static void compare_finds_a_mean_shift_of_a_tenth_of_sigma(void **state)
{
	const struct rates *rates = *state;

	assert_true(rates[SHIFTED].differs[HIL_COMPARE_MEAN] >= LEAST_FOUND);
}

static void compare_finds_a_p99_shift_of_one_sigma(void **state)
{
	const struct rates *rates = *state;

	assert_true(rates[LATE].differs[HIL_COMPARE_P99] >= LEAST_FOUND);
}

static void compare_claims_no_equality_within_less_than_planted(void **state)
{
	const struct rates *rates = *state;

	for (int q = 0; q < HIL_COMPARE_JITTER; q++)
		assert_true(rates[SHIFTED].equal[q] <= MOST_WRONG);
	assert_true(rates[LATE].equal[HIL_COMPARE_P99] <= MOST_WRONG);
	assert_true(rates[WIDE].equal[HIL_COMPARE_JITTER] <= MOST_WRONG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			compare_calls_equal_arms_different_in_7_percent_at_most),
		cmocka_unit_test(
			compare_holds_a_true_shift_in_93_percent_at_least),
		cmocka_unit_test(
			compare_finds_a_mean_shift_of_a_tenth_of_sigma),
		cmocka_unit_test(compare_finds_a_p99_shift_of_one_sigma),
		cmocka_unit_test(
			compare_claims_no_equality_within_less_than_planted),
	};

	return cmocka_run_group_tests(tests, simulate, forget);
}
