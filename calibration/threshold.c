/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of edge time and threshold, from edges at several levels. */
#include "calibration/threshold.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "calibration/loopback.h"
#include "calibration/uncertainty.h"

#define LEAST 100
#define TRIM  10 /* one in so many, at either end */

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Of each rising edge the falling one behind it, before the next rising. */
static size_t high_times(const uint64_t *rise, size_t rises,
			 const uint64_t *fall, size_t falls, double *times)
{
	size_t count = 0, j = 0;

	for (size_t i = 0; i < rises; i++) {
		while (j < falls && fall[j] <= rise[i])
			j++;
		if (j < falls && (i + 1 == rises || fall[j] <= rise[i + 1]))
			times[count++] = (double)(fall[j] - rise[i]);
	}
	return count;
}

static struct hil_threshold_mean mean_of(const double *times, size_t count)
{
	double sum = 0, squares = 0, mean;

	for (size_t i = 0; i < count; i++)
		sum += times[i];
	mean = sum / (double)count;
	for (size_t i = 0; i < count; i++)
		squares += (times[i] - mean) * (times[i] - mean);
	return (struct hil_threshold_mean){
		mean, sqrt(squares / (double)(count - 1) / (double)count)
	};
}

int hil_threshold_high(const uint64_t *rise, size_t rises, const uint64_t *fall,
		       size_t falls, double step_ns,
		       struct hil_threshold_mean *mean)
{
	double *times = malloc((rises + 1) * sizeof(*times)), u[3];
	size_t count, trim;

	if (!times)
		return -ENOMEM;
	count = high_times(rise, rises, fall, falls, times);
	if (count < LEAST) {
		free(times);
		return -ENODATA;
	}
	qsort(times, count, sizeof(*times), by_value);
	trim = count / TRIM;
	*mean = mean_of(times + trim, count - 2 * trim);
	free(times);
	u[0] = mean->u;
	u[1] = hil_uncertainty_rectangular(2 * hil_loopback_fixed(rise, rises));
	u[2] = hil_uncertainty_rectangular(2 * hil_loopback_fixed(fall, falls));
	mean->u = hil_uncertainty_combine(u, 3) * step_ns;
	mean->value *= step_ns;
	return 0;
}

/* Weighted line through y over 1 / volts. Return: its slope. */
static struct hil_threshold_mean
slope_of(const double *x, const struct hil_threshold_mean *y, size_t count)
{
	double w = 0, wx = 0, wy = 0, xx = 0, xy = 0;

	for (size_t i = 0; i < count; i++) {
		double weight = 1 / (y[i].u * y[i].u);

		w += weight;
		wx += weight * x[i];
		wy += weight * y[i].value;
	}
	for (size_t i = 0; i < count; i++) {
		double weight = 1 / (y[i].u * y[i].u), d = x[i] - wx / w;

		xx += weight * d * d;
		xy += weight * d * (y[i].value - wy / w);
	}
	return (struct hil_threshold_mean){ xy / xx, sqrt(1 / xx) };
}

/* What the last measurement at the first level differs from the first one: how
 * far the generator repeats itself. */
static double repeats_within(const struct hil_threshold_level *level,
			     const struct hil_threshold_mean *y, size_t count)
{
	return level[count - 1].volts == level[0].volts
		       ? fabs(y[count - 1].value - y[0].value) / M_SQRT2
		       : 0;
}

static struct hil_threshold_mean fit(const struct hil_threshold_level *level,
				     struct hil_threshold_mean *y, size_t count)
{
	double within = repeats_within(level, y, count);
	double x[HIL_THRESHOLD_LEVELS];

	for (size_t i = 0; i < count; i++) {
		x[i] = 1 / level[i].volts;
		y[i].u = hypot(y[i].u, within);
	}
	return slope_of(x, y, count);
}

static bool has_two_levels(const struct hil_threshold_level *level,
			   size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (level[i].volts != level[0].volts)
			return true;
	return false;
}

static struct hil_threshold_mean scaled(struct hil_threshold_mean m, double by)
{
	return (struct hil_threshold_mean){ m.value * by, m.u * fabs(by) };
}

int hil_threshold_fit(const struct hil_threshold_level *level, size_t count,
		      struct hil_threshold *r)
{
	struct hil_threshold_mean y[HIL_THRESHOLD_LEVELS];

	*r = (struct hil_threshold){ 0 };
	if (count > HIL_THRESHOLD_LEVELS || !has_two_levels(level, count))
		return -ENODATA;
	for (int c = 0; c < 2; c++) {
		for (size_t i = 0; i < count; i++)
			y[i] = level[i].high_ns[c];
		r->product_v_ns[c] = scaled(fit(level, y, count), -0.5);
		r->crossing_ns[c] =
			scaled(r->product_v_ns[c], 1 / level[0].volts);
	}
	for (size_t i = 0; i < count; i++)
		y[i] = level[i].skew_ns;
	r->apart_v_ns = fit(level, y, count);
	r->limit_ns = fmax(r->crossing_ns[0].value, 0) +
		      HIL_COVERAGE_FACTOR * r->crossing_ns[0].u;
	r->u_ns = hil_uncertainty_rectangular(2 * r->limit_ns);
	return 0;
}
