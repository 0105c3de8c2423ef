/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any edges and any counts: a verdict with texts, and no change of the config
 * that names a channel which is not there. The first byte of each 8 says which
 * part of the rig the rest belongs to.
 */
#include "daemon/link/record.h"
#include "rig/wire/wire_judge.h"
#include "tests/fuzz/fuzz.h"

#define CHANNELS 5
#define LINES    6
#define EDGES    4096

static void begin(struct hil_wire *w)
{
	static const enum hil_wire_role roles[CHANNELS] = {
		HIL_WIRE_STIMULUS, HIL_WIRE_PROBE, HIL_WIRE_HEARTBEAT,
		HIL_WIRE_NO_ROLE, HIL_WIRE_NO_ROLE
	};

	w->rate_hz = 1e6;
	w->hz[HIL_WIRE_FAST] = 250;
	w->hz[HIL_WIRE_SLOW] = 100;
	w->hz[HIL_WIRE_TOGGLE] = 83;
	w->pulses = 20;
	for (int p = 0; p < HIL_WIRE_PHASES; p++) {
		w->window[p].first = (uint64_t)p * 500000;
		w->window[p].end = w->window[p].first + 400000;
		w->high[p] = 0.25;
		w->watched[p] = true;
	}
	for (w->channels = 0; w->channels < CHANNELS; w->channels++) {
		struct hil_wire_channel *c = &w->channel[w->channels];

		c->index = (unsigned int)w->channels;
		c->name[0] = (char)('A' + w->channels);
		c->role = roles[w->channels];
	}
	w->board = true;
	w->spare_line = 2;
	w->probe_line = 1;
	for (w->lines = 0; w->lines < LINES; w->lines++) {
		w->line[w->lines].offset = (unsigned int)w->lines;
		strcpy(w->line[w->lines].state, "watched");
	}
	w->line[0].role = HIL_WIRE_STIMULUS;
	w->line[1].role = HIL_WIRE_PROBE;
	w->line[2].spare = true;
}

/* Pulses on a channel, a count of a line, or a thing that was not made. */
static uint64_t take(struct hil_wire *w, const uint8_t b[8], uint64_t *edge,
		     uint64_t at)
{
	unsigned int n = b[1] % 128u;
	uint64_t period = 1u + b[2] + 256u * b[3], high = 1u + b[4] * 64u;

	if (b[0] < 160) {
		at += b[5] * 4096u;
		for (unsigned int i = 0; i < n && w->edges + 2 < EDGES; i++) {
			edge[w->edges++] =
				hil_edge_pack(at, b[0] % CHANNELS, true);
			edge[w->edges++] = hil_edge_pack(
				at + high, b[0] % CHANNELS, false);
			at += period + high;
		}
	} else if (b[0] < 240) {
		w->line[b[0] % LINES].count[b[1] % HIL_WIRE_PHASES] =
			(struct hil_wire_count){ b[2], b[3],
						 b[4] * 1000000LL * b[5],
						 b[6] * 1000000LL * b[7] };
	} else if (b[0] < 248) {
		w->hz[b[0] % HIL_WIRE_PHASES] = b[1];
	} else {
		w->board = b[1] & 1;
		w->pulses = b[2];
	}
	return at;
}

static void check(const struct hil_wire *w, const struct hil_wire_verdict *v)
{
	if (v->findings > HIL_WIRE_FINDINGS || v->notes > HIL_WIRE_NOTES)
		abort();
	for (size_t i = 0; i < v->findings; i++)
		if (!v->finding[i].text[0] || !v->finding[i].todo[0] ||
		    !v->finding[i].subject[0])
			abort();
	for (int r = HIL_WIRE_STIMULUS; r <= HIL_WIRE_HEARTBEAT; r++)
		if (v->change.channel[r] >= (int)w->channels)
			abort();
	if (v->change.channel[HIL_WIRE_STIMULUS] ==
	    v->change.channel[HIL_WIRE_PROBE])
		abort();
	if (v->change.line && v->change.stimulus_line == w->probe_line)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct hil_wire_rules rules = { .board = true };
	struct hil_wire *w = calloc(1, sizeof(*w));
	uint64_t *edge = calloc(EDGES, sizeof(*edge)), at = 0;
	struct hil_wire_verdict v;

	if (!w || !edge)
		abort();
	begin(w);
	w->edge = edge;
	for (; size >= 8; data += 8, size -= 8)
		at = take(w, data, edge, at);
	if (hil_wire_find(w))
		abort();
	hil_wire_judge(w, &rules, &v);
	check(w, &v);
	free(edge);
	free(w);
	return 0;
}
