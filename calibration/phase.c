/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sub-sample phase of edges, and what is left of it in a mean. What becomes of
 * that is the budget's affair. */
#include "calibration/phase.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 3
#define TURNS 6 /* of fitting and leaving out what is far */

void hil_phase_init(struct hil_phase *p)
{
	memset(p, 0, sizeof(*p));
	p->stride = 1;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Missing edges leave gaps of several periods: count periods, not edges. */
static uint64_t periods(double samples, double period_samples)
{
	double number = round(samples / period_samples);

	return number < 1 ? 1 : (uint64_t)number;
}

/* The median of the first steps is no gap and no glitch. */
static void learn_period(struct hil_phase *p)
{
	uint64_t step[HIL_PHASE_KEPT];

	for (size_t i = 1; i < p->kept; i++)
		step[i - 1] = p->edge[i] - p->edge[i - 1];
	qsort(step, p->kept - 1, sizeof(step[0]), compare);
	p->period_samples = (double)step[(p->kept - 1) / 2];
	for (size_t i = 1; i < p->kept; i++)
		p->number[i] = p->number[i - 1] +
			       periods((double)(p->edge[i] - p->edge[i - 1]),
				       p->period_samples);
}

static void keep_every_second(struct hil_phase *p)
{
	for (size_t i = 0; 2 * i < p->kept; i++) {
		p->edge[i] = p->edge[2 * i];
		p->number[i] = p->number[2 * i];
	}
	p->kept = (p->kept + 1) / 2;
	p->stride *= 2;
}

/* The farther the edges reach, the better the period is known: good enough to
 * count the periods of the next stride. */
static void keep(struct hil_phase *p, uint64_t sample)
{
	size_t last = p->kept - 1;

	p->edge[p->kept] = sample;
	if (p->period_samples > 0) {
		p->number[p->kept] = p->number[last] +
				     periods((double)(sample - p->edge[last]),
					     p->period_samples);
		p->period_samples = (double)(sample - p->edge[0]) /
				    (double)p->number[p->kept];
	}
	p->kept++;
}

void hil_phase_add(struct hil_phase *p, uint64_t sample)
{
	if (p->kept && ++p->seen < p->stride)
		return;
	if (p->kept && sample <= p->edge[p->kept - 1])
		return;
	p->seen = 0;
	keep(p, sample);
	if (p->kept == HIL_PHASE_FIRST && !(p->period_samples > 0))
		learn_period(p);
	if (p->kept == HIL_PHASE_KEPT)
		keep_every_second(p);
}

/* Edges less whole periods of a whole number of samples: small numbers on the
 * same grid, by exact arithmetic. */
static void flatten(const struct hil_phase *p, double *number, double *at)
{
	uint64_t whole = (uint64_t)round(p->period_samples);

	for (size_t i = 0; i < p->kept; i++) {
		uint64_t n = p->number[i] - p->number[0];

		number[i] = (double)n;
		at[i] = (double)(int64_t)(p->edge[i] - p->edge[0] - n * whole);
	}
}

/* The edges along a line; those far from it tell nothing about its phase. */
struct line {
	double number[HIL_PHASE_KEPT], at[HIL_PHASE_KEPT];
	bool near[HIL_PHASE_KEPT];
	size_t count, used;
	double middle, start, slope;
};

static double due(const struct line *l, size_t i)
{
	return l->start + l->slope * (l->number[i] - l->middle);
}

static void fit(struct line *l)
{
	double kk = 0, kt = 0;

	l->middle = l->start = 0;
	for (size_t i = 0; i < l->count; i++) {
		l->middle += l->near[i] ? l->number[i] / (double)l->used : 0;
		l->start += l->near[i] ? l->at[i] / (double)l->used : 0;
	}
	for (size_t i = 0; i < l->count; i++) {
		double k = l->near[i] ? l->number[i] - l->middle : 0;

		kk += k * k;
		kt += k * (l->at[i] - l->start);
	}
	l->slope = kk > 0 ? kt / kk : 0;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* A generator that is late now and then must not look like one that jitters:
 * three times the median, but what sampling does is always near. */
static void choose(struct line *l)
{
	double off[HIL_PHASE_KEPT], limit;

	for (size_t i = 0; i < l->count; i++)
		off[i] = fabs(l->at[i] - due(l, i));
	qsort(off, l->count, sizeof(off[0]), by_size);
	limit = fmax(3 * off[l->count / 2], 1);
	l->used = 0;
	for (size_t i = 0; i < l->count; i++) {
		l->near[i] = fabs(l->at[i] - due(l, i)) <= limit;
		l->used += l->near[i];
	}
}

/* Phases along the line, of @density 1 in all. Return: mean square residual
 * of the edges near it. */
static double fold(const struct hil_phase *p, double *density)
{
	struct line l = { .count = p->kept, .used = p->kept };
	double share = 1 / (double)p->kept, squares = 0, off, phase;

	flatten(p, l.number, l.at);
	memset(l.near, true, sizeof(l.near));
	for (int turn = 0; turn < TURNS; turn++) {
		fit(&l);
		choose(&l);
	}
	fit(&l);
	for (size_t i = 0; i < HIL_PHASE_BINS; i++)
		density[i] =
			share * (double)(l.count - l.used) / HIL_PHASE_BINS;
	for (size_t i = 0; i < l.count; i++) {
		if (!l.near[i])
			continue;
		off = l.at[i] - due(&l, i);
		squares += off * off;
		/* half a bin on: rounding must not split one phase into two */
		phase = due(&l, i) + 0.5 / HIL_PHASE_BINS;
		density[(size_t)((phase - floor(phase)) * HIL_PHASE_BINS) %
			HIL_PHASE_BINS] += share;
	}
	return l.used ? squares / (double)l.used : 2;
}

/* (1 + x / 64)^-64 for exp(-x): plain arithmetic, so the same to the last bit
 * on every machine. */
static double bell(double x)
{
	double y = 1 / (1 + x / 64);

	for (int i = 0; i < 6; i++)
		y *= y;
	return y;
}

/* Jitter moves each edge on: the phases, blurred by a normal distribution. */
static void blur(double *density, double sigma)
{
	double weight[HIL_PHASE_BINS] = { 0 }, sharp[HIL_PHASE_BINS], sum = 0;

	memcpy(sharp, density, sizeof(sharp));
	for (size_t i = 0; i < HIL_PHASE_BINS; i++) {
		for (int turn = -4; turn <= 4; turn++) {
			double z = ((double)i / HIL_PHASE_BINS + turn) / sigma;

			weight[i] += bell(z * z / 2);
		}
		sum += weight[i];
	}
	for (size_t i = 0; i < HIL_PHASE_BINS; i++) {
		density[i] = 0;
		for (size_t j = 0; j < HIL_PHASE_BINS; j++)
			density[i] += sharp[j] *
				      weight[(i - j) % HIL_PHASE_BINS] / sum;
	}
}

/* The mean of the quantiser's sawtooth over the phases, at its worst: which
 * phase is whose is not known. */
static double worst_mean(const double *density)
{
	double worst = 0;

	for (size_t shift = 0; shift < HIL_PHASE_BINS; shift++) {
		double mean = 0;

		for (size_t i = 0; i < HIL_PHASE_BINS; i++)
			mean += density[(i + shift) % HIL_PHASE_BINS] *
				(((double)i + 0.5) / HIL_PHASE_BINS - 0.5);
		worst = fmax(worst, fabs(mean));
	}
	return worst;
}

double hil_phase_fixed(struct hil_phase *p)
{
	double density[HIL_PHASE_BINS] = { 0 }, jitter2, worst;

	if (p->kept < LEAST)
		return 0.5;
	if (!(p->period_samples > 0))
		learn_period(p);
	jitter2 = fold(p, density) - 1.0 / 12;
	if (jitter2 > 1)
		return 0;
	if (jitter2 > 1e-4)
		blur(density, sqrt(jitter2));
	worst = worst_mean(density);
	/* one bin alone reads 0.5 less half a bin */
	return worst > 0.5 - 1.0 / HIL_PHASE_BINS ? 0.5 : worst;
}
