/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stamped ring in one thread; its barriers are tests/model's matter. */
#include <errno.h>

#include "daemon/shm/ring.h"
#include "tests/unit/shm_fixture.h"

#define SLOTS 4
#define WORDS 3 /* behind the stamp */

struct memory {
	struct hil_shm_ring_head head;
	_Atomic uint64_t slot[SLOTS * (WORDS + 1)];
};

static struct hil_ring ring_of(struct memory *m)
{
	return (struct hil_ring){ &m->head, m->slot, SLOTS - 1, WORDS + 1 };
}

static struct hil_ring_view view_of(const struct memory *m)
{
	return (struct hil_ring_view){ &m->head, m->slot, SLOTS - 1,
				       WORDS + 1 };
}

static void publish(struct memory *m, uint64_t n)
{
	const uint64_t word[WORDS] = { n, 10 * n, 100 * n };
	const struct hil_ring ring = ring_of(m);

	hil_ring_publish(&ring, n, word, (int64_t)n + 7);
}

static void nothing_is_there_before_the_first_publication(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	uint64_t word[WORDS], n;

	(void)state;
	assert_int_equal(hil_ring_latest(&view), 0);
	assert_int_equal(hil_ring_read_latest(&view, &n, word), -ENODATA);
	assert_int_equal(hil_ring_read(&view, 1, word), -EAGAIN);
}

static void what_was_published_is_read(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	uint64_t word[WORDS], n;

	(void)state;
	publish(&m, 1);
	assert_int_equal(hil_ring_read_latest(&view, &n, word), 0);
	assert_int_equal(n, 1);
	assert_int_equal(word[0], 1);
	assert_int_equal(word[1], 10);
	assert_int_equal(word[2], 100);
	assert_int_equal(m.head.published_ns, 8);
}

static void ring_keeps_as_many_as_it_has_slots(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	uint64_t word[WORDS], n;

	(void)state;
	for (n = 1; n <= 11; n++)
		publish(&m, n);
	for (n = 1; n <= 12; n++) {
		const bool kept = n > 11 - SLOTS && n <= 11;

		assert_int_equal(hil_ring_read(&view, n, word),
				 kept ? 0 : -EAGAIN);
		if (kept)
			assert_int_equal(word[2], 100 * n);
	}
}

static void half_written_slot_reads_as_overwritten(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	uint64_t word[WORDS], n;

	(void)state;
	for (n = 1; n <= SLOTS; n++)
		publish(&m, n);
	/* The writer is killed while it puts 5 into the slot of 1. */
	m.slot[1 * (WORDS + 1)] = 2 * 5 + 1;
	m.slot[1 * (WORDS + 1) + 1] = 5;
	assert_int_equal(hil_ring_read(&view, 1, word), -EAGAIN);
	assert_int_equal(hil_ring_read(&view, 5, word), -EAGAIN);
	assert_int_equal(hil_ring_read_latest(&view, &n, word), 0);
	assert_int_equal(n, SLOTS);
}

static void latest_that_is_not_there_ends_after_three_tries(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	uint64_t word[WORDS], n;

	(void)state;
	m.head.latest = UINT64_MAX / 4;
	assert_int_equal(hil_ring_read_latest(&view, &n, word), -EAGAIN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_there_before_the_first_publication),
		cmocka_unit_test(what_was_published_is_read),
		cmocka_unit_test(ring_keeps_as_many_as_it_has_slots),
		cmocka_unit_test(half_written_slot_reads_as_overwritten),
		cmocka_unit_test(
			latest_that_is_not_there_ends_after_three_tries),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
