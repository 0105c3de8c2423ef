/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means of subsets of a few numbers, shared by compare.c and its helpers. */
#ifndef HIL_CALIBRATION_COMPARE_PRIVATE_H
#define HIL_CALIBRATION_COMPARE_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "calibration/compare.h"

/**
 * hil_compare_differences() - what each whole round says, less the drift
 * @d: result, room for @rounds
 *
 * Return: rounds that held both blocks.
 */
size_t hil_compare_differences(const struct hil_compare_block *a,
			       const struct hil_compare_block *b, size_t rounds,
			       enum hil_compare_quantity q, double *d);

/* Means of subsets in rising order; the empty subset counts as one more. */
struct hil_subset_means {
	double *mean; /* heap */
	size_t count;
};

/**
 * hil_subset_means_init() - all subsets up to HIL_COMPARE_EXACT_ROUNDS
 *	numbers, else HIL_COMPARE_SUBSETS at random
 * @d: @n numbers, at least one
 *
 * Context: any but RT. Return: 0; -ENOMEM.
 */
int hil_subset_means_init(struct hil_subset_means *m, const double *d, size_t n,
			  uint64_t seed) HIL_MUST_CHECK;
void hil_subset_means_free(struct hil_subset_means *m);

/**
 * hil_subset_means_limit() - limits that the centre of the numbers exceeds
 *	or falls short of with probability @tail each
 * @low, @high: result
 *
 * Return: true; false: there are too few subsets for so small a tail.
 */
bool hil_subset_means_limit(const struct hil_subset_means *m, double tail,
			    double *low, double *high);

/** hil_subset_means_p() - two-sided, of the centre being 0 */
double hil_subset_means_p(const struct hil_subset_means *m);

/**
 * hil_compare_more() - how many rounds more would make the difference's limit
 *	as narrow as wanted
 * @deviation: of one round
 * @rounds: there are now
 * @tail: 0.025 or 0.05
 * @width: half width that is wanted, above 0
 *
 * Student's quantile by the expansion of Cornish and Fisher, good to 1 % from
 * 5 degrees of freedom on. Source: M. Abramowitz, I. A. Stegun, Handbook of
 * Mathematical Functions, 26.7.5.
 * Return: at most HIL_COMPARE_MORE_MOST.
 */
uint64_t hil_compare_more(double deviation, size_t rounds, double tail,
			  double width);

#endif
