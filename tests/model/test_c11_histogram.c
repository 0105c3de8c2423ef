/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The live histogram's own code under every execution that C11 allows: total
 * before <= sum of the buckets <= total after + 1, and not without any one of
 * its four orderings.
 */
#include "tests/model/c11.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* After c11.h, so that their atomic operations are the explorer's */
#include "daemon/shm/live_histogram.c"
#include "daemon/shm/live_histogram_read.c"

/* Only addresses count: the values live in the explorer. */
static struct hil_live_histogram live;

static enum c11_role role_of(uintptr_t address)
{
	return address == (uintptr_t)&live.total ? C11_LATEST : C11_WORD;
}

/* Return: runs in which the bounds did not hold. */
static uint64_t explore(const struct c11_mutation *mutation)
{
	static const int64_t value[] = { 5, 6, 5, 6 };
	static struct hil_histogram copy;
	static struct c11 model;
	uint64_t wrong = 0;
	size_t i;

	c11_begin(&model, mutation, role_of);
	for (i = 0; i < sizeof(value) / sizeof(value[0]); i++)
		hil_live_histogram_add(&live, value[i]);
	while (c11_next_run(&model)) {
		if (hil_live_histogram_copy(&live, &copy, NULL) < 0)
			wrong++;
	}
	print_message("%lu runs, %lu out of bounds\n",
		      (unsigned long)model.runs, (unsigned long)wrong);
	assert_true(model.runs > 100);
	return wrong;
}

static void bounds_hold(void **state)
{
	static const struct c11_mutation none;

	(void)state;
	assert_int_equal(explore(&none), 0);
}

static void without_release_of_the_bucket_they_break(void **state)
{
	(void)state;
	assert_true(explore(&(struct c11_mutation){ .relaxed_store[C11_WORD] =
							    true }) > 0);
}

static void without_release_of_the_total_they_break(void **state)
{
	(void)state;
	assert_true(explore(&(struct c11_mutation){ .relaxed_store[C11_LATEST] =
							    true }) > 0);
}

static void without_acquire_of_the_total_they_break(void **state)
{
	(void)state;
	assert_true(explore(&(struct c11_mutation){ .relaxed_load[C11_LATEST] =
							    true }) > 0);
}

static void without_acquire_fence_they_break(void **state)
{
	(void)state;
	assert_true(explore(&(struct c11_mutation){ .no_acquire_fence =
							    true }) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_hold),
		cmocka_unit_test(without_release_of_the_bucket_they_break),
		cmocka_unit_test(without_release_of_the_total_they_break),
		cmocka_unit_test(without_acquire_of_the_total_they_break),
		cmocka_unit_test(without_acquire_fence_they_break),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
