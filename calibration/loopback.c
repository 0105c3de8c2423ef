/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Skew, floor and drift of two channels that see one signal. */
#include "calibration/loopback.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "calibration/phase.h"
#include "calibration/uncertainty.h"

#define LEAST_PAIRS 100

static uint64_t shortest(const uint64_t *a, size_t count)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 1; i < count; i++)
		if (a[i] - a[i - 1] < least)
			least = a[i] - a[i - 1];
	return least;
}

static int64_t difference(uint64_t from, uint64_t to)
{
	return (int64_t)(to - from);
}

/* Differences in samples into @d. Return: how many. */
static size_t pair(const uint64_t *a, size_t a_count, const uint64_t *b,
		   size_t b_count, double *d)
{
	double limit = (double)shortest(a, a_count) / 4;
	size_t count = 0, j = 0;

	for (size_t i = 0; i < a_count; i++) {
		while (j + 1 < b_count && llabs(difference(a[i], b[j + 1])) <=
						  llabs(difference(a[i], b[j])))
			j++;
		if (j < b_count &&
		    (double)llabs(difference(a[i], b[j])) <= limit)
			d[count++] = (double)difference(a[i], b[j]);
	}
	return count;
}

static double mean(const double *d, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += d[i];
	return sum / (double)count;
}

static void sum_up(const double *d, size_t count, double step_ns,
		   struct hil_loopback *r)
{
	double middle = mean(d, count), squares = 0;
	size_t half = count / 2;

	r->min_ns = r->max_ns = d[0] * step_ns;
	for (size_t i = 0; i < count; i++) {
		squares += (d[i] - middle) * (d[i] - middle);
		r->min_ns = fmin(r->min_ns, d[i] * step_ns);
		r->max_ns = fmax(r->max_ns, d[i] * step_ns);
	}
	r->skew_ns = middle * step_ns;
	r->stddev_ns = sqrt(squares / (double)(count - 1)) * step_ns;
	r->drift_ns = (mean(d + half, count - half) - mean(d, half)) * step_ns;
}

double hil_loopback_fixed(const uint64_t *a, size_t count)
{
	struct hil_phase *p = malloc(sizeof(*p));
	double fixed = 0.5;

	if (!p)
		return fixed;
	hil_phase_init(p);
	for (size_t i = 0; i < count; i++)
		hil_phase_add(p, a[i]);
	fixed = hil_phase_fixed(p);
	free(p);
	return fixed;
}

int hil_loopback_judge(const uint64_t *a, size_t a_count, const uint64_t *b,
		       size_t b_count, double step_ns, struct hil_loopback *r)
{
	double *d = malloc((a_count + 1) * sizeof(*d)), u[4];
	size_t count;

	*r = (struct hil_loopback){ 0 };
	if (!d)
		return -ENOMEM;
	count = pair(a, a_count, b, b_count, d);
	r->pairs = count;
	r->unmatched =
		a_count - count + (b_count > count ? b_count - count : 0);
	if (count < LEAST_PAIRS || r->unmatched > count / 100 + 2) {
		free(d);
		return -ENODATA;
	}
	sum_up(d, count, step_ns, r);
	free(d);
	u[0] = r->stddev_ns / sqrt((double)count);
	u[1] = hil_uncertainty_rectangular(2 * hil_loopback_fixed(a, a_count) *
					   step_ns);
	u[2] = hil_uncertainty_rectangular(2 * hil_loopback_fixed(b, b_count) *
					   step_ns);
	/* what was seen in none of so many pairs may be in one of them */
	u[3] = step_ns / (double)count;
	r->u_ns = hil_uncertainty_combine(u, 4);
	return 0;
}
