/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Export in HdrHistogram's V2 encoding. The layout of the buckets is the
 * same (three significant digits, lowest value 1), so counts go out in order.
 * Negative values have no place in it and are left out.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/base/histogram.h"

#define COOKIE             0x1c849313u /* 0x1c849303 | 0x10 */
#define HEADER             40
#define DIGITS             3
#define COUNT_BYTES_MAX    9
#define RATIO_ONE_AS_BYTES UINT64_C(0x3ff0000000000000) /* 1.0 */

/* Big endian, as the header is. */
static uint8_t *put(uint8_t *to, uint64_t value, unsigned int bytes)
{
	while (bytes--)
		*to++ = (uint8_t)(value >> (8 * bytes));
	return to;
}

/*
 * ZigZag, then seven bits a byte, lowest first; a ninth byte carries the last
 * eight bits and needs no mark for more.
 */
static uint8_t *put_count(uint8_t *to, int64_t count)
{
	uint64_t rest = (uint64_t)count << 1 ^ (count < 0 ? UINT64_MAX : 0);

	for (int i = 0; i < COUNT_BYTES_MAX - 1 && rest >= 0x80; i++) {
		*to++ = (uint8_t)(rest | 0x80);
		rest >>= 7;
	}
	*to++ = (uint8_t)rest;
	return to;
}

/* A run of zeros is its negative length, a single one is a plain zero. */
static uint8_t *put_zeros(uint8_t *to, int64_t zeros)
{
	if (!zeros)
		return to;
	return put_count(to, zeros == 1 ? 0 : -zeros);
}

static uint8_t *put_counts(uint8_t *to, const struct hil_histogram *h)
{
	int64_t zeros = 0;

	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		if (!h->bucket[i]) {
			zeros++;
			continue;
		}
		to = put_zeros(to, zeros);
		to = put_count(to, (int64_t)h->bucket[i]);
		zeros = 0;
	}
	return to;
}

void *hil_histogram_hdr_v2(const struct hil_histogram *h, size_t *size)
{
	uint8_t *bytes =
		malloc(HEADER + HIL_HISTOGRAM_BUCKETS * COUNT_BYTES_MAX);
	uint8_t *end, *at, *fits;

	if (!bytes)
		return NULL;
	end = put_counts(bytes + HEADER, h);
	*size = (size_t)(end - bytes);
	at = put(bytes, COOKIE, 4);
	at = put(at, *size - HEADER, 4);
	at = put(at, 0, 4); /* normalizing index offset */
	at = put(at, DIGITS, 4);
	at = put(at, 1, 8); /* lowest value */
	at = put(at, HIL_HISTOGRAM_VALUE_MAX, 8);
	put(at, RATIO_ONE_AS_BYTES, 8);
	fits = realloc(bytes, *size);
	return fits ? fits : bytes;
}
