/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event ring: order, overrun and the unpacked record. */
#include <errno.h>
#include <string.h>

#include "daemon/shm/event_ring.h"
#include "tests/unit/shm_fixture.h"

#define SLOTS 8

struct memory {
	struct hil_shm_ring_head head;
	_Atomic uint64_t slot[SLOTS * HIL_EVENT_RING_SLOT_WORDS];
};

static void publish(struct memory *m, uint64_t first, uint64_t end)
{
	const struct hil_ring ring = { &m->head, m->slot, SLOTS - 1,
				       HIL_EVENT_RING_SLOT_WORDS };
	uint64_t i;

	for (i = first; i < end; i++) {
		const struct hil_event event = shm_event(i, 1000, 10);

		hil_event_ring_publish(&ring, i, &event, 0);
	}
}

static struct hil_ring_view view_of(const struct memory *m)
{
	return (struct hil_ring_view){ &m->head, m->slot, SLOTS - 1,
				       HIL_EVENT_RING_SLOT_WORDS };
}

static void event_comes_back_word_for_word(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring ring = { &m.head, m.slot, SLOTS - 1,
				       HIL_EVENT_RING_SLOT_WORDS };
	const struct hil_ring_view view = view_of(&m);
	const struct hil_event event = {
		.index = 0,
		.hardirq_ns = -1,
		.wake_ns = 2,
		.probe_begin_ns = 3,
		.probe_end_ns = INT64_MAX,
		.seqno = 0xdeadbeef,
		.line_seqno = 0xfeedc0de,
		.line = 0xabcd,
		.flags = HIL_EVENT_QUEUED | HIL_EVENT_PROBE_FAILED,
		.batch = 0x12345678,
		.commands = UINT64_MAX,
	};
	struct hil_event_batch batch;
	struct hil_event got;
	uint64_t next = 0;

	(void)state;
	hil_event_ring_publish(&ring, 0, &event, 0);
	assert_int_equal(hil_event_ring_read(&view, &next, &got, 1, &batch), 0);
	assert_int_equal(batch.count, 1);
	assert_int_equal(next, 1);
	assert_memory_equal(&got, &event, sizeof(event));
}

static void reader_gets_them_in_order_and_then_nothing(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	struct hil_event_batch batch;
	struct hil_event event[SLOTS];
	uint64_t next = 0;

	(void)state;
	publish(&m, 0, 5);
	assert_int_equal(hil_event_ring_read(&view, &next, event, 3, &batch),
			 0);
	assert_int_equal(batch.count, 3);
	assert_int_equal(batch.lost, 0);
	assert_int_equal(event[2].index, 2);
	assert_int_equal(hil_event_ring_read(&view, &next, event, 8, &batch),
			 0);
	assert_int_equal(batch.count, 2);
	assert_int_equal(event[1].index, 4);
	assert_int_equal(hil_event_ring_read(&view, &next, event, 8, &batch),
			 0);
	assert_int_equal(batch.count, 0);
}

static void overrun_is_an_exact_count(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	struct hil_event_batch batch;
	struct hil_event event[SLOTS];
	uint64_t next = 0;

	(void)state;
	publish(&m, 0, 3);
	hil_event_ring_read(&view, &next, event, SLOTS, &batch);
	publish(&m, 3, 100);
	/* 92 to 99 are still there; 3 to 91 are not */
	assert_int_equal(
		hil_event_ring_read(&view, &next, event, SLOTS, &batch), 0);
	assert_int_equal(batch.lost_first, 3);
	assert_int_equal(batch.lost, 89);
	assert_int_equal(batch.count, 8);
	assert_int_equal(event[0].index, 92);
	assert_int_equal(next, 100);
}

static void slot_being_overwritten_is_lost_and_ends_a_batch(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	struct hil_event_batch batch;
	struct hil_event event[SLOTS];
	uint64_t next = 0;

	(void)state;
	publish(&m, 0, 8);
	/* Event i is publication i + 1. The writer is in the slots of 0, that
	 * is in publication 9, and, to see a batch end, of 4. */
	m.slot[1 * HIL_EVENT_RING_SLOT_WORDS] = 2 * 9 + 1;
	m.slot[5 * HIL_EVENT_RING_SLOT_WORDS] = 2 * 13 + 1;
	assert_int_equal(
		hil_event_ring_read(&view, &next, event, SLOTS, &batch), 0);
	assert_int_equal(batch.lost, 1);
	assert_int_equal(batch.lost_first, 0);
	assert_int_equal(batch.count, 3);
	assert_int_equal(event[0].index, 1);
	assert_int_equal(
		hil_event_ring_read(&view, &next, event, SLOTS, &batch), 0);
	assert_int_equal(batch.lost, 1);
	assert_int_equal(batch.lost_first, 4);
	assert_int_equal(batch.count, 3);
	assert_int_equal(event[0].index, 5);
}

static void numbering_that_goes_back_is_stale(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	struct hil_event_batch batch;
	struct hil_event event;
	uint64_t next = 5;

	(void)state;
	publish(&m, 0, 4);
	assert_int_equal(hil_event_ring_read(&view, &next, &event, 1, &batch),
			 -ESTALE);
	assert_int_equal(batch.count, 0);
}

static void absurd_latest_ends_after_one_round(void **state)
{
	struct memory m = { 0 };
	const struct hil_ring_view view = view_of(&m);
	struct hil_event_batch batch;
	struct hil_event event;
	uint64_t next = 0;

	(void)state;
	publish(&m, 0, 4);
	m.head.latest = UINT64_MAX / 4;
	assert_int_equal(hil_event_ring_read(&view, &next, &event, 1, &batch),
			 0);
	assert_int_equal(batch.count, 0);
	assert_true(batch.lost == UINT64_MAX / 4 && next == UINT64_MAX / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(event_comes_back_word_for_word),
		cmocka_unit_test(reader_gets_them_in_order_and_then_nothing),
		cmocka_unit_test(overrun_is_an_exact_count),
		cmocka_unit_test(
			slot_being_overwritten_is_lost_and_ends_a_batch),
		cmocka_unit_test(numbering_that_goes_back_is_stale),
		cmocka_unit_test(absurd_latest_ends_after_one_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
