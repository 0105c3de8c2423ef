/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bounded ring of records between one thread that acquires and one that
 * writes. The acquiring side never waits and makes no system call but a
 * wake-up; a full ring is its caller's gap.
 */
#ifndef HIL_CAPTURE_RING_H
#define HIL_CAPTURE_RING_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_ring;

struct hil_ring_record {
	uint8_t type;
	uint32_t length;
	const uint8_t *payload; /* valid until hil_ring_release() */
};

/**
 * hil_ring_new() - a ring of @size bytes
 * @size: a power of two, at least 1 MiB
 *
 * Return: 0; -ENOMEM; -errno of eventfd.
 */
int hil_ring_new(size_t size, struct hil_ring **ring) HIL_MUST_CHECK;

/** hil_ring_free() - NULL-safe */
void hil_ring_free(struct hil_ring *ring);

/**
 * hil_ring_put() - append a record
 * @length: at most 64 KiB
 *
 * Context: the one acquiring thread. Return: 0; -ENOBUFS no room.
 */
int hil_ring_put(struct hil_ring *ring, uint8_t type, const void *payload,
		 size_t length) HIL_MUST_CHECK;

/** hil_ring_room() - free bytes. Context: the one acquiring thread. */
size_t hil_ring_room(struct hil_ring *ring);

/**
 * hil_ring_wait() - the oldest record
 * @timeout_ms: how long to wait for one
 *
 * Context: the one writing thread. Return: 1 @record is set; 0 none came.
 */
int hil_ring_wait(struct hil_ring *ring, int timeout_ms,
		  struct hil_ring_record *record) HIL_MUST_CHECK;

/** hil_ring_release() - done with the record of hil_ring_wait() */
void hil_ring_release(struct hil_ring *ring);

#endif
