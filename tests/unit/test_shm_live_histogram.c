/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live histogram against the private one, alone and while it grows. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "tests/unit/shm_fixture.h"

#define VALUES 200000

static struct hil_live_histogram *new_live(void)
{
	struct hil_live_histogram *h = aligned_alloc(128, sizeof(*h));

	assert_non_null(h);
	*h = (struct hil_live_histogram){ 0 };
	hil_live_histogram_init(h);
	return h;
}

static void copy_equals_a_private_histogram(void **state)
{
	static const int64_t value[] = {
		0, 1, 2047, 2048, 50000, 50001, HIL_HISTOGRAM_VALUE_MAX
	};
	struct hil_live_histogram *live = new_live();
	static struct hil_histogram copy, expected;
	struct hil_live_bounds bounds;
	size_t i;

	(void)state;
	hil_histogram_init(&expected);
	for (i = 0; i < sizeof(value) / sizeof(value[0]); i++) {
		hil_live_histogram_add(live, value[i]);
		hil_histogram_add(&expected, value[i]);
	}
	assert_int_equal(hil_live_histogram_copy(live, &copy, &bounds), 0);
	assert_memory_equal(&copy, &expected, sizeof(copy));
	assert_int_equal(bounds.before, 7);
	assert_int_equal(bounds.after, 7);
	free(live);
}

static void values_outside_are_counted_apart(void **state)
{
	struct hil_live_histogram *live = new_live();
	static struct hil_histogram copy;

	(void)state;
	hil_live_histogram_add(live, -3);
	hil_live_histogram_add(live, HIL_HISTOGRAM_VALUE_MAX + 1);
	assert_int_equal(hil_live_histogram_copy(live, &copy, NULL), 0);
	assert_int_equal(copy.negative, 1);
	assert_int_equal(copy.overflow, 1);
	assert_int_equal(copy.count, 2);
	assert_int_equal(copy.min_ns, -3);
	assert_int_equal(copy.bucket[HIL_HISTOGRAM_BUCKETS - 1], 1);
	free(live);
}

static void *grow(void *context)
{
	int64_t i;

	for (i = 0; i < VALUES; i++)
		hil_live_histogram_add(context, i * 7919 % 100000);
	return NULL;
}

static void bounds_hold_while_it_grows(void **state)
{
	struct hil_live_histogram *live = new_live();
	static struct hil_histogram copy;
	struct hil_live_bounds bounds = { 0 };
	pthread_t writer;

	(void)state;
	assert_int_equal(pthread_create(&writer, NULL, grow, live), 0);
	while (bounds.after < VALUES)
		assert_int_equal(hil_live_histogram_copy(live, &copy, &bounds),
				 0);
	pthread_join(writer, NULL);
	assert_int_equal(hil_live_histogram_copy(live, &copy, NULL), 0);
	assert_int_equal(copy.count, VALUES);
	free(live);
}

static void memory_that_is_no_counter_is_stale(void **state)
{
	struct hil_live_histogram *live = new_live();
	static struct hil_histogram copy;

	(void)state;
	live->total = 2;
	live->bucket[5] = 1; /* fewer than the total before */
	assert_int_equal(hil_live_histogram_copy(live, &copy, NULL), -ESTALE);
	live->bucket[5] = 4; /* more than the total after and one */
	assert_int_equal(hil_live_histogram_copy(live, &copy, NULL), -ESTALE);
	live->bucket[5] = 3; /* one that is in its bucket, not yet in total */
	assert_int_equal(hil_live_histogram_copy(live, &copy, NULL), 0);
	free(live);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copy_equals_a_private_histogram),
		cmocka_unit_test(values_outside_are_counted_apart),
		cmocka_unit_test(bounds_hold_while_it_grows),
		cmocka_unit_test(memory_that_is_no_counter_is_stale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
