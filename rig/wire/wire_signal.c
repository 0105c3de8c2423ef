/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edges of one channel, spikes taken out, as a rate, a duty and a count. Pure:
 * the caller brings the memory.
 */
#include "rig/wire/wire_signal.h"

#include <stdlib.h>

#include "daemon/link/record.h"

/* What is left of the edges, and where the spikes were, in the caller's room.
 */
struct split {
	uint64_t *clean; /* packed edges */
	size_t clean_count;
	uint64_t spikes;
	uint64_t *spike; /* samples; NULL: only counted */
};

static uint64_t samples_of(const struct hil_wire_edges *e, int64_t ns)
{
	double samples = (double)ns * 1e-9 * e->rate_hz;

	return samples < 3 ? 3 : (uint64_t)samples;
}

/* Two edges closer than a spike's length are a spike and no edges. */
static void split_edges(const struct hil_wire_edges *e,
			struct hil_wire_window w, int64_t shortest_ns,
			struct split *s)
{
	uint64_t shortest = shortest_ns ? samples_of(e, shortest_ns) : 0;

	for (size_t i = 0; i < e->count; i++) {
		uint64_t at = hil_edge_sample(e->edge[i]);
		uint64_t before;

		if (at < w.first || at >= w.end)
			continue;
		before = s->clean_count
				 ? hil_edge_sample(s->clean[s->clean_count - 1])
				 : 0;
		if (!s->clean_count || at - before >= shortest) {
			s->clean[s->clean_count++] = e->edge[i];
			continue;
		}
		s->clean_count--;
		if (s->spike)
			s->spike[s->spikes] = before;
		s->spikes++;
	}
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Turns the clean edges into sorted distances of rising ones. */
static size_t rising_distances(uint64_t *clean, size_t count)
{
	uint64_t before = 0;
	size_t n = 0;
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		uint64_t at = hil_edge_sample(clean[i]);

		if (!hil_edge_level(clean[i]))
			continue;
		if (any)
			clean[n++] = at - before;
		before = at;
		any = true;
	}
	qsort(clean, n, sizeof(*clean), compare);
	return n;
}

static void count_levels(struct hil_wire_signal *out, const uint64_t *clean,
			 size_t count)
{
	uint64_t high = 0, span;

	for (size_t i = 0; i < count; i++) {
		if (hil_edge_level(clean[i]))
			out->rising++;
		else
			out->falling++;
		if (i > 0 && hil_edge_level(clean[i - 1]))
			high += hil_edge_sample(clean[i]) -
				hil_edge_sample(clean[i - 1]);
	}
	out->high = -1;
	if (count < 3)
		return;
	span = hil_edge_sample(clean[count - 1]) - hil_edge_sample(clean[0]);
	out->high = (double)high / (double)span;
}

struct hil_wire_signal hil_wire_signal(const struct hil_wire_edges *e,
				       struct hil_wire_window window,
				       int64_t shortest_ns, uint64_t *scratch)
{
	struct hil_wire_signal out = { .high = -1 };
	struct split s = { .clean = scratch };
	size_t n;

	split_edges(e, window, shortest_ns, &s);
	out.spikes = s.spikes;
	count_levels(&out, scratch, s.clean_count);
	n = rising_distances(scratch, s.clean_count);
	if (n < 2)
		return out;
	out.hz = e->rate_hz / (double)scratch[n / 2];
	out.spread = (double)(scratch[n - 1 - n / 10] - scratch[n / 10]) /
		     (double)scratch[n / 2];
	return out;
}

uint64_t hil_wire_coincident(const struct hil_wire_edges *spiky,
			     const struct hil_wire_edges *source,
			     struct hil_wire_window window, uint64_t *scratch)
{
	uint64_t near = samples_of(spiky, HIL_WIRE_NEAR_NS), found = 0;
	struct split s = { .clean = scratch + spiky->count, .spike = scratch };
	struct split edges = { .clean = scratch + spiky->count };
	size_t k = 0;

	split_edges(spiky, window, HIL_WIRE_SPIKE_NS, &s);
	split_edges(source, window, HIL_WIRE_SPIKE_NS, &edges);
	for (uint64_t i = 0; i < s.spikes; i++) {
		while (k < edges.clean_count &&
		       hil_edge_sample(edges.clean[k]) + near < scratch[i])
			k++;
		if (k < edges.clean_count &&
		    hil_edge_sample(edges.clean[k]) <= scratch[i] + near)
			found++;
	}
	return found;
}
