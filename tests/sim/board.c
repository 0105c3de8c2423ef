/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The board: a GPIO block that latches one edge, the hard IRQ that stamps and
 * counts, the kernel's thread with its races, the event queue that drops its
 * oldest, and an IST that reads up to 16 events and answers each.
 *
 * Source of the kernel's part: drivers/gpio/gpiolib-cdev.c, edge_irq_handler()
 * and edge_irq_thread(), linereq_put_event().
 */
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim.h"

#define READ_EVENTS 16
#define ACK_NS      300 /* the latch is free again this long before the stamp */
#define THREAD_NS   1000 /* the thread's critical section */
#define NO_EDGE     SIZE_MAX

struct irq {
	int64_t at_ns; /* stamp */
	size_t edge;   /* last edge it stands for */
	size_t edges;  /* how many */
};

struct queued {
	int64_t at_ns, stamp_ns;
	uint32_t seqno, line_seqno;
	size_t edge; /* its own one, or NO_EDGE */
};

struct kernel {
	struct irq *irq;
	size_t irqs;
	struct queued *queued;
	size_t count;
	uint32_t seqno, line_seqno;
	int64_t free_ns; /* the thread has ended its last run */
};

static void raise_irq(struct kernel *k, int64_t at_ns, size_t edge)
{
	k->irq[k->irqs++] = (struct irq){ at_ns, edge, edge != NO_EDGE };
}

/* A spurious interrupt somewhere before @until_ns. */
static void raise_spurious(struct hil_sim *s, struct kernel *k, int64_t from_ns,
			   int64_t until_ns)
{
	int64_t at_ns =
		from_ns + hil_random_below(&s->random, until_ns - from_ns);

	if (k->irqs && at_ns <= k->irq[k->irqs - 1].at_ns + THREAD_NS)
		return;
	raise_irq(k, at_ns, NO_EDGE);
}

static void make_irqs(struct hil_sim *s, struct kernel *k)
{
	const struct hil_sim_config *c = &s->config;

	for (size_t i = 0; i < s->edges; i++) {
		struct hil_sim_edge *e = &s->edge[i];
		struct irq *last = k->irqs ? &k->irq[k->irqs - 1] : NULL;
		int64_t at_ns = e->at_ns + hil_sim_delay_ns(s, &c->delivery);

		if (hil_random_chance(&s->random, c->never))
			continue;
		if (last && e->at_ns < last->at_ns - ACK_NS) {
			/* still pending: one interrupt for both */
			last->edges++;
			last->edge = i;
			continue;
		}
		if (last && at_ns <= last->at_ns + ACK_NS)
			at_ns = last->at_ns + ACK_NS + 1;
		raise_irq(k, at_ns, i);
		if (i + 1 < s->edges &&
		    hil_random_chance(&s->random, c->spurious))
			raise_spurious(s, k, at_ns, s->edge[i + 1].at_ns);
	}
}

static void queue_event(struct kernel *k, int64_t at_ns, int64_t stamp_ns,
			size_t edge)
{
	k->queued[k->count++] = (struct queued){ at_ns, stamp_ns, k->seqno,
						 ++k->line_seqno, edge };
}

/* The next hard IRQ comes while the thread is in its critical section. */
static void race(struct hil_sim *s, struct kernel *k, int64_t at_ns,
		 int64_t stamp_ns, size_t edge, const struct irq *next)
{
	int64_t again_ns = at_ns + 2 * THREAD_NS;
	size_t next_edge = next->edges == 1 ? next->edge : NO_EDGE;

	k->seqno++;
	switch (hil_random_below(&s->random, 3)) {
	case 0: /* old stamp, new seqno, and the new stamp zeroed */
		queue_event(k, at_ns + THREAD_NS, stamp_ns, edge);
		k->seqno++;
		queue_event(k, again_ns + THREAD_NS, again_ns, next_edge);
		break;
	case 1: /* old stamp, new seqno */
		queue_event(k, at_ns + THREAD_NS, stamp_ns, edge);
		queue_event(k, again_ns + THREAD_NS, next->at_ns, next_edge);
		break;
	default: /* new stamp, new seqno, then zeroed */
		queue_event(k, at_ns + THREAD_NS, next->at_ns, edge);
		k->seqno++;
		queue_event(k, again_ns + THREAD_NS, again_ns, next_edge);
		break;
	}
	k->free_ns = again_ns + THREAD_NS;
}

static void run_threads(struct hil_sim *s, struct kernel *k)
{
	size_t i = 0;

	while (i < k->irqs) {
		const struct irq *irq = &k->irq[i];
		int64_t from_ns =
			irq->at_ns > k->free_ns ? irq->at_ns : k->free_ns;
		int64_t at_ns =
			from_ns + hil_sim_delay_ns(s, &s->config.thread);
		int64_t stamp_ns = irq->at_ns;
		size_t edges = irq->edges, edge = irq->edge;

		k->seqno++;
		if (i + 1 < k->irqs && irq[1].at_ns - THREAD_NS > from_ns &&
		    hil_random_chance(&s->random, s->config.race))
			at_ns = irq[1].at_ns - THREAD_NS / 2;
		for (i++; i < k->irqs && k->irq[i].at_ns < at_ns; i++) {
			/* the slot of the stamp is overwritten */
			k->seqno++;
			stamp_ns = k->irq[i].at_ns;
			edges += k->irq[i].edges;
			if (k->irq[i].edges)
				edge = k->irq[i].edge;
		}
		if (edges != 1)
			edge = NO_EDGE;
		if (i < k->irqs && k->irq[i].at_ns < at_ns + THREAD_NS) {
			race(s, k, at_ns, stamp_ns, edge, &k->irq[i]);
			i++;
			continue;
		}
		queue_event(k, at_ns + THREAD_NS, stamp_ns, edge);
		k->free_ns = at_ns + THREAD_NS;
	}
}

