/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the analyzer sees: both pins at sample instants, faults of the probe,
 * and gaps. An edge is at the first sample that shows the new level.
 */
#include <stdlib.h>

#include "tests/sim/sim.h"

#define BATCH 200

struct seen {
	uint64_t sample;
	unsigned int channel;
	bool level;
};

struct pins {
	struct seen *seen;
	size_t count;
};

static uint64_t sample_of(const struct hil_sim *s, int64_t at_ns)
{
	const struct hil_sim_config *c = &s->config;

	__extension__ typedef unsigned __int128 wide;
	wide scaled = (wide)(uint64_t)at_ns * c->rate_num;
	wide unit = (wide)c->rate_den * 1000000000;

	return (uint64_t)((scaled + unit - 1) / unit);
}

static void add_invert(struct hil_sim *s, int64_t at_ns)
{
	struct hil_sim_turn turn = { .at_ns = at_ns, .event = UINT64_MAX };

	hil_sim_turn(s, &turn);
}

/* Faults of single commands; the list grows behind those it walks over. */
static void add_faults(struct hil_sim *s)
{
	const struct hil_sim_config *c = &s->config;
	int64_t tau_ns = (int64_t)(1000000000 * c->rate_den / c->rate_num) + 1;
	size_t commands = s->turns;

	for (size_t i = 0; i < commands; i++) {
		int64_t at_ns = s->turn[i].at_ns;
		int64_t later_ns =
			at_ns + hil_random_below(&s->random, c->period_ns);

		if (s->turn[i].event == UINT64_MAX)
			continue;
		if (hil_random_chance(&s->random, c->stuck))
			s->turn[i].at_ns = INT64_MAX;
		else if (hil_random_chance(&s->random, c->missing))
			add_invert(s, at_ns);
		if (hil_random_chance(&s->random, c->extra))
			add_invert(s, later_ns);
		if (hil_random_chance(&s->random, c->glitch)) {
			add_invert(s, later_ns);
			add_invert(s, later_ns + hil_random_below(&s->random,
								  4 * tau_ns));
		}
	}
}

static int by_time(const void *a, const void *b)
{
	const struct hil_sim_turn *x = a, *y = b;

	return (x->at_ns > y->at_ns) - (x->at_ns < y->at_ns);
}

static uint64_t turn_sample(const struct hil_sim *s, size_t i)
{
	return sample_of(s, s->turn[i].at_ns + s->config.skew_ns);
}

/* The edge at @at is the answer of @event, if it is anybody's. */
static void note_answer(struct hil_sim *s, uint64_t event, uint64_t at,
			int64_t at_ns)
{
	struct hil_sim_edge *e;

	if (event >= s->events || s->event_edge[event] == SIZE_MAX)
		return;
	e = &s->edge[s->event_edge[event]];
	e->answered = true;
	e->probe = at;
	e->probe_ns = at_ns;
}

/* A sample shows the level after all turns that fall into it. */
static void see_probe(struct hil_sim *s, struct pins *p)
{
	bool pin = false, turned = false, shown = false;
	size_t i = 0;

	qsort(s->turn, s->turns, sizeof(*s->turn), by_time);
	while (s->turns && s->turn[s->turns - 1].at_ns == INT64_MAX)
		s->turns--;
	while (i < s->turns) {
		uint64_t at = turn_sample(s, i), event = UINT64_MAX;
		int64_t at_ns = s->turn[i].at_ns;
		size_t first = i;

		for (; i < s->turns && turn_sample(s, i) == at; i++) {
			const struct hil_sim_turn *t = &s->turn[i];

			pin = t->set ? t->level : pin;
			turned ^= !t->set;
			if (t->first) {
				event = t->event;
				at_ns = t->at_ns;
			}
		}
		if ((pin ^ turned) == shown)
			continue;
		shown = !shown;
		p->seen[p->count++] = (struct seen){ at, 1, shown };
		note_answer(s, event, at, at_ns);
		s->turn[first].seen = i - first == 1;
	}
}

static void see_stimulus(struct hil_sim *s, struct pins *p)
{
	for (size_t i = 0; i < s->edges; i++) {
		struct hil_sim_edge *e = &s->edge[i];
		int64_t width_ns =
			(i + 1 < s->edges ? s->edge[i + 1].at_ns - e->at_ns
					  : s->config.period_ns) /
			2;

		e->sample = sample_of(s, e->at_ns);
		e->seen = true;
		p->seen[p->count++] = (struct seen){ e->sample, 0, true };
		p->seen[p->count++] =
			(struct seen){ sample_of(s, e->at_ns + width_ns), 0,
				       false };
	}
}

