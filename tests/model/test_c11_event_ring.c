/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading the event ring, with the product's own code, under every execution
 * that C11 allows: each index is read whole and in order, or counted as lost.
 */
#include "tests/model/c11.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* After c11.h, so that their atomic operations are the explorer's */
#include "daemon/shm/event_ring.c"
#include "daemon/shm/event_ring_read.c"

#define SLOTS  2
#define EVENTS 4

/* Only addresses count: the values live in the explorer. */
static struct hil_shm_ring_head head;
static _Atomic uint64_t slot[SLOTS * HIL_EVENT_RING_SLOT_WORDS];

static enum c11_role role_of(uintptr_t address)
{
	uintptr_t word = (address - (uintptr_t)slot) / sizeof(slot[0]);

	if (address == (uintptr_t)&head.latest)
		return C11_LATEST;
	if (address == (uintptr_t)&head.published_ns)
		return C11_WORD;
	return word % HIL_EVENT_RING_SLOT_WORDS == 0 ? C11_STAMP : C11_WORD;
}

/* Every field of event i but the index is i + 1. */
static struct hil_event event_of(uint64_t i)
{
	const struct hil_event event = {
		.index = i,
		.hardirq_ns = (int64_t)i + 1,
		.wake_ns = (int64_t)i + 1,
		.probe_begin_ns = (int64_t)i + 1,
		.probe_end_ns = (int64_t)i + 1,
		.seqno = (uint32_t)i + 1,
		.line_seqno = (uint32_t)i + 1,
		.line = (uint16_t)(i + 1),
		.flags = (uint16_t)(i + 1),
		.batch = (uint32_t)i + 1,
		.commands = i + 1,
	};

	return event;
}

static void publish_all(void)
{
	const struct hil_ring ring = { &head, slot, SLOTS - 1,
				       HIL_EVENT_RING_SLOT_WORDS };
	uint64_t i;

	for (i = 0; i < EVENTS; i++) {
		const struct hil_event event = event_of(i);

		hil_event_ring_publish(&ring, i, &event, 0);
	}
}

struct outcome {
	uint64_t read, lost, wrong;
};

/* Two looks at the ring, as a reader that comes back. */
static void read_twice(struct outcome *o)
{
	const struct hil_ring_view ring = { &head, slot, SLOTS - 1,
					    HIL_EVENT_RING_SLOT_WORDS };
	struct hil_event event[EVENTS];
	struct hil_event_batch batch;
	uint64_t next = 0, seen = 0;
	size_t i;
	int look;

	for (look = 0; look < 2; look++) {
		if (hil_event_ring_read(&ring, &next, event, EVENTS, &batch) <
		    0)
			o->wrong++;
		o->lost += batch.lost;
		seen += batch.lost;
		for (i = 0; i < batch.count; i++, seen++) {
			const struct hil_event e = event_of(seen);

			o->read++;
			if (memcmp(&event[i], &e, sizeof(e)) != 0)
				o->wrong++;
		}
		if (seen != next)
			o->wrong++;
	}
}

static struct outcome explore(const struct c11_mutation *mutation)
{
	static struct c11 model;
	struct outcome o = { 0 };

	c11_begin(&model, mutation, role_of);
	publish_all();
	while (c11_next_run(&model))
		read_twice(&o);
	print_message("%lu runs, %lu read, %lu lost, %lu wrong\n",
		      (unsigned long)model.runs, (unsigned long)o.read,
		      (unsigned long)o.lost, (unsigned long)o.wrong);
	return o;
}

static void each_index_is_read_whole_or_counted_lost(void **state)
{
	static const struct c11_mutation none;
	const struct outcome o = explore(&none);

	(void)state;
	assert_true(o.read > 0 && o.lost > 0);
	assert_int_equal(o.wrong, 0);
}

static void without_second_look_an_event_is_torn(void **state)
{
	(void)state;
	assert_true(
		explore(&(struct c11_mutation){ .no_recheck = true }).wrong >
		0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_index_is_read_whole_or_counted_lost),
		cmocka_unit_test(without_second_look_an_event_is_torn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
