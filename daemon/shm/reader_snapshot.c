/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Snapshots of the rings. Every loop is bounded by a checked descriptor or by
 * the caller's array, whatever the memory says meanwhile.
 */
#include <errno.h>
#include <string.h>

#include "daemon/shm/reader_private.h"

size_t hil_shm_ring_count(const struct hil_shm_reader *reader)
{
	return reader->header.ring_count;
}

const struct hil_shm_ring *hil_shm_ring(const struct hil_shm_reader *reader,
					size_t ring)
{
	return &reader->ring[ring];
}

static bool fits(const struct hil_shm_ring *r, const struct hil_shm_query *q)
{
	return (!q->kind || r->kind == (uint32_t)q->kind) &&
	       (!q->witness || r->witness == (uint32_t)q->witness) &&
	       (!q->quantity || r->quantity == (uint32_t)q->quantity) &&
	       (!q->window_ns || r->window_ns == q->window_ns) &&
	       r->line == q->line;
}

int hil_shm_find(const struct hil_shm_reader *reader,
		 const struct hil_shm_query *query)
{
	uint32_t i;

	for (i = 0; i < reader->header.ring_count; i++) {
		if (fits(&reader->ring[i], query))
			return (int)i;
	}
	return -ENOENT;
}

static int view_of(const struct hil_shm_reader *reader, size_t ring,
		   enum hil_shm_kind kind, struct hil_ring_view *view)
{
	const struct hil_shm_ring *r;
	const unsigned char *head;

	if (ring >= reader->header.ring_count ||
	    reader->ring[ring].kind != (uint32_t)kind)
		return -EINVAL;
	r = &reader->ring[ring];
	head = reader->base + r->offset;
	view->head = (const void *)head;
	view->slot = (const void *)(head + HIL_SHM_LINE);
	view->mask = r->slots - 1;
	view->slot_words = r->slot_bytes / sizeof(uint64_t);
	return 0;
}

/* Add a window to the account: what it holds, and what came before it unseen */
static int account(struct hil_shm_cursor *c, const struct hil_shm_window *w)
{
	uint64_t before = w->since.count - w->in.count;

	if (w->since.count < w->in.count || before < c->since.count)
		return -ESTALE;
	c->got += w->in.count;
	c->lost += before - c->since.count;
	c->since = w->since;
	return 0;
}

static void start_cursor(struct hil_shm_cursor *c)
{
	if (c->next == 0) {
		c->next = 1;
		hil_shm_sums_init(&c->since);
	}
}

static int read_windows(const struct hil_ring_view *view, int64_t width_ns,
			struct hil_shm_cursor *cursor,
			struct hil_shm_window window[], size_t max,
			size_t *count)
{
	uint64_t word[HIL_SHM_SLOT_BYTES_MAX / sizeof(uint64_t)];
	uint64_t latest = hil_ring_latest(view);
	uint64_t slots = view->mask + 1;
	int ret;

	start_cursor(cursor);
	if (latest < cursor->next - 1)
		return -ESTALE;
	if (latest - (cursor->next - 1) > slots) {
		cursor->missed_windows += latest - slots - (cursor->next - 1);
		cursor->next = latest - slots + 1;
	}
	for (; cursor->next <= latest && *count < max; cursor->next++) {
		if (hil_ring_read(view, cursor->next, word) < 0) {
			cursor->missed_windows++;
			continue;
		}
		hil_window_unpack(word, width_ns, &window[*count]);
		ret = account(cursor, &window[*count]);
		if (ret < 0)
			return ret;
		++*count;
	}
	return 0;
}

int hil_shm_windows(const struct hil_shm_reader *reader, size_t ring,
		    struct hil_shm_cursor *cursor,
		    struct hil_shm_window window[], size_t max, size_t *count)
{
	struct hil_ring_view view;
	int ret = view_of(reader, ring, HIL_SHM_WINDOWS, &view);

	*count = 0;
	if (ret < 0)
		return ret;
	return read_windows(&view, reader->ring[ring].window_ns, cursor, window,
			    max, count);
}

static bool stamped_view(const struct hil_shm_reader *reader, size_t ring,
			 struct hil_ring_view *view)
{
	return view_of(reader, ring, HIL_SHM_WINDOWS, view) == 0 ||
	       view_of(reader, ring, HIL_SHM_EVENTS, view) == 0 ||
	       view_of(reader, ring, HIL_SHM_STATUS, view) == 0;
}

uint64_t hil_shm_latest(const struct hil_shm_reader *reader, size_t ring)
{
	struct hil_ring_view view;

	if (!stamped_view(reader, ring, &view))
		return 0;
	return hil_ring_latest(&view);
}

int64_t hil_shm_published_ns(const struct hil_shm_reader *reader, size_t ring)
{
	struct hil_ring_view view;

	if (!stamped_view(reader, ring, &view) || hil_ring_latest(&view) == 0)
		return 0;
	return atomic_load_explicit(&view.head->published_ns,
				    memory_order_relaxed);
}

int hil_shm_events(const struct hil_shm_reader *reader, size_t ring,
		   uint64_t *next, struct hil_event event[], size_t max,
		   struct hil_event_batch *batch)
{
	struct hil_ring_view view;
	int ret = view_of(reader, ring, HIL_SHM_EVENTS, &view);

	if (ret < 0)
		return ret;
	return hil_event_ring_read(&view, next, event, max, batch);
}

int hil_shm_histogram(const struct hil_shm_reader *reader, size_t ring,
		      struct hil_histogram *to, struct hil_live_bounds *bounds)
{
	const struct hil_live_histogram *h;

	if (ring >= reader->header.ring_count ||
	    reader->ring[ring].kind != HIL_SHM_HISTOGRAM)
		return -EINVAL;
	h = (const void *)(reader->base + reader->ring[ring].offset);
	return hil_live_histogram_copy(h, to, bounds);
}

static uint32_t at_most(uint32_t n, uint32_t most)
{
	return n < most ? n : most;
}

/* Whatever was there: texts end, counts stay inside their arrays. */
static void tame_status(struct hil_shm_status *s)
{
	size_t i;

	if (s->verdict > HIL_SHM_INVALID)
		s->verdict = HIL_SHM_NO_VERDICT;
	s->lines = at_most(s->lines, HIL_SHM_STATUS_LINES);
	s->reasons = at_most(s->reasons, HIL_SHM_STATUS_REASONS);
	s->worsts = at_most(s->worsts, HIL_SHM_STATUS_WORST);
	s->failure[sizeof(s->failure) - 1] = '\0';
	for (i = 0; i < HIL_SHM_STATUS_REASONS; i++)
		s->reason[i][sizeof(s->reason[i]) - 1] = '\0';
}

int hil_shm_read_status(const struct hil_shm_reader *reader,
			struct hil_shm_status *status)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_STATUS };
	uint64_t word[HIL_SHM_SLOT_BYTES_MAX / sizeof(uint64_t)], n;
	struct hil_ring_view view;
	int ring = hil_shm_find(reader, &query);
	int ret;

	if (ring < 0)
		return -ENODATA;
	ret = view_of(reader, (size_t)ring, HIL_SHM_STATUS, &view);
	if (ret == 0)
		ret = hil_ring_read_latest(&view, &n, word);
	if (ret < 0)
		return ret;
	memcpy(status, word, sizeof(*status));
	tame_status(status);
	return 0;
}
