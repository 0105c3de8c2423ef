/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/histogram.h"

#include <math.h>

#include "tests/unit/test.h"

#define VALUES 20000

static void every_bucket_begins_where_the_last_one_ends(void **state)
{
	(void)state;
	assert_int_equal(hil_histogram_low(0), 0);
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		int64_t low = hil_histogram_low(i);
		int64_t high = hil_histogram_high(i);

		assert_true(low <= high);
		if (i)
			assert_int_equal(low, hil_histogram_high(i - 1) + 1);
		assert_int_equal(hil_histogram_index(low), i);
		assert_int_equal(hil_histogram_index(high), i);
	}
	assert_int_equal(hil_histogram_high(HIL_HISTOGRAM_BUCKETS - 1),
			 HIL_HISTOGRAM_VALUE_MAX);
}

/* The middle of a bucket is off by at most half of it: 1/2048 of its value. */
static void layout_keeps_every_value_within_a_tenth_of_a_percent(void **state)
{
	(void)state;
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		double low = (double)hil_histogram_low(i);
		double high = (double)hil_histogram_high(i);

		assert_true((high - low) * 1024 <= high);
		assert_true((high - low) / 2 <= 0.001 * low);
	}
}

static void index_clamps_what_lies_outside(void **state)
{
	(void)state;
	assert_int_equal(hil_histogram_index(-1), 0);
	assert_int_equal(hil_histogram_index(INT64_MIN), 0);
	assert_int_equal(hil_histogram_index(HIL_HISTOGRAM_VALUE_MAX + 1),
			 HIL_HISTOGRAM_BUCKETS - 1);
	assert_int_equal(hil_histogram_index(INT64_MAX),
			 HIL_HISTOGRAM_BUCKETS - 1);
}

static int compare(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return left < right ? -1 : left > right;
}

/* Spread over all octaves, as latencies with a long tail are. */
static void fill(int64_t *values, size_t count, struct hil_histogram *h)
{
	uint64_t seed = 42;

	for (size_t i = 0; i < count; i++) {
		uint64_t octave = test_random(&seed) % 41;

		values[i] = (int64_t)(test_random(&seed) &
				      ((UINT64_C(1) << octave) - 1));
		hil_histogram_add(h, values[i]);
	}
	qsort(values, count, sizeof(*values), compare);
}

static void assert_near(int64_t got, int64_t want)
{
	double slack = 0.001 * (double)want;

	if (fabs((double)(got - want)) > slack)
		fail_msg("%lld is not within 0.1 %% of %lld", (long long)got,
			 (long long)want);
}

static void every_rank_agrees_with_the_sorted_values(void **state)
{
	static int64_t values[VALUES];
	struct hil_histogram *h = hil_histogram_new();

	(void)state;
	fill(values, VALUES, h);
	/* a rank walks the buckets: take every 17th, and both ends */
	for (size_t i = 0; i < VALUES; i += 17)
		assert_near(hil_histogram_rank(h, i + 1), values[i]);
	assert_int_equal(hil_histogram_rank(h, 1), values[0]);
	assert_int_equal(hil_histogram_rank(h, VALUES), values[VALUES - 1]);
	hil_histogram_free(h);
}

/* Small values have a bucket each, so the rank is exact. */
static void quantile_is_the_value_at_the_rounded_up_rank(void **state)
{
	struct hil_histogram *h = hil_histogram_new();

	(void)state;
	assert_int_equal(hil_histogram_quantile(h, 0.5), 0);
	for (int64_t value = 1; value <= 1000; value++)
		hil_histogram_add(h, value);
	assert_int_equal(hil_histogram_quantile(h, 0.0), 1);
	assert_int_equal(hil_histogram_quantile(h, 0.0005), 1);
	assert_int_equal(hil_histogram_quantile(h, 0.5), 500);
	assert_int_equal(hil_histogram_quantile(h, 0.5001), 501);
	assert_int_equal(hil_histogram_quantile(h, 0.9), 900);
	assert_int_equal(hil_histogram_quantile(h, 0.99), 990);
	assert_int_equal(hil_histogram_quantile(h, 0.999), 999);
	assert_int_equal(hil_histogram_quantile(h, 0.9999), 1000);
	assert_int_equal(hil_histogram_quantile(h, 1.0), 1000);
	hil_histogram_free(h);
}

