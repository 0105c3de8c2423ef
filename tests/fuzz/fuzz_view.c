/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A view of windows, sums, histograms and a status that are made of the input:
 * whatever a memory says, counts stay in their arrays and texts end.
 */
#include <string.h>

#include "gui-bridge/view/view.h"
#include "tests/fuzz/fuzz.h"

#define SERIES 3

struct input {
	const uint8_t *at;
	size_t left;
};

/* The next bytes of the input; zeros when there are no more. */
static void take(struct input *in, void *to, size_t size)
{
	size_t n = in->left < size ? in->left : size;

	memset(to, 0, size);
	memcpy(to, in->at, n);
	in->at += n;
	in->left -= n;
}

/* As hil_live_histogram_copy() gives it: only the count is made to fit. */
static void fill_histogram(struct hil_histogram *h, struct input *in)
{
	uint16_t index;
	uint64_t value;
	uint8_t count;

	hil_histogram_init(h);
	take(in, &h->min_ns, sizeof(h->min_ns));
	take(in, &h->max_ns, sizeof(h->max_ns));
	take(in, &h->sum_ns, sizeof(h->sum_ns));
	take(in, &h->negative, sizeof(h->negative));
	h->count = h->negative;
	take(in, &count, 1);
	while (count-- && in->left) {
		take(in, &index, sizeof(index));
		take(in, &value, sizeof(value));
		h->bucket[index % HIL_HISTOGRAM_BUCKETS] += value;
		h->count += value;
	}
}

static void fill_series(struct hil_snapshot_series *s, struct input *in)
{
	struct hil_shm_window window;
	uint8_t count, level;

	hil_history_clear(s->history);
	take(in, &s->ring, sizeof(s->ring));
	take(in, &s->all, sizeof(s->all));
	take(in, &s->published_ns, sizeof(s->published_ns));
	take(in, &count, 1);
	while (count-- && in->left) {
		take(in, &level, 1);
		take(in, &window, sizeof(window));
		hil_history_add(s->history, level % HIL_SHM_LEVELS, &window);
	}
	fill_histogram(s->histogram, in);
}

/* Only what hil_shm_read_status() lets through. */
static void fill_status(struct hil_shm_status *s, struct input *in)
{
	size_t i;

	take(in, s, sizeof(*s));
	s->lines %= HIL_SHM_STATUS_LINES + 1;
	s->reasons %= HIL_SHM_STATUS_REASONS + 1;
	s->worsts %= HIL_SHM_STATUS_WORST + 1;
	s->failure[sizeof(s->failure) - 1] = '\0';
	for (i = 0; i < HIL_SHM_STATUS_REASONS; i++)
		s->reason[i][sizeof(s->reason[i]) - 1] = '\0';
}

static void check(const struct hil_view *v)
{
	uint32_t i;

	if (v->quantities > HIL_VIEW_QUANTITIES ||
	    v->counters > HIL_VIEW_COUNTERS || v->worsts > HIL_VIEW_WORST ||
	    v->witnesses > HIL_VIEW_WITNESSES)
		abort();
	for (i = 0; i < v->quantities; i++) {
		if (v->quantity[i].columns > HIL_VIEW_COLUMNS ||
		    v->quantity[i].bars > HIL_VIEW_BARS)
			abort();
	}
	json_decref(hil_view_to_json(v, HIL_VIEW_PLOTS | HIL_VIEW_HISTOGRAMS));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct hil_snapshot s;
	static struct hil_view view;
	struct hil_view_options options;
	struct input in = { data, size };
	size_t i;

	take(&in, &options, sizeof(options));
	take(&in, &s.mono_ns, sizeof(s.mono_ns));
	take(&in, &s.wall_ns, sizeof(s.wall_ns));
	take(&in, &s.life, sizeof(s.life));
	/* Both come from clocks of our own. */
	s.mono_ns = s.mono_ns & INT64_MAX / 4;
	s.wall_ns = s.wall_ns & INT64_MAX / 4;
	s.attached = s.has_events = s.has_status = true;
	s.live = s.life.code & 1;
	s.series_count = SERIES;
	fill_status(&s.status, &in);
	for (i = 0; i < SERIES; i++) {
		if (!s.series[i].history)
			s.series[i].history = hil_history_new();
		if (!s.series[i].histogram)
			s.series[i].histogram = hil_histogram_new();
		if (!s.series[i].history || !s.series[i].histogram)
			abort();
		fill_series(&s.series[i], &in);
	}
	hil_view_fill(&view, &s, &options);
	check(&view);
	return 0;
}
