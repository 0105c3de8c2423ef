/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Real-time half of the writer: what the IST calls after each probe. All
 * memory was made and touched by writer.c.
 */
#include "daemon/shm/event_ring.h"
#include "daemon/shm/writer_private.h"

static void add_value(struct hil_shm_series *s,
		      const struct hil_window_value *v, int64_t now_ns)
{
	if (!s)
		return;
	hil_windows_add(&s->windows, v, now_ns);
	if (v->has_value)
		hil_live_histogram_add(s->histogram, v->value_ns);
}

/*
 * Differences modulo 2^32, so wrapping counters do no harm; both start at 1,
 * so the difference to 0 counts what was lost before the first event.
 */
static void count_losses(struct hil_shm_counts *c, const struct hil_event *e,
			 struct hil_window_value *v)
{
	uint32_t line_step = e->line_seqno - c->last_line_seqno;
	uint32_t step = e->seqno - c->last_seqno;

	v->fifo_drops = line_step ? line_step - 1 : 0;
	v->coalesced = (int32_t)(step - line_step);
	c->fifo_drops += v->fifo_drops;
	c->coalesced += v->coalesced;
	if (c->events == 0) {
		c->first_seqno = e->seqno;
		c->first_line_seqno = e->line_seqno;
	}
	c->last_seqno = e->seqno;
	c->last_line_seqno = e->line_seqno;
}

void hil_shm_event(struct hil_shm_writer *writer, const struct hil_event *event,
		   int64_t now_ns)
{
	struct hil_shm_line *l =
		&writer->line[event->line % HIL_SHM_STATUS_LINES];
	struct hil_window_value v = { .at_ns = event->wake_ns };
	bool activation = !(event->flags & HIL_EVENT_QUEUED);

	count_losses(&l->counts, event, &v);
	if (l->has_events)
		hil_event_ring_publish(&l->events, l->counts.events, event,
				       now_ns);

	v.has_value = activation && l->has_wake;
	v.value_ns = event->wake_ns - l->last_wake_ns;
	add_value(l->period, &v, now_ns);
	if (activation) {
		l->last_wake_ns = event->wake_ns;
		l->has_wake = true;
	}

	v.has_value = v.coalesced == 0;
	v.value_ns = event->wake_ns - event->hardirq_ns;
	add_value(l->wakeup, &v, now_ns);

	l->counts.events++;
	l->counts.commands = event->commands;
	if (event->flags & HIL_EVENT_PROBE_FAILED)
		l->counts.probe_failures++;
	/* Pairs with the acquire load in hil_shm_progress(). */
	atomic_store_explicit(&writer->head->ist.ist_progress,
			      ++writer->progress, memory_order_release);
}

void hil_shm_value(struct hil_shm_writer *writer, size_t index, int64_t at_ns,
		   int64_t value_ns, int64_t now_ns)
{
	const struct hil_window_value v = {
		.at_ns = at_ns,
		.value_ns = value_ns,
		.has_value = true,
	};

	if (index < writer->series_count && writer->series[index].histogram)
		add_value(&writer->series[index], &v, now_ns);
}

void hil_shm_flush(struct hil_shm_writer *writer, int64_t now_ns)
{
	size_t i;

	for (i = 0; i < writer->series_count; i++) {
		if (writer->series[i].histogram)
			hil_windows_flush(&writer->series[i].windows, now_ns);
	}
}
