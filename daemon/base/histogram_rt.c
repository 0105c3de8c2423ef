/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The part of the histogram that the IST runs: find the bucket, count. Real
 * time only, see daemon/rt-objects.txt.
 */
#include "daemon/base/histogram.h"

#define HALF (UINT64_C(1) << (HIL_HISTOGRAM_SUB_BITS - 1))

HIL_RT size_t hil_histogram_index(int64_t value_ns)
{
	uint64_t value = value_ns < 0 ? 0 : (uint64_t)value_ns;
	unsigned int shift;

	if (value > HIL_HISTOGRAM_VALUE_MAX)
		value = HIL_HISTOGRAM_VALUE_MAX;
	if (value < 2 * HALF)
		return value;
	/* shifted down, the value is in [1024, 2047] */
	shift = 64 - HIL_HISTOGRAM_SUB_BITS - (unsigned)__builtin_clzll(value);
	return shift * HALF + (value >> shift);
}

HIL_RT void hil_histogram_add(struct hil_histogram *h, int64_t value_ns)
{
	h->count++;
	h->sum_ns += value_ns;
	if (value_ns < h->min_ns)
		h->min_ns = value_ns;
	if (value_ns > h->max_ns)
		h->max_ns = value_ns;
	if (value_ns < 0) {
		h->negative++;
		return;
	}
	if (value_ns > HIL_HISTOGRAM_VALUE_MAX)
		h->overflow++;
	h->bucket[hil_histogram_index(value_ns)]++;
}
