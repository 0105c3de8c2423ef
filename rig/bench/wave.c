/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The absolute schedule of the generator; who is late is seen elsewhere. */
#include "rig/bench/wave.h"

#include <math.h>

#define SEED 88172645463325252ull

void hil_wave_start(struct hil_wave *w, const struct hil_wave_pattern *pattern,
		    double frequency_hz, double duty_percent, int64_t start_ns)
{
	*w = (struct hil_wave){ .pattern = *pattern,
				.duty_percent = duty_percent,
				.frequency_hz = frequency_hz,
				.part_ns = start_ns,
				.random = SEED };
	if (pattern->kind == HIL_WAVE_STEP)
		w->frequency_hz = pattern->step_hz[0];
}

/* Source: Marsaglia, "Xorshift RNGs", J. Stat. Soft. 8 (2003). */
static double random_unit(struct hil_wave *w)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return (double)(w->random >> 11) * 0x1p-53;
}

static int64_t edge_ns(const struct hil_wave *w)
{
	return w->part_ns + llroundl((long double)w->edge * 1e9L /
				     (long double)w->frequency_hz);
}

static void next_part(struct hil_wave *w, int64_t start_ns)
{
	w->step = (w->step + 1) % w->pattern.steps;
	w->frequency_hz = w->pattern.step_hz[w->step];
	w->part_ns = start_ns;
	w->edge = 0;
}

void hil_wave_next(struct hil_wave *w, struct hil_wave_edge *edge)
{
	int64_t rise_ns = edge_ns(w);

	if (w->pattern.kind == HIL_WAVE_STEP &&
	    (double)(rise_ns - w->part_ns) >= w->pattern.dwell_s * 1e9)
		next_part(w, rise_ns);
	w->edge++;
	edge->period_ns = llround(1e9 / w->frequency_hz);
	edge->rise_ns = rise_ns;
	if (w->pattern.kind == HIL_WAVE_JITTER)
		edge->rise_ns += llround((double)edge->period_ns *
					 w->pattern.jitter_percent / 100 *
					 (random_unit(w) - 0.5));
	edge->fall_ns = edge->rise_ns + llround((double)edge->period_ns *
						w->duty_percent / 100);
}
