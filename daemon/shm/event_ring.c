/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real-time side of the event ring. */
#include "daemon/shm/event_ring.h"

void hil_event_ring_publish(const struct hil_ring *ring, uint64_t index,
			    const struct hil_event *event, int64_t now_ns)
{
	const uint64_t word[HIL_EVENT_RING_SLOT_WORDS - 1] = {
		(uint64_t)event->hardirq_ns,
		(uint64_t)event->wake_ns,
		(uint64_t)event->probe_begin_ns,
		(uint64_t)event->probe_end_ns,
		(uint64_t)event->seqno | (uint64_t)event->line_seqno << 32,
		(uint64_t)event->line | (uint64_t)event->flags << 16 |
			(uint64_t)event->batch << 32,
		event->commands,
	};

	hil_ring_publish(ring, index + 1, word, now_ns);
}