/* q times n in doubles may end just above the integer that it is. */
static void quantile_is_not_misled_by_the_last_bit_of_a_double(void **state)
{
	struct hil_histogram *h = hil_histogram_new();

	(void)state;
	for (int64_t n = 1; n <= 2000; n++) {
		hil_histogram_add(h, n);
		for (int64_t tenth = 1; tenth <= 9; tenth++) {
			int64_t rank = (tenth * n + 9) / 10;
			double q = (double)tenth / 10;

			assert_int_equal(hil_histogram_quantile(h, q), rank);
		}
	}
	hil_histogram_free(h);
}

static void summary_is_exact_where_buckets_are_not(void **state)
{
	struct hil_histogram *h = hil_histogram_new();

	(void)state;
	assert_int_equal(h->min_ns, INT64_MAX);
	assert_int_equal(h->max_ns, INT64_MIN);
	hil_histogram_add(h, 1234567);
	assert_int_equal(hil_histogram_quantile(h, 0.5), 1234567);
	hil_histogram_add(h, 7654321);
	assert_int_equal(h->min_ns, 1234567);
	assert_int_equal(h->max_ns, 7654321);
	assert_int_equal(h->sum_ns, 1234567 + 7654321);
	assert_true(hil_histogram_mean(h) == (1234567 + 7654321) / 2.0);
	hil_histogram_free(h);
}

/* Two below zero, two above the layout, one between. */
static void values_outside_the_layout_are_counted_and_ranked(void **state)
{
	struct hil_histogram *h = hil_histogram_new();

	(void)state;
	hil_histogram_add(h, -300);
	hil_histogram_add(h, -100);
	hil_histogram_add(h, 50);
	hil_histogram_add(h, HIL_HISTOGRAM_VALUE_MAX + 1);
	hil_histogram_add(h, INT64_C(1) << 50);
	assert_int_equal(h->count, 5);
	assert_int_equal(h->negative, 2);
	assert_int_equal(h->overflow, 2);
	assert_int_equal(hil_histogram_rank(h, 1), -300);
	assert_int_equal(hil_histogram_rank(h, 2), -150);
	assert_int_equal(hil_histogram_rank(h, 3), 50);
	assert_int_equal(hil_histogram_rank(h, 4), INT64_C(1) << 50);
	assert_int_equal(hil_histogram_rank(h, 5), INT64_C(1) << 50);
	hil_histogram_free(h);
}

static void merge_equals_recording_into_one(void **state)
{
	static int64_t values[VALUES];
	struct hil_histogram *whole = hil_histogram_new();
	struct hil_histogram *odd = hil_histogram_new();
	struct hil_histogram *even = hil_histogram_new();

	(void)state;
	fill(values, VALUES, whole);
	for (size_t i = 0; i < VALUES; i++)
		hil_histogram_add(i % 2 ? odd : even, values[i]);
	hil_histogram_merge(even, odd);
	assert_memory_equal(even, whole, sizeof(*whole));
	hil_histogram_free(whole);
	hil_histogram_free(odd);
	hil_histogram_free(even);
}

/*
 * A decoder of HdrHistogram's V2 encoding by its description: value of an
 * index, counts in ZigZag LEB128 of at most nine bytes.
 */
struct hdr {
	uint64_t total;
	uint64_t at[HIL_HISTOGRAM_BUCKETS];
};

static uint64_t big_endian(const uint8_t *p, size_t bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | *p++;
	return value;
}

static int64_t zigzag(const uint8_t **p)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < 9; i++) {
		uint8_t byte = *(*p)++;

		if (i == 8) {
			value |= (uint64_t)byte << 56;
			break;
		}
		value |= (uint64_t)(byte & 0x7f) << (7 * i);
		if (!(byte & 0x80))
			break;
	}
	return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