struct ist {
	size_t head, tail; /* of the kernel's queue, indices into queued */
	int64_t ready_ns;  /* it calls read() */
	int64_t read_ns;   /* the read() that is due returns */
	bool high;
};

/* One command: what the pin does, and when the ioctl returns. */
static int64_t command(struct hil_sim *s, struct ist *ist, int64_t begin_ns,
		       uint64_t event)
{
	const struct hil_sim_config *c = &s->config;
	int64_t took_ns =
		c->ioctl_ns + hil_random_below(&s->random, c->ioctl_jitter_ns);
	struct hil_sim_turn turn = {
		.at_ns = begin_ns + 1 + hil_random_below(&s->random, took_ns),
		.event = event,
		.set = true,
		.first = true,
	};

	ist->high = !ist->high;
	turn.level = ist->high;
	hil_sim_turn(s, &turn);
	return begin_ns + took_ns;
}

static int64_t answer(struct hil_sim *s, struct ist *ist,
		      const struct queued *q, int64_t wake_ns, int64_t from_ns)
{
	struct hil_event *e = &s->event[s->events];
	bool seeded = s->config.seed_every &&
		      (s->events + 1) % s->config.seed_every == 0;
	int64_t begin_ns = from_ns + hil_sim_delay_ns(s, &s->config.response) +
			   (seeded ? s->config.seed_delay_ns : 0);
	int64_t end_ns = command(s, ist, begin_ns, s->events);

	*e = (struct hil_event){
		.index = s->events,
		.hardirq_ns = hil_sim_board_ns(s, q->stamp_ns),
		.wake_ns = hil_sim_board_ns(s, wake_ns),
		.probe_begin_ns = hil_sim_board_ns(s, begin_ns),
		.probe_end_ns = hil_sim_board_ns(s, end_ns),
		.seqno = q->seqno,
		.line_seqno = q->line_seqno,
		.commands = ++s->commands,
	};
	if (seeded)
		e->flags |= HIL_EVENT_SEEDED;
	s->begin_ns[s->events] = begin_ns;
	s->end_ns_of[s->events] = end_ns;
	s->event_edge[s->events++] = q->edge;
	if (s->config.pulse) {
		end_ns = command(s, ist, end_ns, s->events - 1);
		s->turn[s->turns - 1].first = false;
	}
	return end_ns;
}

static void read_events(struct hil_sim *s, struct kernel *k, struct ist *ist)
{
	size_t batch = ist->tail - ist->head;
	int64_t at_ns = ist->read_ns;

	if (batch > READ_EVENTS)
		batch = READ_EVENTS;
	for (size_t i = 0; i < batch; i++) {
		at_ns = answer(s, ist, &k->queued[ist->head++], ist->read_ns,
			       at_ns);
		s->event[s->events - 1].batch = (uint32_t)batch;
		if (i)
			s->event[s->events - 1].flags |= HIL_EVENT_QUEUED;
		if (batch == READ_EVENTS)
			s->event[s->events - 1].flags |= HIL_EVENT_READ_FULL;
	}
	ist->ready_ns = at_ns + 200;
	ist->read_ns = ist->ready_ns + 500;
}

static void run_ist(struct hil_sim *s, struct kernel *k)
{
	struct ist ist = { 0 };

	for (size_t i = 0; i < k->count; i++) {
		int64_t at_ns = k->queued[i].at_ns;

		while (ist.head < ist.tail && ist.read_ns <= at_ns)
			read_events(s, k, &ist);
		if (ist.head == ist.tail) {
			ist.read_ns =
				at_ns + hil_sim_delay_ns(s, &s->config.wake);
			if (ist.ready_ns >= at_ns)
				ist.read_ns = ist.ready_ns + 500;
		} else if (ist.tail - ist.head == s->config.fifo) {
			ist.head++; /* the oldest is dropped */
		}
		ist.tail++;
	}
	while (ist.head < ist.tail)
		read_events(s, k, &ist);
	if (ist.ready_ns > s->end_ns)
		s->end_ns = ist.ready_ns;
}

void hil_sim_board(struct hil_sim *s)
{
	struct kernel k = { .seqno = s->config.seqno_start,
			    .line_seqno = s->config.seqno_start };
	struct hil_sim_turn low = { .event = UINT64_MAX, .set = true };

	k.irq = calloc(2 * s->edges + 2, sizeof(*k.irq));
	k.queued = calloc(2 * s->edges + 2, sizeof(*k.queued));
	s->commands = 1;
	if (k.irq && k.queued) {
		make_irqs(s, &k);
		run_threads(s, &k);
		run_ist(s, &k);
	}
	s->fifo_drops = (int64_t)k.count - (int64_t)s->events;
	s->coalesced =
		(int64_t)(k.seqno - s->config.seqno_start) - (int64_t)k.count;
	s->last_seqno = k.seqno;
	s->last_line_seqno = k.line_seqno;
	free(k.irq);
	free(k.queued);
	s->end_ns += 200000000;
	low.at_ns = s->end_ns;
	hil_sim_turn(s, &low);
	s->commands++;
}
