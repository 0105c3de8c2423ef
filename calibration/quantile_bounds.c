/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ranks of order statistics that bound a quantile. The binomial's weights are
 * made from its mode outwards by their ratio, with + - * / alone: no lgamma or
 * exp whose last bits differ between C libraries, so stored runs give the same
 * ranks everywhere. Weights below 10^-18 of the mode's are nothing beside
 * 2.5 %.
 */
#include "calibration/quantile_bounds.h"

#define TAIL       0.025
#define NEGLIGIBLE 1e-18

/* w(k + 1) / w(k) of binomial(n, q) */
static double ratio_up(uint64_t n, double q, uint64_t k)
{
	return (double)(n - k) / (double)(k + 1) * (q / (1.0 - q));
}

static double sum_up(uint64_t n, double q, uint64_t k)
{
	double weight = 1.0, sum = 0.0;

	for (; k < n && weight > NEGLIGIBLE; k++) {
		weight *= ratio_up(n, q, k);
		sum += weight;
	}
	return sum;
}

static double sum_down(uint64_t n, double q, uint64_t k)
{
	double weight = 1.0, sum = 0.0;

	for (; k > 0 && weight > NEGLIGIBLE; k--) {
		weight /= ratio_up(n, q, k - 1);
		sum += weight;
	}
	return sum;
}

/* Largest low with P(B < low) <= TAIL, or 0: walk down from the mode. */
static uint64_t low_rank(uint64_t n, double q, uint64_t mode, double total,
			 double below_mode)
{
	double weight = 1.0, below = below_mode;
	uint64_t k = mode;

	/* below is the weight of all values under k */
	while (below > TAIL * total && k > 0) {
		weight /= ratio_up(n, q, k - 1);
		below -= weight;
		k--;
		if (weight <= NEGLIGIBLE)
			return 0;
	}
	return k;
}

/* Smallest high with P(B >= high) <= TAIL, or 0 when that is above n. */
static uint64_t high_rank(uint64_t n, double q, uint64_t mode, double total,
			  double above_mode)
{
	double weight = 1.0, from = above_mode;
	uint64_t k = mode + 1;

	/* from is the weight of k and of all values over it */
	while (from > TAIL * total && k <= n) {
		weight *= ratio_up(n, q, k - 1);
		from -= weight;
		k++;
	}
	return k <= n ? k : 0;
}

struct hil_quantile_bounds hil_quantile_bounds(uint64_t count, double q)
{
	struct hil_quantile_bounds b = { 0, 0 };
	double below, above, total;
	uint64_t mode;

	if (!count || !(q > 0.0) || !(q < 1.0))
		return b;
	mode = (uint64_t)(((double)count + 1.0) * q);
	if (mode > count)
		mode = count;
	below = sum_down(count, q, mode);
	above = sum_up(count, q, mode);
	total = below + 1.0 + above;
	b.low = low_rank(count, q, mode, total, below);
	b.high = high_rank(count, q, mode, total, above);
	return b;
}
