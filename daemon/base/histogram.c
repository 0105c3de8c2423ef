/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Log-linear histogram. Values below 2,048 have a bucket each; above, every
 * power of two is cut into 1,024 buckets of equal width. Index and limits are
 * shifts of the value, so recording costs the same for any value.
 */
#include "daemon/base/histogram.h"

#include <stdlib.h>
#include <string.h>

#define HALF (UINT64_C(1) << (HIL_HISTOGRAM_SUB_BITS - 1))

struct hil_histogram *hil_histogram_new(void)
{
	struct hil_histogram *h = malloc(sizeof(*h));

	if (h)
		hil_histogram_init(h);
	return h;
}

void hil_histogram_free(struct hil_histogram *h)
{
	free(h);
}

void hil_histogram_init(struct hil_histogram *h)
{
	memset(h, 0, sizeof(*h));
	h->min_ns = INT64_MAX;
	h->max_ns = INT64_MIN;
}

/* log2 of the width of a bucket */
static unsigned int bucket_shift(size_t index)
{
	return index < 2 * HALF ? 0 : (unsigned int)(index / HALF) - 1;
}

int64_t hil_histogram_low(size_t index)
{
	unsigned int shift = bucket_shift(index);

	return (int64_t)((index - shift * HALF) << shift);
}

int64_t hil_histogram_high(size_t index)
{
	return hil_histogram_low(index) +
	       ((INT64_C(1) << bucket_shift(index)) - 1);
}

void hil_histogram_merge(struct hil_histogram *h,
			 const struct hil_histogram *from)
{
	h->count += from->count;
	h->sum_ns += from->sum_ns;
	h->negative += from->negative;
	h->overflow += from->overflow;
	if (from->min_ns < h->min_ns)
		h->min_ns = from->min_ns;
	if (from->max_ns > h->max_ns)
		h->max_ns = from->max_ns;
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++)
		h->bucket[i] += from->bucket[i];
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
	if (value < low)
		return low;
	return value > high ? high : value;
}

int64_t hil_histogram_rank(const struct hil_histogram *h, uint64_t rank)
{
	uint64_t below = h->negative;

	if (rank <= 1)
		return h->min_ns;
	/* of those above the last bucket only the largest is known */
	if (rank > h->count - h->overflow || rank >= h->count)
		return h->max_ns;
	if (rank <= h->negative)
		return clamp(h->min_ns / 2, h->min_ns, -1);
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		below += h->bucket[i];
		if (below >= rank) {
			int64_t low = hil_histogram_low(i);
			int64_t width = hil_histogram_high(i) - low;

			return clamp(low + width / 2, h->min_ns, h->max_ns);
		}
	}
	return h->max_ns;
}

int64_t hil_histogram_quantile(const struct hil_histogram *h, double q)
{
	double wanted = q * (double)h->count;
	uint64_t rank;

	if (!h->count)
		return 0;
	if (!(wanted > 1.0))
		return hil_histogram_rank(h, 1);
	if (wanted >= (double)h->count)
		return hil_histogram_rank(h, h->count);
	/* Rounded up; 0.9999 * 10000 is 9999, whatever its last bits say. */
	rank = (uint64_t)wanted;
	if (wanted - (double)rank > wanted * 1e-15)
		rank++;
	return hil_histogram_rank(h, rank);
}

double hil_histogram_mean(const struct hil_histogram *h)
{
	return h->count ? (double)h->sum_ns / (double)h->count : 0.0;
}
