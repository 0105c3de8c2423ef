/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making and copying a live histogram; counting is live_histogram.c's. */
#include "daemon/shm/live_histogram.h"

#include <errno.h>

void hil_live_histogram_init(struct hil_live_histogram *h)
{
	atomic_store_explicit(&h->min_ns, INT64_MAX, memory_order_relaxed);
	atomic_store_explicit(&h->max_ns, INT64_MIN, memory_order_relaxed);
}

int hil_live_histogram_copy(const struct hil_live_histogram *h,
			    struct hil_histogram *to,
			    struct hil_live_bounds *bounds)
{
	uint64_t before, after, sum = 0;
	size_t i;

	/* Pairs with the release store of the total. */
	before = atomic_load_explicit(&h->total, memory_order_acquire);
	for (i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		to->bucket[i] = atomic_load_explicit(&h->bucket[i],
						     memory_order_relaxed);
		sum += to->bucket[i];
	}
	/* A bucket that was seen brings the total before it into sight; pairs
	 * with the release store of the bucket. */
	atomic_thread_fence(memory_order_acquire);
	after = atomic_load_explicit(&h->total, memory_order_relaxed);
	to->negative = atomic_load_explicit(&h->negative, memory_order_relaxed);
	to->overflow = atomic_load_explicit(&h->overflow, memory_order_relaxed);
	to->count = sum + to->negative;
	to->sum_ns = atomic_load_explicit(&h->sum_ns, memory_order_relaxed);
	to->min_ns = atomic_load_explicit(&h->min_ns, memory_order_relaxed);
	to->max_ns = atomic_load_explicit(&h->max_ns, memory_order_relaxed);
	if (bounds) {
		bounds->before = before;
		bounds->after = after;
	}
	return before <= sum && sum <= after + 1 ? 0 : -ESTALE;
}
