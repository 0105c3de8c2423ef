/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one block of values comes to. Sums are whole numbers and the mean is
 * taken out before squares are added, so the order of values leaves no trace
 * that matters and a large mean costs no digits. */
#include <math.h>

#include "calibration/compare.h"

static void swap(int64_t *a, int64_t *b)
{
	int64_t t = *a;

	*a = *b;
	*b = t;
}

/* The value of the pivot's place comes to stand between smaller and larger.
 * Source: C. A. R. Hoare, Algorithm 65: Find, CACM 4 (1961); the pivot is the
 * median of three, so sorted blocks are no worse than others. */
static int64_t find_rank(int64_t *v, size_t count, size_t rank)
{
	size_t low = 0, high = count - 1;

	while (low < high) {
		size_t i = low, j = high, middle = low + (high - low) / 2;
		int64_t pivot;

		if (v[middle] < v[low])
			swap(&v[middle], &v[low]);
		if (v[high] < v[low])
			swap(&v[high], &v[low]);
		if (v[high] < v[middle])
			swap(&v[high], &v[middle]);
		pivot = v[middle];
		while (i <= j) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i > j)
				break;
			swap(&v[i], &v[j]);
			i++;
			if (j == 0)
				break;
			j--;
		}
		if (rank <= j)
			high = j;
		else if (rank >= i)
			low = i;
		else
			break;
	}
	return v[rank];
}

/* Rank from 0 of the smallest value that a fraction does not exceed. */
static size_t rank_of(size_t count, size_t hundredths)
{
	size_t rank = (count / 100) * hundredths +
		      ((count % 100) * hundredths + 99) / 100;

	return rank ? rank - 1 : 0;
}

static double deviation(const int64_t *v, size_t count, double mean)
{
	double sum = 0.0, d;
	size_t i;

	for (i = 0; i < count; i++) {
		d = (double)v[i] - mean;
		sum += d * d;
	}
	return count > 1 ? sqrt(sum / (double)(count - 1)) : 0.0;
}

struct hil_compare_block hil_compare_block(int64_t *value_ns, size_t count)
{
	struct hil_compare_block b = { .count = count };
	int64_t sum = 0, max;
	size_t i;

	if (!count)
		return b;
	max = value_ns[0];
	for (i = 0; i < count; i++) {
		sum += value_ns[i];
		if (value_ns[i] > max)
			max = value_ns[i];
	}
	b.value_ns[HIL_COMPARE_MEAN] = (double)sum / (double)count;
	b.value_ns[HIL_COMPARE_JITTER] =
		deviation(value_ns, count, b.value_ns[HIL_COMPARE_MEAN]);
	b.value_ns[HIL_COMPARE_P50] =
		(double)find_rank(value_ns, count, rank_of(count, 50));
	b.value_ns[HIL_COMPARE_P99] =
		(double)find_rank(value_ns, count, rank_of(count, 99));
	b.value_ns[HIL_COMPARE_MAX] = (double)max;
	return b;
}
