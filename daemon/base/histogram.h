/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Log-linear histogram (HDR layout): 2,048 linear sub-buckets per power of
 * two, so a recorded value is known within 1/1024 of itself, that is 0.1 %.
 * Exact count, minimum, maximum and sum stand beside the buckets.
 */
#ifndef HIL_BASE_HISTOGRAM_H
#define HIL_BASE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_HISTOGRAM_SUB_BITS  11 /* 2,048 sub-buckets, 1,024 per octave */
#define HIL_HISTOGRAM_VALUE_MAX ((INT64_C(1) << 41) - 1) /* 36 minutes */
#define HIL_HISTOGRAM_BUCKETS   32768 /* (41 - 11 + 2) * 1,024 */

struct hil_histogram {
	uint64_t count;
	int64_t min_ns;    /* exact; INT64_MAX while count is 0 */
	int64_t max_ns;    /* exact; INT64_MIN while count is 0 */
	int64_t sum_ns;    /* exact up to 292 years of total time */
	uint64_t negative; /* values below 0, in count but in no bucket */
	uint64_t overflow; /* values above VALUE_MAX, in the last bucket */
	uint64_t bucket[HIL_HISTOGRAM_BUCKETS];
};

/** hil_histogram_new() - an empty one. Return: NULL without memory. */
struct hil_histogram *hil_histogram_new(void);
/** hil_histogram_free() - NULL-safe */
void hil_histogram_free(struct hil_histogram *h);
/** hil_histogram_init() - empty an existing one */
void hil_histogram_init(struct hil_histogram *h);

/**
 * hil_histogram_index() - bucket of a value
 * @value_ns: 0 to HIL_HISTOGRAM_VALUE_MAX; others are clamped
 *
 * Context: RT. Return: 0 to HIL_HISTOGRAM_BUCKETS - 1.
 */
HIL_RT size_t hil_histogram_index(int64_t value_ns);

/** hil_histogram_low() - lowest value of a bucket, in ns */
int64_t hil_histogram_low(size_t index);
/** hil_histogram_high() - highest value of a bucket, in ns */
int64_t hil_histogram_high(size_t index);

/** hil_histogram_add() - record one value. Context: RT. */
HIL_RT void hil_histogram_add(struct hil_histogram *h, int64_t value_ns);

/** hil_histogram_merge() - add all of @from to @h */
void hil_histogram_merge(struct hil_histogram *h,
			 const struct hil_histogram *from);

/**
 * hil_histogram_rank() - value of the @rank-th smallest record
 * @rank: 1 to count
 *
 * Context: any.
 * Return: the middle of its bucket in ns, clamped to exact min and max.
 */
int64_t hil_histogram_rank(const struct hil_histogram *h, uint64_t rank);

/**
 * hil_histogram_quantile() - the smallest value that at least a fraction
 *	@q of the records does not exceed
 * @q: 0 to 1
 *
 * Context: any. Return: ns; 0 when empty.
 */
int64_t hil_histogram_quantile(const struct hil_histogram *h, double q);

/** hil_histogram_mean() - exact mean in ns; 0 when empty */
double hil_histogram_mean(const struct hil_histogram *h);

/**
 * hil_histogram_hdr_v2() - HdrHistogram V2 encoding (not compressed)
 * @size: result, bytes
 *
 * Context: any but RT.
 * Return: heap bytes, the caller frees; NULL without memory.
 * Source: HdrHistogram's V2 encoding: cookie 0x1c849303 | 0x10, payload
 * length, normalizing offset, significant digits 3, lowest 1, highest, ratio,
 * ZigZag LEB128 counts with negative runs of zeros.
 */
void *hil_histogram_hdr_v2(const struct hil_histogram *h, size_t *size);

#endif