static void hdr_decode(const uint8_t *bytes, size_t size, struct hdr *hdr)
{
	const uint8_t *p = bytes + 40;
	size_t index = 0;

	memset(hdr, 0, sizeof(*hdr));
	assert_true(size >= 40);
	assert_int_equal(big_endian(bytes, 4), 0x1c849313);
	assert_int_equal(big_endian(bytes + 4, 4), size - 40);
	assert_int_equal(big_endian(bytes + 8, 4), 0);
	assert_int_equal(big_endian(bytes + 12, 4), 3);
	assert_int_equal(big_endian(bytes + 16, 8), 1);
	assert_true(big_endian(bytes + 24, 8) == HIL_HISTOGRAM_VALUE_MAX);
	assert_true(big_endian(bytes + 32, 8) == 0x3ff0000000000000);
	while (p < bytes + size) {
		int64_t count = zigzag(&p);

		if (count < 0) {
			index += (size_t)-count;
			continue;
		}
		assert_true(index < HIL_HISTOGRAM_BUCKETS);
		hdr->at[index++] = (uint64_t)count;
		hdr->total += (uint64_t)count;
	}
	assert_ptr_equal(p, bytes + size);
}

/* HdrHistogram: 2,048 sub-buckets, 1,024 of them new in each later bucket. */
static int64_t hdr_value(size_t index)
{
	long bucket = (long)(index >> 10) - 1;
	int64_t sub = (int64_t)(index & 1023) + 1024;

	if (bucket < 0) {
		sub -= 1024;
		bucket = 0;
	}
	return sub << bucket;
}

static void
hdr_encoding_holds_every_value_where_hdrhistogram_looks(void **state)
{
	static int64_t values[VALUES];
	static struct hdr hdr;
	struct hil_histogram *h = hil_histogram_new();
	size_t size, next = 0;
	uint8_t *bytes;

	(void)state;
	fill(values, VALUES, h);
	bytes = hil_histogram_hdr_v2(h, &size);
	hdr_decode(bytes, size, &hdr);
	assert_int_equal(hdr.total, VALUES);
	for (size_t i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		for (uint64_t n = 0; n < hdr.at[i]; n++, next++) {
			assert_true(values[next] >= hdr_value(i));
			assert_true(values[next] < hdr_value(i + 1));
		}
	}
	assert_int_equal(next, VALUES);
	free(bytes);
	hil_histogram_free(h);
}

static void hdr_encoding_carries_counts_of_any_size(void **state)
{
	static const uint64_t counts[] = { 1,
					   63,
					   64,
					   8191,
					   8192,
					   UINT32_MAX,
					   UINT64_C(1) << 55,
					   (UINT64_C(1) << 62) + 12345 };
	static struct hdr hdr;
	struct hil_histogram *h = hil_histogram_new();
	size_t size;
	uint8_t *bytes;

	(void)state;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		h->bucket[i * i * 500] = counts[i];
	h->bucket[2] = 5; /* one lonely zero before it */
	bytes = hil_histogram_hdr_v2(h, &size);
	hdr_decode(bytes, size, &hdr);
	assert_memory_equal(hdr.at, h->bucket, sizeof(hdr.at));
	free(bytes);
	hil_histogram_free(h);
}

static void hdr_encoding_of_an_empty_histogram_is_a_header(void **state)
{
	static struct hdr hdr;
	struct hil_histogram *h = hil_histogram_new();
	size_t size;
	uint8_t *bytes = hil_histogram_hdr_v2(h, &size);

	(void)state;
	assert_int_equal(size, 40);
	hdr_decode(bytes, size, &hdr);
	free(bytes);
	hil_histogram_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_bucket_begins_where_the_last_one_ends),
		cmocka_unit_test(
			layout_keeps_every_value_within_a_tenth_of_a_percent),
		cmocka_unit_test(index_clamps_what_lies_outside),
		cmocka_unit_test(every_rank_agrees_with_the_sorted_values),
		cmocka_unit_test(quantile_is_the_value_at_the_rounded_up_rank),
		cmocka_unit_test(
			quantile_is_not_misled_by_the_last_bit_of_a_double),
		cmocka_unit_test(summary_is_exact_where_buckets_are_not),
		cmocka_unit_test(
			values_outside_the_layout_are_counted_and_ranked),
		cmocka_unit_test(merge_equals_recording_into_one),
		cmocka_unit_test(
			hdr_encoding_holds_every_value_where_hdrhistogram_looks),
		cmocka_unit_test(hdr_encoding_carries_counts_of_any_size),
		cmocka_unit_test(
			hdr_encoding_of_an_empty_histogram_is_a_header),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
