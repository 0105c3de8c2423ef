/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Real-time side of the live histogram. There is one writer, so a counter is
 * loaded and stored, never read-modified-written.
 */
#include "daemon/shm/live_histogram.h"

static uint64_t own(_Atomic uint64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

static void increment(_Atomic uint64_t *counter, memory_order order)
{
	atomic_store_explicit(counter, own(counter) + 1, order);
}

void hil_live_histogram_add(struct hil_live_histogram *h, int64_t value_ns)
{
	int64_t sum = atomic_load_explicit(&h->sum_ns, memory_order_relaxed);

	/* Wraps after 292 years of values; unsigned keeps that defined. */
	sum = (int64_t)((uint64_t)sum + (uint64_t)value_ns);
	atomic_store_explicit(&h->sum_ns, sum, memory_order_relaxed);
	if (value_ns < atomic_load_explicit(&h->min_ns, memory_order_relaxed))
		atomic_store_explicit(&h->min_ns, value_ns,
				      memory_order_relaxed);
	if (value_ns > atomic_load_explicit(&h->max_ns, memory_order_relaxed))
		atomic_store_explicit(&h->max_ns, value_ns,
				      memory_order_relaxed);
	if (value_ns < 0) {
		increment(&h->negative, memory_order_relaxed);
		return;
	}
	if (value_ns > HIL_HISTOGRAM_VALUE_MAX)
		increment(&h->overflow, memory_order_relaxed);
	/* The total before this value goes before its bucket; pairs with the
	 * acquire fence in hil_live_histogram_copy(). */
	increment(&h->bucket[hil_histogram_index(value_ns)],
		  memory_order_release);
	/* The bucket goes before the total; pairs with the acquire load of the
	 * total there. */
	increment(&h->total, memory_order_release);
}
