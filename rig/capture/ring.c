/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single producer, single consumer; counters run on, places are modulo. */
#include "rig/capture/ring.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define ALIGN    8u
#define TYPE_PAD 0 /* the rest up to the end of the memory */

struct slot {
	uint32_t length;
	uint8_t type;
	uint8_t reserved[3];
};

struct hil_ring {
	uint8_t *memory;
	size_t size;
	int event_fd;
	uint64_t taken; /* bytes of the record that the reader holds */
	_Alignas(64) atomic_uint_least64_t head; /* written, in bytes */
	_Alignas(64) atomic_uint_least64_t tail; /* released, in bytes */
	atomic_bool sleeping; /* the reader is about to poll */
};

int hil_ring_new(size_t size, struct hil_ring **result)
{
	struct hil_ring *ring = aligned_alloc(64, sizeof(*ring));

	if (!ring)
		return -ENOMEM;
	memset(ring, 0, sizeof(*ring));
	ring->size = size;
	ring->memory = malloc(size);
	ring->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (!ring->memory || ring->event_fd < 0) {
		int ret = ring->memory ? -errno : -ENOMEM;

		hil_ring_free(ring);
		return ret;
	}
	*result = ring;
	return 0;
}

void hil_ring_free(struct hil_ring *ring)
{
	if (!ring)
		return;
	if (ring->event_fd >= 0)
		close(ring->event_fd);
	free(ring->memory);
	free(ring);
}

size_t hil_ring_room(struct hil_ring *ring)
{
	/* pairs with the release of tail in hil_ring_release() */
	uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
	uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);

	return ring->size - (size_t)(head - tail);
}

static size_t slot_size(size_t length)
{
	return (sizeof(struct slot) + length + ALIGN - 1) &
	       ~(size_t)(ALIGN - 1);
}

static void put_slot(struct hil_ring *ring, uint64_t head, uint8_t type,
		     const void *payload, size_t length)
{
	struct slot slot = { .length = (uint32_t)length, .type = type };
	uint8_t *place = ring->memory + (head & (ring->size - 1));

	memcpy(place, &slot, sizeof(slot));
	if (payload && length)
		memcpy(place + sizeof(slot), payload, length);
}

int hil_ring_put(struct hil_ring *ring, uint8_t type, const void *payload,
		 size_t length)
{
	const uint64_t one = 1;
	uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	size_t need = slot_size(length);
	size_t to_end = ring->size - (head & (ring->size - 1));
	size_t pad = to_end < need ? to_end : 0;

	assert(type != TYPE_PAD);
	if (hil_ring_room(ring) < need + pad)
		return -ENOBUFS;
	if (pad) {
		put_slot(ring, head, TYPE_PAD, NULL, pad - sizeof(struct slot));
		head += pad;
	}
	put_slot(ring, head, type, payload, length);
	/* sequentially consistent, as is the load of sleeping: one of both
	 * threads sees the other; pairs with hil_ring_wait() */
	atomic_store(&ring->head, head + need);
	if (atomic_load(&ring->sleeping) &&
	    atomic_exchange(&ring->sleeping, false) &&
	    write(ring->event_fd, &one, sizeof(one)) < 0)
		return 0; /* the reader's time-out makes up for it */
	return 0;
}

static bool peek(struct hil_ring *ring, struct hil_ring_record *record)
{
	/* pairs with the store of head in hil_ring_put() */
	uint64_t head = atomic_load(&ring->head);
	uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);

	while (tail != head) {
		const uint8_t *place = ring->memory + (tail & (ring->size - 1));
		struct slot slot;

		memcpy(&slot, place, sizeof(slot));
		if (slot.type == TYPE_PAD) {
			tail += sizeof(slot) + slot.length;
			atomic_store_explicit(&ring->tail, tail,
					      memory_order_release);
			continue;
		}
		record->type = slot.type;
		record->length = slot.length;
		record->payload = place + sizeof(slot);
		ring->taken = slot_size(slot.length);
		return true;
	}
	return false;
}

int hil_ring_wait(struct hil_ring *ring, int timeout_ms,
		  struct hil_ring_record *record)
{
	struct pollfd p = { .fd = ring->event_fd, .events = POLLIN };
	uint64_t count;

	if (peek(ring, record))
		return 1;
	atomic_store(&ring->sleeping, true);
	if (!peek(ring, record)) {
		poll(&p, 1, timeout_ms);
		if (read(ring->event_fd, &count, sizeof(count)) < 0)
			count = 0; /* timed out */
		if (!peek(ring, record)) {
			atomic_store(&ring->sleeping, false);
			return 0;
		}
	}
	atomic_store(&ring->sleeping, false);
	return 1;
}

void hil_ring_release(struct hil_ring *ring)
{
	uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);

	/* pairs with the acquire of tail in hil_ring_put() */
	atomic_store_explicit(&ring->tail, tail + ring->taken,
			      memory_order_release);
	ring->taken = 0;
}