static int by_sample(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->sample != y->sample)
		return x->sample < y->sample ? -1 : 1;
	return (int)x->channel - (int)y->channel;
}

static void make_gaps(struct hil_sim *s)
{
	const struct hil_sim_config *c = &s->config;
	uint64_t after = 0;

	for (size_t i = 0; i < s->edges; i++) {
		uint64_t first, end;
		int64_t from_ns = s->edge[i].at_ns +
				  hil_random_below(&s->random, c->period_ns);

		if (!hil_random_chance(&s->random, c->gap))
			continue;
		first = sample_of(s, from_ns);
		end = sample_of(s,
				from_ns + hil_random_below(&s->random,
							   3 * c->period_ns)) +
		      1;
		if (first <= after)
			continue;
		s->gap[s->gaps++] = (struct hil_sim_gap){ first, end };
		after = end;
	}
}

static bool in_gap(const struct hil_sim *s, size_t *g, uint64_t sample)
{
	while (*g < s->gaps && s->gap[*g].end <= sample)
		(*g)++;
	return *g < s->gaps && s->gap[*g].first <= sample;
}

static int64_t time_of(const struct hil_sim *s, uint64_t sample)
{
	return (int64_t)((double)sample * 1e9 * (double)s->config.rate_den /
			 (double)s->config.rate_num);
}

static void put_batch(struct hil_sim *s, uint64_t *batch, size_t *n,
		      uint64_t cover)
{
	struct hil_cover c = { cover, 0 };

	if (*n)
		hil_sim_put(&s->analyzer, HIL_RECORD_EDGES, time_of(s, cover),
			    batch, *n * sizeof(*batch));
	hil_sim_put(&s->analyzer, HIL_RECORD_COVER, time_of(s, cover), &c,
		    sizeof(c));
	*n = 0;
}

static void put_gap(struct hil_sim *s, const struct hil_sim_gap *g,
		    const bool level[2])
{
	struct hil_gap gap = { g->first, g->end, HIL_GAP_OVERFLOW, 0 };
	struct hil_levels levels = { .sample = g->end };

	levels.level[0] = (uint64_t)level[0] | (uint64_t)level[1] << 1;
	hil_sim_put(&s->analyzer, HIL_RECORD_GAP, time_of(s, g->end), &gap,
		    sizeof(gap));
	hil_sim_put(&s->analyzer, HIL_RECORD_LEVELS, time_of(s, g->end),
		    &levels, sizeof(levels));
}

static void put_seen(struct hil_sim *s, const struct pins *p)
{
	uint64_t batch[BATCH], last_cover = 0;
	bool level[2] = { false, false };
	size_t n = 0, g = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct seen *e = &p->seen[i];

		for (; g < s->gaps && s->gap[g].end <= e->sample; g++) {
			put_batch(s, batch, &n, s->gap[g].first);
			put_gap(s, &s->gap[g], level);
			last_cover = s->gap[g].end;
		}
		level[e->channel] = e->level;
		if (g < s->gaps && e->sample >= s->gap[g].first)
			continue;
		if (n == BATCH ||
		    (n && time_of(s, e->sample - last_cover) > 20000000)) {
			put_batch(s, batch, &n, e->sample);
			last_cover = e->sample;
		}
		if (e->channel == 1)
			s->shown[s->showns++] = e->sample;
		batch[n++] = hil_edge_pack(e->sample, e->channel, e->level);
	}
	for (; g < s->gaps; g++) {
		put_batch(s, batch, &n, s->gap[g].first);
		put_gap(s, &s->gap[g], level);
	}
	put_batch(s, batch, &n, sample_of(s, s->end_ns));
}

/* What a gap hides from the analyzer, the truth must not promise. */
static void hide(struct hil_sim *s)
{
	size_t g = 0;

	for (size_t i = 0; i < s->edges; i++) {
		struct hil_sim_edge *e = &s->edge[i];
		size_t probe_gap = 0;

		e->seen = !in_gap(s, &g, e->sample);
		if (e->answered && in_gap(s, &probe_gap, e->probe))
			e->answered = false;
	}
}

void hil_sim_pins(struct hil_sim *s)
{
	struct pins p = { 0 };

	add_faults(s);
	/* a turned-over pin is turned back at the end, out of the way */
	s->end_ns += 100000000;
	p.seen = calloc(2 * s->edges + s->turns + 1, sizeof(*p.seen));
	s->shown = calloc(s->turns + 1, sizeof(*s->shown));
	if (!p.seen || !s->shown)
		abort();
	see_stimulus(s, &p);
	see_probe(s, &p);
	qsort(p.seen, p.count, sizeof(*p.seen), by_sample);
	make_gaps(s);
	hide(s);
	put_seen(s, &p);
	free(p.seen);
}
