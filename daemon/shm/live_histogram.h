/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A histogram that is read while it grows: monotone counters in the layout of
 * daemon/base/histogram.h (32,768 buckets, 256 KiB a quantity, 0.1 %).
 *
 * A reader that loads the total, the buckets and the total again knows
 *	total before <= sum of the buckets <= total after + 1
 * because the bucket is stored before the total, both with release.
 */
#ifndef HIL_SHM_LIVE_HISTOGRAM_H
#define HIL_SHM_LIVE_HISTOGRAM_H

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/base/histogram.h"

struct hil_live_histogram {
	alignas(128) _Atomic uint64_t total; /* values in all buckets */
	_Atomic int64_t sum_ns;
	_Atomic int64_t min_ns;    /* INT64_MAX before the first */
	_Atomic int64_t max_ns;    /* INT64_MIN before the first */
	_Atomic uint64_t negative; /* below 0; in no bucket, not in total */
	_Atomic uint64_t overflow; /* above VALUE_MAX, in the last bucket */
	alignas(128) _Atomic uint64_t bucket[HIL_HISTOGRAM_BUCKETS];
};

static_assert(sizeof(struct hil_live_histogram) ==
		      128 + 8 * HIL_HISTOGRAM_BUCKETS,
	      "shared");

/* How far the counters moved while they were read. */
struct hil_live_bounds {
	uint64_t before; /* total before the buckets were read */
	uint64_t after;  /* and after */
};

/** hil_live_histogram_init() - empty, in zeroed memory. Context: start-up. */
void hil_live_histogram_init(struct hil_live_histogram *h);

/** hil_live_histogram_add() - count a value; its only writer. Context: RT. */
HIL_RT void hil_live_histogram_add(struct hil_live_histogram *h,
				   int64_t value_ns);

/**
 * hil_live_histogram_copy() - a private copy that agrees with itself
 * @to: its count is the sum of its buckets and of the negative values; sum,
 *	minimum and maximum may be one value further
 * @bounds: result, or NULL
 *
 * Context: any; 32,768 loads.
 * Return: 0; -ESTALE the bounds do not hold: this is not a counter's memory.
 */
int hil_live_histogram_copy(const struct hil_live_histogram *h,
			    struct hil_histogram *to,
			    struct hil_live_bounds *bounds);

#endif
