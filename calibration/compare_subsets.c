/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Typical values of a few numbers: the means of their subsets. A subset is a
 * way to swap blocks within rounds, so counting subsets is the permutation
 * test, and ranks of their means are its inversion.
 */
#include <errno.h>
#include <stdlib.h>

#include "calibration/compare.h"
#include "calibration/compare_private.h"
#include "calibration/compare_random.h"

static int compare_doubles(const void *a, const void *b)
{
	double x, y;

	x = *(const double *)a;
	y = *(const double *)b;
	return (x > y) - (x < y);
}

static size_t bits(size_t mask)
{
	return (size_t)__builtin_popcountll(mask);
}

/* The sum of a subset is that of the subset without its first member. */
static void all_means(double *mean, const double *d, size_t n)
{
	size_t mask, all = (size_t)1 << n;

	for (mask = 1; mask < all; mask++) {
		size_t rest = mask & (mask - 1);
		double one = d[__builtin_ctzll(mask)];

		mean[mask - 1] = rest ? mean[rest - 1] + one : one;
	}
	for (mask = 1; mask < all; mask++)
		mean[mask - 1] /= (double)bits(mask);
}

static double random_mean(const double *d, size_t n,
			  struct hil_compare_random *r)
{
	double sum = 0.0;
	size_t taken = 0, i;
	uint64_t word = 0;

	do {
		for (i = 0; i < n; i++) {
			if (i % 64 == 0)
				word = hil_compare_random_next(r);
			if (word >> i % 64 & 1) {
				sum += d[i];
				taken++;
			}
		}
	} while (!taken);
	return sum / (double)taken;
}

int hil_subset_means_init(struct hil_subset_means *m, const double *d, size_t n,
			  uint64_t seed)
{
	struct hil_compare_random random = { seed };
	bool exact = n <= HIL_COMPARE_EXACT_ROUNDS;
	size_t i;

	m->count = exact ? ((size_t)1 << n) - 1 : HIL_COMPARE_SUBSETS;
	m->mean = calloc(m->count, sizeof(*m->mean));
	if (!m->mean)
		return -ENOMEM;
	if (exact)
		all_means(m->mean, d, n);
	for (i = 0; !exact && i < m->count; i++)
		m->mean[i] = random_mean(d, n, &random);
	qsort(m->mean, m->count, sizeof(*m->mean), compare_doubles);
	return 0;
}

void hil_subset_means_free(struct hil_subset_means *m)
{
	free(m->mean);
	m->mean = NULL;
}

bool hil_subset_means_limit(const struct hil_subset_means *m, double tail,
			    double *low, double *high)
{
	size_t rank = (size_t)(tail * (double)(m->count + 1));

	if (rank < 1 || rank > m->count)
		return false;
	*low = m->mean[rank - 1];
	*high = m->mean[m->count - rank];
	return true;
}

double hil_subset_means_p(const struct hil_subset_means *m)
{
	size_t low = 1, high = 1, i; /* 1: nothing is swapped */
	double p;

	for (i = 0; i < m->count; i++) {
		low += m->mean[i] <= 0.0;
		high += m->mean[i] >= 0.0;
	}
	p = 2.0 * (double)(low < high ? low : high) / (double)(m->count + 1);
	return p < 1.0 ? p : 1.0;
}
