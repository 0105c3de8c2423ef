/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two streams of records: the link from the board, the head and tail of
 * the analyzer's, and how both reach the ledger. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/sim.h"

#define BATCH 16

void hil_sim_put(struct hil_sim_stream *t, uint8_t type, int64_t at_ns,
		 const void *payload, size_t length)
{
	size_t room = (length + 7) & ~(size_t)7;

	if (t->count == t->capacity) {
		t->capacity = t->capacity ? 2 * t->capacity : 64;
		t->record =
			realloc(t->record, t->capacity * sizeof(*t->record));
	}
	if (t->used + room > t->room) {
		t->room = 2 * (t->used + room);
		t->bytes = realloc(t->bytes, t->room);
	}
	if (!t->record || !t->bytes)
		abort();
	memcpy(t->bytes + t->used, payload, length);
	t->record[t->count++] =
		(struct hil_sim_record){ type, at_ns, t->used, length };
	t->used += room;
}

__attribute__((format(printf, 4, 5))) static void
put_json(struct hil_sim_stream *t, uint8_t type, int64_t at_ns, const char *fmt,
	 ...)
{
	char text[512];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	hil_sim_put(t, type, at_ns, text, (size_t)n);
}

static void put_watermark(struct hil_sim *s, int64_t mono_ns, uint64_t sent)
{
	struct hil_watermark w = { .mono_ns = mono_ns, .events = sent };

	hil_sim_put(&s->link, HIL_RECORD_WATERMARK,
		    mono_ns - s->config.offset_ns, &w, sizeof(w));
}

static void put_events(struct hil_sim *s)
{
	struct hil_event batch[BATCH];
	size_t n = 0, skip = 0;

	for (size_t i = 0; i < s->events; i++) {
		const struct hil_event *e = &s->event[i];
		bool last = i + 1 == s->events;

		if (!skip && hil_random_chance(&s->random, s->config.lost))
			skip = 1 + (size_t)hil_random_below(&s->random, 5);
		if (skip) {
			struct hil_lost lost = { .first = i, .count = 1 };

			if (n)
				hil_sim_put(&s->link, HIL_RECORD_EVENTS,
					    e->probe_end_ns -
						    s->config.offset_ns,
					    batch, n * sizeof(*batch));
			n = 0;
			skip--;
			s->lost++;
			hil_sim_put(&s->link, HIL_RECORD_LOST,
				    e->probe_end_ns - s->config.offset_ns,
				    &lost, sizeof(lost));
			s->event_edge[i] = SIZE_MAX;
			continue;
		}
		batch[n++] = *e;
		if (n < BATCH && !last && !hil_random_chance(&s->random, 0.2))
			continue;
		hil_sim_put(&s->link, HIL_RECORD_EVENTS,
			    e->probe_end_ns - s->config.offset_ns, batch,
			    n * sizeof(*batch));
		n = 0;
		if (!last && s->event[i + 1].wake_ns > e->probe_end_ns)
			put_watermark(s, e->probe_end_ns, i + 1);
	}
}

static void put_closed(struct hil_sim *s, int64_t at_ns)
{
	put_json(&s->link, HIL_RECORD_CLOSED, at_ns,
		 "{\"reason\":\"stopped\",\"state\":\"CLOSED\",\"lines\":["
		 "{\"line\":0,\"events\":%zu,\"last_seqno\":%" PRIu32
		 ",\"last_line_seqno\":%" PRIu32 ",\"fifo_drops\":%" PRId64
		 ",\"coalesced\":%" PRId64 ",\"commands\":%" PRIu64
		 ",\"edges_per_command\":%d,\"probe_failures\":0}]}",
		 s->events, s->last_seqno, s->last_line_seqno, s->fifo_drops,
		 s->coalesced, s->commands, s->config.pulse ? 2 : 1);
}

void hil_sim_link(struct hil_sim *s)
{
	struct hil_sim_stream pins = s->analyzer;
	struct hil_levels levels = { 0 };

	/* the pins' records are there already: the head goes before them */
	memset(&s->analyzer, 0, sizeof(s->analyzer));
	put_json(&s->analyzer, HIL_RECORD_CAPTURE, -2,
		 "{\"rate_num\":%" PRIu64 ",\"rate_den\":%" PRIu64
		 ",\"live\":true}",
		 s->config.rate_num, s->config.rate_den);
	hil_sim_put(&s->analyzer, HIL_RECORD_LEVELS, -1, &levels,
		    sizeof(levels));
	for (size_t i = 0; i < pins.count; i++)
		hil_sim_put(&s->analyzer, pins.record[i].type,
			    pins.record[i].at_ns,
			    pins.bytes + pins.record[i].start,
			    pins.record[i].length);
	free(pins.record);
	free(pins.bytes);
	put_json(&s->analyzer, HIL_RECORD_CAPTURE_END, s->end_ns,
		 "{\"reason\":\"stopped\"}");
	if (!s->config.board)
		return;
	put_json(&s->link, HIL_RECORD_SETTINGS, 0, "{\"kernel\":\"sim\"}");
	put_json(&s->link, HIL_RECORD_STATE, 1,
		 "{\"state\":\"WAITING\",\"code\":\"\",\"text\":\"\"}");
	put_events(s);
	put_closed(s, s->end_ns - 50000000);
}

/* A piece of a record of equal items, cut by chance. */
static int feed_record(const struct hil_sim_stream *t, size_t i,
		       struct hil_ledger *l, struct hil_random *cut)
{
	const struct hil_sim_record *r = &t->record[i];
	size_t item = r->type == HIL_RECORD_EDGES    ? sizeof(uint64_t)
		      : r->type == HIL_RECORD_EVENTS ? sizeof(struct hil_event)
						     : r->length;
	size_t done = 0;
	int ret = 0;

	while (done < r->length && !ret) {
		size_t items = (r->length - done) / item, take = items;

		if (cut)
			take = 1 +
			       (size_t)hil_random_below(cut, (int64_t)items);
		ret = hil_ledger_record(l, r->type, t->bytes + r->start + done,
					take * item);
		done += take * item;
	}
	return ret;
}

int hil_sim_feed(const struct hil_sim *s, struct hil_ledger *l,
		 enum hil_sim_order order, uint64_t seed)
{
	struct hil_random random = { seed };
	const struct hil_sim_stream *t[2] = { &s->analyzer, &s->link };
	size_t next[2] = { 0, 0 };
	int ret = 0;

	while (!ret && (next[0] < t[0]->count || next[1] < t[1]->count)) {
		int k;

		if (next[0] == t[0]->count || next[1] == t[1]->count)
			k = next[0] == t[0]->count;
		else if (order == HIL_SIM_BY_TIME)
			k = t[1]->record[next[1]].at_ns <
			    t[0]->record[next[0]].at_ns;
		else if (order == HIL_SIM_RANDOM)
			k = hil_random_chance(&random, 0.5);
		else
			k = order == HIL_SIM_BOARD_FIRST;
		ret = feed_record(t[k], next[k]++, l,
				  order == HIL_SIM_RANDOM ? &random : NULL);
	}
	return ret;
}
