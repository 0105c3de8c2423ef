/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring between acquisition and writing: order, fullness, two threads. */
#include "tests/unit/test.h"

#include <errno.h>
#include <pthread.h>

#include "rig/capture/ring.h"

#define SIZE (1u << 20)

static void records_come_out_as_they_went_in(void **state)
{
	struct hil_ring *ring;
	struct hil_ring_record r;

	(void)state;
	assert_int_equal(hil_ring_new(SIZE, &ring), 0);
	assert_int_equal(hil_ring_wait(ring, 0, &r), 0);
	assert_int_equal(hil_ring_put(ring, 7, "abc", 3), 0);
	assert_int_equal(hil_ring_put(ring, 8, NULL, 0), 0);
	assert_int_equal(hil_ring_wait(ring, 0, &r), 1);
	assert_int_equal(r.type, 7);
	assert_int_equal(r.length, 3);
	assert_memory_equal(r.payload, "abc", 3);
	hil_ring_release(ring);
	assert_int_equal(hil_ring_wait(ring, 0, &r), 1);
	assert_int_equal(r.type, 8);
	assert_int_equal(r.length, 0);
	hil_ring_release(ring);
	assert_int_equal(hil_ring_wait(ring, 0, &r), 0);
	hil_ring_free(ring);
}

static void full_ring_refuses_and_recovers(void **state)
{
	static const uint8_t payload[65536];
	struct hil_ring *ring;
	struct hil_ring_record r;
	int n = 0;

	(void)state;
	assert_int_equal(hil_ring_new(SIZE, &ring), 0);
	while (!hil_ring_put(ring, 1, payload, sizeof(payload)))
		n++;
	/* 65,544 bytes each: 15 fit into 1,048,576 */
	assert_int_equal(n, 15);
	assert_int_equal(hil_ring_put(ring, 1, payload, sizeof(payload)),
			 -ENOBUFS);
	assert_int_equal(hil_ring_wait(ring, 0, &r), 1);
	hil_ring_release(ring);
	/* the end of the memory is too short now: room at its beginning */
	assert_int_equal(hil_ring_put(ring, 2, payload, 1000), 0);
	assert_true(hil_ring_room(ring) < 2 * sizeof(payload));
	for (int i = 0; i < 14; i++) {
		assert_int_equal(hil_ring_wait(ring, 0, &r), 1);
		assert_int_equal(r.type, 1);
		hil_ring_release(ring);
	}
	assert_int_equal(hil_ring_wait(ring, 0, &r), 1);
	assert_int_equal(r.type, 2);
	hil_ring_release(ring);
	assert_int_equal(hil_ring_room(ring), SIZE);
	hil_ring_free(ring);
}

#define RECORDS 200000

/* Record number i: type and length by i, filled with its low byte. */
static size_t length_of(uint32_t i)
{
	return i * 2654435761u % 1500;
}

static void *put_all(void *context)
{
	struct hil_ring *ring = context;
	uint8_t payload[1500];

	for (uint32_t i = 0; i < RECORDS; i++) {
		memset(payload, (int)(i & 0xff), sizeof(payload));
		while (hil_ring_put(ring, (uint8_t)(1 + i % 200), payload,
				    length_of(i)) == -ENOBUFS)
			usleep(100);
	}
	return NULL;
}

static void two_threads_lose_nothing(void **state)
{
	struct hil_ring *ring;
	pthread_t thread;

	(void)state;
	assert_int_equal(hil_ring_new(SIZE, &ring), 0);
	assert_int_equal(pthread_create(&thread, NULL, put_all, ring), 0);
	for (uint32_t i = 0; i < RECORDS; i++) {
		struct hil_ring_record r;

		while (!hil_ring_wait(ring, 100, &r))
			;
		assert_int_equal(r.type, 1 + i % 200);
		assert_int_equal(r.length, length_of(i));
		for (size_t k = 0; k < r.length; k++)
			if (r.payload[k] != (i & 0xff))
				fail_msg("record %u byte %zu", i, k);
		hil_ring_release(ring);
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
	hil_ring_free(ring);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_come_out_as_they_went_in),
		cmocka_unit_test(full_ring_refuses_and_recovers),
		cmocka_unit_test(two_threads_lose_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
