/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulated run from its configuration, and configurations by chance. */
#include "tests/sim/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define START_NS INT64_C(250000000)

int64_t hil_sim_board_ns(const struct hil_sim *s, int64_t true_ns)
{
	const struct hil_sim_config *c = &s->config;
	double t = (double)true_ns;
	double off = t * (double)c->drift_ppb * 1e-9 +
		     (double)c->wander_ns * sin(t * 6e-10);

	if (c->bend_ppb && true_ns > s->middle_ns)
		off += (t - (double)s->middle_ns) * (double)c->bend_ppb * 1e-9;
	if (s->jump_at_ns && true_ns > s->jump_at_ns)
		true_ns += c->jump_ns;
	return true_ns + c->offset_ns + (int64_t)floor(off);
}

int64_t hil_sim_delay_ns(struct hil_sim *s, const struct hil_sim_delay *d)
{
	int64_t ns =
		d->floor_ns + hil_random_exponential(&s->random, d->mean_ns);

	if (hil_random_chance(&s->random, d->spike_chance))
		ns += hil_random_exponential(&s->random, d->spike_ns);
	return ns;
}

void hil_sim_turn(struct hil_sim *s, const struct hil_sim_turn *turn)
{
	if (s->turns == s->turn_room) {
		s->turn_room = 2 * s->turn_room + 64;
		s->turn = realloc(s->turn, s->turn_room * sizeof(*s->turn));
		if (!s->turn)
			abort();
	}
	s->turn[s->turns++] = *turn;
}

struct hil_sim_config hil_sim_default(uint64_t seed, bool board)
{
	return (struct hil_sim_config){
		.seed = seed,
		.board = board,
		.edges = 1000,
		.period_ns = 1000000,
		.period_jitter_ns = 100,
		.rate_num = 24000000,
		.rate_den = 1,
		.offset_ns = INT64_C(123456789012345),
		.drift_ppb = 20000,
		.delivery = { 2000, 500, 0.0, 0 },
		.thread = { 3000, 500, 0.0, 0 },
		.wake = { 5000, 3000, 0.0, 0 },
		.response = { 700, 100, 0.0, 0 },
		.ioctl_ns = 3000,
		.ioctl_jitter_ns = 2000,
		.fifo = 16,
	};
}

/* A chance of 0 for most runs, else up to @most. */
static double some(struct hil_random *r, double most)
{
	return hil_random_chance(r, 0.5)
		       ? 0.0
		       : most * (double)hil_random_below(r, 1000) * 1e-3;
}

static int64_t log_uniform(struct hil_random *r, int64_t low, int64_t high)
{
	double u = (double)hil_random_below(r, 1 << 20) * 0x1p-20;

	return (int64_t)((double)low *
			 exp(u * log((double)high / (double)low)));
}

static void wild_delays(struct hil_sim_config *c, struct hil_random *r)
{
	/* from a fast board to an emulated one */
	int64_t scale = log_uniform(r, 1, 40);

	c->delivery = (struct hil_sim_delay){ 300 * scale, 300 * scale,
					      some(r, 0.01), c->period_ns };
	c->thread = (struct hil_sim_delay){ 500 * scale, 400 * scale,
					    some(r, 0.01), 2 * c->period_ns };
	c->wake = (struct hil_sim_delay){ 1000 * scale, 800 * scale,
					  some(r, 0.01), 10 * c->period_ns };
	c->response = (struct hil_sim_delay){ 100 * scale, 50 * scale, 0.0, 0 };
	c->ioctl_ns = 500 * scale;
	c->ioctl_jitter_ns = 500 * scale + 1;
}

struct hil_sim_config hil_sim_wild(uint64_t seed, bool board)
{
	static const uint64_t rates[] = { 1000000,  2000000,  12000000,
					  24000000, 99999999, 100000000 };
	struct hil_random r = { seed * 77 + 5 };
	struct hil_sim_config c = hil_sim_default(seed, board);

