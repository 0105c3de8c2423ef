/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From log-linear buckets to whole microseconds. */
#include "rig/report/micros.h"

#include "daemon/base/time.h"

/*
 * A bucket that a microsecond begins in counts for that one: sampled latencies
 * stand on whole multiples of the sample period, and at whole MS/s every other
 * one of them would else fall into the microsecond below.
 */
static int64_t bucket_us(const struct hil_histogram *h, size_t index)
{
	int64_t value = hil_histogram_high(index);

	if (value < h->min_ns)
		value = h->min_ns;
	if (value > h->max_ns)
		value = h->max_ns;
	return value > 0 ? value / HIL_NS_PER_US : 0;
}

void hil_micros_each(const struct hil_histogram *h,
		     void (*each)(void *context, int64_t us, uint64_t count),
		     void *context)
{
	uint64_t count = h->negative;
	int64_t us = 0;

	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		int64_t here;

		if (!h->bucket[i])
			continue;
		here = bucket_us(h, i);
		if (here != us && count) {
			each(context, us, count);
			count = 0;
		}
		us = here;
		count += h->bucket[i];
	}
	if (count)
		each(context, us, count);
}
