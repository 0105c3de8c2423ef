/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * daemon/shm/ring.h itself under every execution that C11 allows. The product
 * is never torn; without any one of its four guards it is, and so it is
 * without both of a pair that back each other up.
 */
#include "tests/model/c11.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* After c11.h, so that its atomic operations are the explorer's */
#include "daemon/shm/ring.h"

#define WORDS        2
#define SLOT_WORDS   (WORDS + 1)
#define SLOTS_MAX    4
#define PUBLICATIONS 7

/* Only addresses count: the values live in the explorer. */
static struct hil_shm_ring_head head;
static _Atomic uint64_t slot[SLOTS_MAX * SLOT_WORDS];

static enum c11_role role_of(uintptr_t address)
{
	size_t word = (address - (uintptr_t)slot) / sizeof(slot[0]);

	if (address == (uintptr_t)&head.latest)
		return C11_LATEST;
	if (address == (uintptr_t)&head.published_ns)
		return C11_WORD;
	return word % SLOT_WORDS == 0 ? C11_STAMP : C11_WORD;
}

struct outcome {
	uint64_t runs, accepted, torn, went_back;
};

/* A few publications; each word of publication n is n. */
static void publish_all(size_t slots)
{
	const struct hil_ring ring = { &head, slot, slots - 1, SLOT_WORDS };
	uint64_t n;

	for (n = 1; n <= PUBLICATIONS; n++) {
		const uint64_t word[WORDS] = { n, n };

		hil_ring_publish(&ring, n, word, 0);
	}
}

/* Read publication @n. Return: whether it was accepted. */
static bool read_one(const struct hil_ring_view *ring, uint64_t n,
		     struct outcome *o)
{
	uint64_t word[WORDS];

	if (hil_ring_read(ring, n, word) < 0)
		return false;
	o->accepted++;
	if (word[0] != n || word[1] != n)
		o->torn++;
	return true;
}

/* The latest, its predecessor, and the latest again: as much as any reader
 * can see in one go; more rounds only repeat this from a later view. */
static void read_rounds(const struct hil_ring_view *ring, struct outcome *o)
{
	uint64_t last = 0, n = hil_ring_latest(ring);

	if (n && read_one(ring, n, o))
		last = n;
	if (n > 1)
		read_one(ring, n - 1, o);
	n = hil_ring_latest(ring);
	if (n && read_one(ring, n, o) && n < last)
		o->went_back++;
}

static struct outcome explore(size_t slots, const struct c11_mutation *mutation)
{
	const struct hil_ring_view ring = { &head, slot, slots - 1,
					    SLOT_WORDS };
	static struct c11 model;
	struct outcome o = { 0 };

	c11_begin(&model, mutation, role_of);
	publish_all(slots);
	while (c11_next_run(&model))
		read_rounds(&ring, &o);
	o.runs = model.runs;
	print_message("%zu slots: %lu runs, %lu accepted, %lu torn\n", slots,
		      (unsigned long)o.runs, (unsigned long)o.accepted,
		      (unsigned long)o.torn);
	return o;
}

static void verifies(size_t slots)
{
	static const struct c11_mutation none;
	const struct outcome o = explore(slots, &none);

	assert_true(o.accepted > 0);
	assert_int_equal(o.torn, 0);
	assert_int_equal(o.went_back, 0);
}

static void ring_of_one_slot_is_never_torn(void **state)
{
	(void)state;
	verifies(1);
}

static void ring_of_two_slots_is_never_torn(void **state)
{
	(void)state;
	verifies(2);
}

static void ring_of_four_slots_is_never_torn(void **state)
{
	(void)state;
	verifies(4);
}

static void tears(const struct c11_mutation *mutation)
{
	assert_true(explore(2, mutation).torn > 0);
}

static void holds(const struct c11_mutation *mutation)
{
	const struct outcome o = explore(2, mutation);

	assert_true(o.accepted > 0);
	assert_int_equal(o.torn, 0);
}

static void without_release_fence_it_tears(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .no_release_fence = true });
}

static void without_acquire_fence_it_tears(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .no_acquire_fence = true });
}

static void without_odd_stamp_it_tears(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .no_odd_stamp = true });
}

static void without_second_look_it_tears(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .no_recheck = true });
}

/* Release or acquire of stamp and of latest: one of each pair suffices. */
static void one_release_and_one_acquire_suffice(void **state)
{
	(void)state;
	holds(&(struct c11_mutation){ .relaxed_store[C11_STAMP] = true });
	holds(&(struct c11_mutation){ .relaxed_store[C11_LATEST] = true });
	holds(&(struct c11_mutation){ .relaxed_load[C11_STAMP] = true });
	holds(&(struct c11_mutation){ .relaxed_load[C11_LATEST] = true });
}

static void without_both_releases_it_tears(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .relaxed_store[C11_STAMP] = true,
				      .relaxed_store[C11_LATEST] = true });
}

static void without_both_acquires_it_tears(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .relaxed_load[C11_STAMP] = true,
				      .relaxed_load[C11_LATEST] = true });
}

/* A release needs an acquire on the same location. */
static void release_and_acquire_on_different_ones_tear(void **state)
{
	(void)state;
	tears(&(struct c11_mutation){ .relaxed_store[C11_STAMP] = true,
				      .relaxed_load[C11_LATEST] = true });
	tears(&(struct c11_mutation){ .relaxed_store[C11_LATEST] = true,
				      .relaxed_load[C11_STAMP] = true });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ring_of_one_slot_is_never_torn),
		cmocka_unit_test(ring_of_two_slots_is_never_torn),
		cmocka_unit_test(ring_of_four_slots_is_never_torn),
		cmocka_unit_test(without_release_fence_it_tears),
		cmocka_unit_test(without_acquire_fence_it_tears),
		cmocka_unit_test(without_odd_stamp_it_tears),
		cmocka_unit_test(without_second_look_it_tears),
		cmocka_unit_test(one_release_and_one_acquire_suffice),
		cmocka_unit_test(without_both_releases_it_tears),
		cmocka_unit_test(without_both_acquires_it_tears),
		cmocka_unit_test(release_and_acquire_on_different_ones_tear),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