	c.rate_num = rates[hil_random_below(&r, 6)];
	c.period_ns = log_uniform(&r, 200000, 20000000);
	c.period_jitter_ns = hil_random_chance(&r, 0.5)
				     ? 100
				     : hil_random_below(&r, c.period_ns / 2);
	c.skew_ns = hil_random_below(&r, (int64_t)(1000000000 / c.rate_num));
	c.offset_ns = hil_random_below(&r, 1000000) * INT64_C(1000000007);
	c.drift_ppb = hil_random_below(&r, 400001) - 200000;
	c.wander_ns = hil_random_below(&r, 3000);
	wild_delays(&c, &r);
	c.pulse = hil_random_chance(&r, 0.2);
	/* a pulse that the analyzer cannot show is nobody's measurement */
	if (c.pulse)
		c.ioctl_ns += (int64_t)(3000000000 / c.rate_num);
	c.fifo = hil_random_chance(&r, 0.5) ? 16 : 4;
	c.never = some(&r, 0.01);
	c.spurious = some(&r, 0.01);
	c.race = some(&r, 0.02);
	c.missing = some(&r, 0.01);
	c.stuck = some(&r, 0.01);
	c.extra = some(&r, 0.01);
	c.glitch = some(&r, 0.02);
	c.gap = some(&r, 0.005);
	c.lost = some(&r, 0.005);
	return c;
}

static void make_edges(struct hil_sim *s)
{
	const struct hil_sim_config *c = &s->config;
	int64_t at_ns = START_NS;

	for (size_t i = 0; i < s->edges; i++) {
		s->edge[i].at_ns = at_ns;
		at_ns += c->period_ns +
			 hil_random_below(&s->random, c->period_jitter_ns);
		if (!c->jump_edge || i != c->jump_edge)
			continue;
		at_ns += c->pause_ns;
		s->jump_at_ns = at_ns - c->period_ns / 10;
	}
	s->end_ns = at_ns;
	s->middle_ns = START_NS + (at_ns - START_NS) / 2;
}

struct hil_sim *hil_sim_run(const struct hil_sim_config *config)
{
	struct hil_sim *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->config = *config;
	s->random.state = config->seed;
	s->edges = config->edges;
	s->edge = calloc(s->edges + 1, sizeof(*s->edge));
	s->event = calloc(2 * s->edges + 2, sizeof(*s->event));
	s->event_edge = calloc(2 * s->edges + 2, sizeof(*s->event_edge));
	s->begin_ns = calloc(2 * s->edges + 2, sizeof(*s->begin_ns));
	s->end_ns_of = calloc(2 * s->edges + 2, sizeof(*s->end_ns_of));
	s->interrupt_off_ns = calloc(2 * s->edges + 2, sizeof(int64_t));
	s->command_off_ns = calloc(2 * s->edges + 2, sizeof(int64_t));
	s->gap = calloc(s->edges + 1, sizeof(*s->gap));
	if (!s->edge || !s->event || !s->event_edge || !s->begin_ns ||
	    !s->end_ns_of || !s->interrupt_off_ns || !s->command_off_ns ||
	    !s->gap) {
		hil_sim_free(s);
		return NULL;
	}
	make_edges(s);
	hil_sim_board(s);
	hil_sim_stamps(s);
	hil_sim_pins(s);
	hil_sim_doubt(s);
	hil_sim_link(s);
	return s;
}

void hil_sim_free(struct hil_sim *s)
{
	if (!s)
		return;
	free(s->edge);
	free(s->event);
	free(s->event_edge);
	free(s->begin_ns);
	free(s->end_ns_of);
	free(s->interrupt_off_ns);
	free(s->command_off_ns);
	free(s->turn);
	free(s->shown);
	free(s->gap);
	free(s->analyzer.record);
	free(s->analyzer.bytes);
	free(s->link.record);
	free(s->link.bytes);
	free(s);
}

struct hil_ledger_config hil_sim_ledger_config(const struct hil_sim *s)
{
	return (struct hil_ledger_config){
		.stimulus_channel = 0,
		.probe_channel = 1,
		.stimulus_edge = HIL_SELECT_RISING,
		.probe_edge = HIL_SELECT_BOTH,
		.probe_mode =
			s->config.pulse ? HIL_PROBE_PULSE : HIL_PROBE_TOGGLE,
		.board = s->config.board,
		.seed_delay_ns = s->config.seed_delay_ns,
		.seed_every = s->config.seed_every,
	};
}
