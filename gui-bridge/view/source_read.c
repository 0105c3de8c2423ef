/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what is new in the attached memory into the snapshot. */
#include <errno.h>
#include <string.h>

#include "daemon/base/time.h"
#include "gui-bridge/view/source_private.h"

#define HISTOGRAM_NS (250 * HIL_NS_PER_MS)
#define BATCH        64 /* windows at a time */

static int find_ring(const struct hil_shm_reader *reader,
		     const struct hil_shm_ring *like, enum hil_shm_kind kind,
		     int64_t window_ns)
{
	size_t i;

	for (i = 0; i < hil_shm_ring_count(reader); i++) {
		const struct hil_shm_ring *r = hil_shm_ring(reader, i);

		if (r->kind == (uint32_t)kind && r->window_ns == window_ns &&
		    r->witness == like->witness &&
		    r->quantity == like->quantity && r->line == like->line)
			return (int)i;
	}
	return -ENOENT;
}

static int adopt_series(struct hil_source *s, size_t finest)
{
	struct hil_snapshot *snapshot = &s->snapshot;
	struct hil_snapshot_series *out =
		&snapshot->series[snapshot->series_count];
	struct source_series *in = &s->series[snapshot->series_count];
	const struct hil_shm_ring *ring = hil_shm_ring(s->reader, finest);
	size_t i;
	int found;

	memset(in, 0, sizeof(*in));
	for (i = 0; i < HIL_SHM_LEVELS; i++) {
		found = find_ring(s->reader, ring, HIL_SHM_WINDOWS,
				  hil_window_width_ns[i]);
		if (found < 0)
			return 0; /* made by a version with other levels */
		in->ring[i] = (size_t)found;
	}
	in->histogram = find_ring(s->reader, ring, HIL_SHM_HISTOGRAM, 0);
	if (!out->history)
		out->history = hil_history_new();
	if (!out->histogram)
		out->histogram = hil_histogram_new();
	if (!out->history || !out->histogram)
		return -ENOMEM;
	hil_history_clear(out->history);
	hil_histogram_init(out->histogram);
	out->histogram_version = ++s->version;
	out->ring = *ring;
	hil_shm_sums_init(&out->all);
	out->got = out->lost = out->missed_windows = 0;
	out->published_ns = 0;
	snapshot->series_count++;
	return 0;
}

int hil_source_adopt(struct hil_source *s, struct hil_shm_reader *reader)
{
	struct hil_snapshot *snapshot = &s->snapshot;
	size_t i;
	int ret = 0;

	hil_shm_detach(s->reader);
	s->reader = reader;
	snapshot->series_count = 0;
	snapshot->has_events = snapshot->has_status = false;
	snapshot->threads = snapshot->remotes = 0;
	snapshot->program[0] = '\0';
	snapshot->generation = hil_shm_generation(reader);
	snapshot->attached = true;
	s->histogram_ns = s->status_ns = s->threads_ns = 0;
	for (i = 0; i < hil_shm_ring_count(reader) && ret == 0; i++) {
		const struct hil_shm_ring *r = hil_shm_ring(reader, i);

		if (r->kind == HIL_SHM_EVENTS)
			snapshot->has_events = true;
		if (r->kind == HIL_SHM_WINDOWS &&
		    r->window_ns == hil_window_width_ns[0] &&
		    snapshot->series_count < HIL_SNAPSHOT_SERIES)
			ret = adopt_series(s, i);
	}
	return ret;
}

/* Windows that no writer makes: the copy cannot be believed. */
static bool possible(const struct hil_shm_window *w)
{
	return !w->in.count || (w->in.min_ns <= w->in.max_ns &&
				w->since.min_ns <= w->in.min_ns &&
				w->since.max_ns >= w->in.max_ns);
}

static int take_level(struct hil_source *s, size_t series, size_t level)
{
	struct hil_snapshot_series *out = &s->snapshot.series[series];
	struct source_series *in = &s->series[series];
	struct hil_shm_window window[BATCH];
	size_t rounds, count, i;
	int ret;

	/* Bounded: a writer that is faster than we are does not hold us. */
	for (rounds = 0; rounds <= hil_window_slots[level] / BATCH; rounds++) {
		ret = hil_shm_windows(s->reader, in->ring[level],
				      &in->cursor[level], window, BATCH,
				      &count);
		if (ret < 0)
			return ret;
		for (i = 0; i < count; i++) {
			if (!possible(&window[i]))
				return -ESTALE;
			hil_history_add(out->history, level, &window[i]);
		}
		if (count < BATCH)
			break;
	}
	return 0;
}

/* Windows that are gone before we look: nobody met the writer there. */
static uint64_t overwritten(const struct hil_source *s, size_t n)
{
	const struct source_series *in = &s->series[n];
	uint64_t slots = hil_shm_ring(s->reader, in->ring[0])->slots;
	uint64_t latest = hil_shm_latest(s->reader, in->ring[0]);
	uint64_t next = in->cursor[0].next ? in->cursor[0].next : 1;
	uint64_t first = latest > slots ? latest - slots + 1 : 1;

	return first > next ? first - next : 0;
}

static int take_series(struct hil_source *s, size_t n)
{
	struct hil_snapshot_series *out = &s->snapshot.series[n];
	struct source_series *in = &s->series[n];
	uint64_t known = in->cursor[0].missed_windows + overwritten(s, n);
	size_t level;
	int ret;

	for (level = 0; level < HIL_SHM_LEVELS; level++) {
		ret = take_level(s, n, level);
		if (ret < 0)
			return ret;
	}
	out->all = in->cursor[0].since;
	out->got = in->cursor[0].got;
	out->lost = in->cursor[0].lost;
	out->missed_windows = in->cursor[0].missed_windows;
	out->published_ns = hil_shm_published_ns(s->reader, in->ring[0]);
	if (out->missed_windows > known)
		s->snapshot.retries += out->missed_windows - known;
	return 0;
}

static int take_histograms(struct hil_source *s, int64_t mono_ns)
{
	struct hil_snapshot *snapshot = &s->snapshot;
	size_t i;
	int ret = 0;

	if (mono_ns < s->histogram_ns)
		return 0;
	s->histogram_ns = mono_ns + HISTOGRAM_NS;
	for (i = 0; i < snapshot->series_count && ret == 0; i++) {
		if (s->series[i].histogram < 0)
			continue;
		ret = hil_shm_histogram(s->reader,
					(size_t)s->series[i].histogram,
					snapshot->series[i].histogram, NULL);
		snapshot->series[i].histogram_version = ++s->version;
	}
	return ret;
}

int hil_source_take(struct hil_source *s, int64_t mono_ns)
{
	struct hil_shm_status status;
	size_t i;
	int ret = 0;

	for (i = 0; i < s->snapshot.series_count && ret == 0; i++)
		ret = take_series(s, i);
	if (ret == 0)
		ret = take_histograms(s, mono_ns);
	if (ret < 0)
		return ret;
	ret = hil_shm_read_status(s->reader, &status);
	if (ret == 0) {
		s->snapshot.status = status;
		s->snapshot.has_status = true;
	} else if (ret == -EAGAIN) {
		s->snapshot.retries++;
	}
	return 0;
}
