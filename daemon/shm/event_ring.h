/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The event ring: 64-byte slots, a stamp and the seven words of struct
 * hil_event behind its index. Event i is publication i + 1, so the stamp
 * implies the index and an overrun is an exact count. One ring per line.
 */
#ifndef HIL_SHM_EVENT_RING_H
#define HIL_SHM_EVENT_RING_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/event.h"
#include "daemon/shm/ring.h"

#define HIL_EVENT_RING_SLOTS      65536
#define HIL_EVENT_RING_SLOT_WORDS 8

/* What hil_event_ring_read() found. */
struct hil_event_batch {
	uint64_t lost;       /* overwritten before they were read … */
	uint64_t lost_first; /* … from this index on; then came the batch */
	size_t count;        /* events, contiguous */
};

/**
 * hil_event_ring_publish() - append an event
 * @index: number of the event, from 0, one more each time; event->index is
 *	taken to be this
 *
 * Context: RT.
 */
HIL_RT void hil_event_ring_publish(const struct hil_ring *ring, uint64_t index,
				   const struct hil_event *event,
				   int64_t now_ns);

/**
 * hil_event_ring_read() - the next events from @next on
 * @next: index of the next one wanted; moved on
 * @event: result, room for @max
 * @batch: result: first what was lost, then what was read
 *
 * A later loss ends the batch, so each call tells at most one interval.
 *
 * Context: any; at most slots + @max attempts.
 * Return: 0, also when there is nothing new; -ESTALE the numbering went back.
 */
int hil_event_ring_read(const struct hil_ring_view *ring, uint64_t *next,
			struct hil_event event[], size_t max,
			struct hil_event_batch *batch);

#endif
