/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Housekeeping's own look at the events. Nothing here runs on the IST. */
#include "daemon/board_status.h"

#include <string.h>

#include "daemon/base/log.h"

#define EVENTS_A_READ 64
#define READS_MOST    1024 /* a whole ring, with room */

int hil_board_status_open(struct hil_board_status *b, int fd)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS };
	const char *reason = "it has no event ring";
	int ret, ring;

	memset(b, 0, sizeof(*b));
	hil_shm_status_init(&b->status);
	b->status.lines = 1;
	ret = hil_shm_attach(fd, &b->reader, &reason);
	ring = ret ? ret : hil_shm_find(b->reader, &query);
	if (ring < 0) {
		hil_error("cannot read the shared memory: %s", reason);
		hil_board_status_close(b);
		return ring;
	}
	b->ring = (size_t)ring;
	return 0;
}

void hil_board_status_close(struct hil_board_status *b)
{
	hil_shm_detach(b->reader);
	b->reader = NULL;
}

void hil_board_status_add(struct hil_board_status *b,
			  const struct hil_event *event)
{
	struct hil_shm_accounts *a = &b->status.account[0];
	uint32_t irqs = event->seqno - b->seqno;
	uint32_t threads = event->line_seqno - b->line_seqno;
	const struct hil_shm_worst worst = {
		.value_ns = event->wake_ns - event->hardirq_ns,
		.at_ns = event->wake_ns,
		.event = event->index,
		.quantity = HIL_SHM_WAKEUP,
		.line = event->line,
	};

	/* both counters begin at 1; a race may take one back: signed */
	b->irqs += (uint64_t)(int64_t)(int32_t)irqs;
	b->threads += (uint64_t)(int64_t)(int32_t)threads;
	b->seqno = event->seqno;
	b->line_seqno = event->line_seqno;
	b->failures += event->flags & HIL_EVENT_PROBE_FAILED ? 1 : 0;
	b->level_flow |= event->flags & HIL_EVENT_LEVEL_FLOW;
	a->events = event->index + 1;
	a->fifo_drops = b->threads - a->events;
	a->coalesced = b->level_flow ? HIL_SHM_UNKNOWN : b->irqs - b->threads;
	a->commands = event->commands;
	a->probe_failures = b->failures;
	/* a stamp that a later edge overwrote is no wake-up latency */
	if (irqs == threads)
		hil_shm_status_worst(&b->status, &worst);
}

void hil_board_status_read(struct hil_board_status *b)
{
	struct hil_event event[EVENTS_A_READ];
	struct hil_event_batch batch = { .count = EVENTS_A_READ };

	if (!b->reader)
		return;
	for (int i = 0; i < READS_MOST && (batch.count || batch.lost); i++) {
		if (hil_shm_events(b->reader, b->ring, &b->next, event,
				   EVENTS_A_READ, &batch))
			return;
		for (size_t e = 0; e < batch.count; e++)
			hil_board_status_add(b, &event[e]);
	}
}
