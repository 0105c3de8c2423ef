/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A balanced order of blocks, the same for the same seed. */
#include "rig/compare/plan.h"

#include "calibration/compare.h"
#include "calibration/compare_random.h"

#define ROUNDS_WISHED 10
#define BLOCK_MIN_S   1.0
#define BLOCK_MAX_S   30.0

/* Source: R. Durstenfeld, Algorithm 235: Random permutation, CACM 7 (1964). */
static void shuffle(struct hil_compare_random *r, size_t n, size_t *order)
{
	size_t i, j, t;

	for (i = 0; i < n; i++)
		order[i] = i;
	for (i = n; i > 1; i--) {
		j = (size_t)hil_compare_random_below(r, i);
		t = order[i - 1];
		order[i - 1] = order[j];
		order[j] = t;
	}
}

void hil_plan_make(uint64_t seed, size_t rounds, size_t variants, size_t *order)
{
	struct hil_compare_random random = { seed };
	size_t round, i;

	for (round = 0; round < rounds; round++, order += variants) {
		if (round % 2 == 0) {
			shuffle(&random, variants, order);
			continue;
		}
		for (i = 0; i < variants; i++)
			order[i] = order[-1 - (ptrdiff_t)i];
	}
}

size_t hil_plan_fit(double total_s, size_t variants, double extra_s,
		    double *block_s)
{
	double n = (double)variants, rounds;

	if (!(*block_s > 0)) {
		*block_s = total_s / (ROUNDS_WISHED * n) - extra_s;
		if (*block_s < BLOCK_MIN_S)
			*block_s = BLOCK_MIN_S;
		if (*block_s > BLOCK_MAX_S)
			*block_s = BLOCK_MAX_S;
	}
	/* Half a round more or less is nothing against a round too few. */
	rounds = total_s / (n * (*block_s + extra_s)) + 0.5;
	if (rounds < 1)
		return 1;
	return rounds > HIL_COMPARE_MOST_ROUNDS ? HIL_COMPARE_MOST_ROUNDS
						: (size_t)rounds;
}
