/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edge times by pattern. A part is what has one law from its first edge on: a
 * step, a sweep, a burst, or all of a steady stimulus.
 */
#include "daemon/stimulus/schedule.h"

#include <math.h>
#include <stdbool.h>

#define SEED 88172645463325252ull

/* Source: Marsaglia, "Xorshift RNGs", J. Stat. Soft. 8 (2003). */
static double random_unit(struct hil_stimulus_schedule *s)
{
	s->random ^= s->random << 13;
	s->random ^= s->random >> 7;
	s->random ^= s->random << 17;
	return (double)(s->random >> 11) * 0x1p-53;
}

static int64_t steady_ns(const struct hil_stimulus_schedule *s)
{
	return s->part_ns + llroundl((long double)s->edge * 1e9L /
				     (long double)s->frequency_hz);
}

static void next_part(struct hil_stimulus_schedule *s, int64_t start_ns)
{
	s->part_ns = start_ns;
	s->edge = 0;
}

static int64_t jitter_ns(struct hil_stimulus_schedule *s)
{
	return steady_ns(s) +
	       llround((double)s->period_ns * s->pattern.percent / 100 *
		       (random_unit(s) - 0.5));
}

static int64_t missing_ns(struct hil_stimulus_schedule *s)
{
	if (s->edge % s->pattern.count == s->pattern.count - 1)
		s->edge++;
	return steady_ns(s);
}

static int64_t step_ns(struct hil_stimulus_schedule *s)
{
	const struct hil_pattern *p = &s->pattern;
	int64_t at = (int64_t)s->edge * p->step_ns[s->step];

	if (at < p->dwell_ns)
		return s->part_ns + at;
	s->step = (s->step + 1) % p->steps;
	next_part(s, s->part_ns + at);
	return s->part_ns;
}

/* Edge n where the phase f t + a t^2 / 2 is n: the root that stays exact
 * for a near 0. */
static int64_t sweep_ns(struct hil_stimulus_schedule *s)
{
	const struct hil_pattern *p = &s->pattern;
	double f = 1e9 / (double)p->from_ns;
	double a = (1e9 / (double)p->to_ns - f) / ((double)p->over_ns * 1e-9);
	double n = (double)s->edge;
	double under = f * f + 2 * a * n;
	/* a falling frequency ends the sweep before the root does */
	double at_s = under > 0 ? 2 * n / (f + sqrt(under)) : (double)INFINITY;
	int64_t end_ns;

	if (at_s * 1e9 < (double)p->over_ns)
		return s->part_ns + llround(at_s * 1e9);
	/* the last interval is one of the last period */
	end_ns = s->next_ns + p->to_ns;
	next_part(s, end_ns);
	return end_ns;
}

static int64_t prime_ns(struct hil_stimulus_schedule *s)
{
	if (s->edge == 0)
		return s->part_ns;
	return s->next_ns + s->prime_ns[(s->edge - 1) % s->pattern.count];
}

static int64_t burst_ns(struct hil_stimulus_schedule *s)
{
	if (s->edge == s->pattern.count)
		next_part(s, s->part_ns + s->pattern.every_ns);
	return steady_ns(s);
}

static int64_t single_ns(struct hil_stimulus_schedule *s)
{
	const struct hil_pattern *p = &s->pattern;

	if (s->edge == 0)
		return s->part_ns;
	return s->next_ns + p->from_ns +
	       llround((double)(p->to_ns - p->from_ns) * random_unit(s));
}

static int64_t rise_ns(struct hil_stimulus_schedule *s)
{
	static int64_t (*const of[HIL_PATTERNS])(struct hil_stimulus_schedule *
						 s) = {
		[HIL_PATTERN_JITTER] = jitter_ns,
		[HIL_PATTERN_SWEEP] = sweep_ns,
		[HIL_PATTERN_STEP] = step_ns,
		[HIL_PATTERN_PRIME] = prime_ns,
		[HIL_PATTERN_BURST] = burst_ns,
		[HIL_PATTERN_SINGLE] = single_ns,
		[HIL_PATTERN_MISSING] = missing_ns,
	};
	int64_t at =
		of[s->pattern.kind] ? of[s->pattern.kind](s) : steady_ns(s);

	s->edge++;
	return at;
}

void hil_stimulus_start(struct hil_stimulus_schedule *s,
			const struct hil_pattern *p, double frequency_hz,
			double duty, int64_t start_ns)
{
	*s = (struct hil_stimulus_schedule){ .pattern = *p,
					     .duty = duty,
					     .frequency_hz = frequency_hz,
					     .period_ns = llround(1e9 /
								  frequency_hz),
					     .part_ns = start_ns,
					     .random = SEED };
	if (p->kind == HIL_PATTERN_PRIME)
		hil_pattern_primes(p, s->period_ns, s->prime_ns);
	s->next_ns = rise_ns(s);
}

/* A pause does not make the pulse before it longer. */
static int64_t pulse_ns(const struct hil_stimulus_schedule *s, int64_t interval)
{
	enum hil_pattern_kind kind = s->pattern.kind;
	bool paces = kind == HIL_PATTERN_SWEEP || kind == HIL_PATTERN_STEP ||
		     kind == HIL_PATTERN_PRIME || interval < s->period_ns;

	return llround((double)(paces ? interval : s->period_ns) * s->duty);
}

void hil_stimulus_next(struct hil_stimulus_schedule *s,
		       struct hil_schedule_edge *edge)
{
	edge->rise_ns = s->next_ns;
	s->next_ns = rise_ns(s);
	edge->interval_ns = s->next_ns - edge->rise_ns;
	edge->fall_ns = edge->rise_ns + pulse_ns(s, edge->interval_ns);
}
