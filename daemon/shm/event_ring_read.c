/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader's side of the event ring. */
#include "daemon/shm/event_ring.h"

static void unpack(const uint64_t word[HIL_EVENT_RING_SLOT_WORDS - 1],
		   uint64_t index, struct hil_event *event)
{
	event->index = index;
	event->hardirq_ns = (int64_t)word[0];
	event->wake_ns = (int64_t)word[1];
	event->probe_begin_ns = (int64_t)word[2];
	event->probe_end_ns = (int64_t)word[3];
	event->seqno = (uint32_t)word[4];
	event->line_seqno = (uint32_t)(word[4] >> 32);
	event->line = (uint16_t)word[5];
	event->flags = (uint16_t)(word[5] >> 16);
	event->batch = (uint32_t)(word[5] >> 32);
	event->commands = word[6];
}

int hil_event_ring_read(const struct hil_ring_view *ring, uint64_t *next,
			struct hil_event event[], size_t max,
			struct hil_event_batch *batch)
{
	uint64_t word[HIL_EVENT_RING_SLOT_WORDS - 1];
	uint64_t events = hil_ring_latest(ring);
	uint64_t slots = ring->mask + 1;

	batch->lost = 0;
	batch->lost_first = *next;
	batch->count = 0;
	if (events < *next)
		return -ESTALE;
	if (events - *next > slots) {
		batch->lost = events - slots - *next;
		*next = events - slots;
	}
	while (*next < events && batch->count < max) {
		if (hil_ring_read(ring, *next + 1, word) == 0)
			unpack(word, *next, &event[batch->count++]);
		else if (batch->count == 0)
			batch->lost++;
		else
			break;
		++*next;
	}
	return 0;
}
