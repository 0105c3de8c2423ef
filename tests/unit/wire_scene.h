/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A made-up rig for the tests of `hilrig wire`: five channels at 1 MS/s, eight
 * lines of a board, and signals that a test puts where it wants them.
 *
 * Time: quiet 0 to 0.3 s, 250 Hz from 0.4 to 0.8 s, 100 Hz from 1.0 to 1.4 s,
 * 20 pulses from 1.6 to 1.9 s; the windows are a little wider.
 */
#ifndef HIL_TESTS_WIRE_SCENE_H
#define HIL_TESTS_WIRE_SCENE_H

#include <string.h>

#include "daemon/link/record.h"
#include "rig/wire/wire_judge.h"
#include "tests/unit/test.h"

#define SCENE_EDGES 200000
#define SCENE_END   2000000 /* samples, and us */

struct scene {
	struct hil_wire wire;
	struct hil_wire_rules rules;
	struct hil_wire_verdict verdict;
	uint64_t *edge;
	size_t edges;
};

static inline void scene_edge(struct scene *s, uint64_t us,
			      unsigned int channel, bool level)
{
	assert_true(s->edges < SCENE_EDGES);
	s->edge[s->edges++] = hil_edge_pack(us, channel, level);
}

/* @count pulses, high for @high_us of each period. */
static inline void scene_pulses(struct scene *s, unsigned int channel,
				uint64_t from_us, unsigned int count,
				uint64_t period_us, uint64_t high_us,
				bool inverted)
{
	for (unsigned int i = 0; i < count; i++) {
		scene_edge(s, from_us + i * period_us, channel, !inverted);
		scene_edge(s, from_us + i * period_us + high_us, channel,
			   inverted);
	}
}

static inline void scene_generator(struct scene *s, unsigned int channel,
				   bool inverted)
{
	scene_pulses(s, channel, 400000, 100, 4000, 1000, inverted);
	scene_pulses(s, channel, 1000000, 40, 10000, 2500, inverted);
}

static inline void scene_probe(struct scene *s, unsigned int channel,
			       bool inverted)
{
	scene_pulses(s, channel, 1600000, 20, 12000, 3000, inverted);
}

static inline void scene_clock(struct scene *s, unsigned int channel)
{
	scene_pulses(s, channel, 500, SCENE_END / 2000 - 1, 2000, 1000, false);
}

/* Half periods of 2 to 18 ms, never two alike. */
static inline void scene_noise(struct scene *s, unsigned int channel)
{
	uint32_t random = 7;
	bool level = false;

	for (uint64_t us = 3000; us < SCENE_END;
	     us += 2000 + (random >> 8) % 16000) {
		random = random * 1103515245u + 12345u;
		level = !level;
		scene_edge(s, us, channel, level);
	}
}

/* A pulse of 2 us with each edge of the generator. */
static inline void scene_spikes(struct scene *s, unsigned int channel)
{
	for (unsigned int i = 0; i < 100; i++) {
		uint64_t at[2] = { 400000 + i * 4000, 401000 + i * 4000 };

		for (int k = 0; k < 2; k++) {
			scene_edge(s, at[k] + 1, channel, true);
			scene_edge(s, at[k] + 3, channel, false);
		}
	}
}

static inline void scene_line_generator(struct scene *s, unsigned int line)
{
	struct hil_wire_line *l = &s->wire.line[line];

	l->count[HIL_WIRE_FAST] =
		(struct hil_wire_count){ 100, 100, 99 * 4000000LL + 1000000,
					 100 * 1000000LL };
	l->count[HIL_WIRE_SLOW] =
		(struct hil_wire_count){ 40, 40, 39 * 10000000LL + 2500000,
					 40 * 2500000LL };
}

static inline void scene_line_probe(struct scene *s, unsigned int line)
{
	s->wire.line[line].count[HIL_WIRE_TOGGLE] =
		(struct hil_wire_count){ 20, 20, 19 * 12000000LL + 3000000,
					 20 * 3000000LL };
}

static inline void scene_windows(struct hil_wire *w)
{
	w->window[HIL_WIRE_QUIET] = (struct hil_wire_window){ 0, 300000 };
	w->window[HIL_WIRE_FAST] = (struct hil_wire_window){ 380000, 900000 };
	w->window[HIL_WIRE_SLOW] = (struct hil_wire_window){ 980000, 1500000 };
	w->window[HIL_WIRE_TOGGLE] =
		(struct hil_wire_window){ 1580000, 1950000 };
	w->hz[HIL_WIRE_FAST] = 250;
	w->hz[HIL_WIRE_SLOW] = 100;
	w->hz[HIL_WIRE_TOGGLE] = 1e9 / 12e6;
	for (int p = 0; p < HIL_WIRE_PHASES; p++) {
		w->high[p] = 0.25;
		w->watched[p] = true;
	}
	w->pulses = 20;
}

/* D0=stimulus, D1=probe, D2=heartbeat, D3 and D4 free; nothing moves yet. */
static inline struct scene *scene_new(void)
{
	static const enum hil_wire_role roles[] = {
		HIL_WIRE_STIMULUS, HIL_WIRE_PROBE, HIL_WIRE_HEARTBEAT,
		HIL_WIRE_NO_ROLE, HIL_WIRE_NO_ROLE
	};
	struct scene *s = calloc(1, sizeof(*s));
	struct hil_wire *w = &s->wire;

	s->edge = calloc(SCENE_EDGES, sizeof(*s->edge));
	s->rules.board = true;
	w->rate_hz = 1e6;
	w->edge = s->edge;
	scene_windows(w);
	for (w->channels = 0; w->channels < 5; w->channels++) {
		struct hil_wire_channel *c = &w->channel[w->channels];

		c->index = (unsigned int)w->channels;
		snprintf(c->name, sizeof(c->name), "D%zu", w->channels);
		c->role = roles[w->channels];
	}
	w->board = true;
	w->stimulus_line = 0;
	w->probe_line = 1;
	w->spare_line = 2;
	for (w->lines = 0; w->lines < 8; w->lines++) {
		w->line[w->lines].offset = (unsigned int)w->lines;
		strcpy(w->line[w->lines].state, "watched");
	}
	w->line[0].role = HIL_WIRE_STIMULUS;
	w->line[1].role = HIL_WIRE_PROBE;
	w->line[2].spare = true;
	return s;
}

static inline int scene_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static inline void scene_judge(struct scene *s)
{
	qsort(s->edge, s->edges, sizeof(*s->edge), scene_compare);
	s->wire.edges = s->edges;
	assert_int_equal(hil_wire_find(&s->wire), 0);
	hil_wire_judge(&s->wire, &s->rules, &s->verdict);
}

static inline void scene_free(struct scene *s)
{
	free(s->edge);
	free(s);
}

#endif
