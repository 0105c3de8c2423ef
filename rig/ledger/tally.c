/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of one quantity into histogram, series and exact sums, and what is
 * reported of them. Which values may enter is decided elsewhere. */
#include "rig/ledger/tally.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "calibration/quantile_bounds.h"
#include "calibration/uncertainty.h"
#include "rig/ledger/series.h"

static const double quantiles[HIL_RESULT_QUANTILES] = { 0.5, 0.9, 0.99, 0.999,
							0.9999 };

int hil_tally_init(struct hil_tally *t)
{
	t->histogram = hil_histogram_new();
	t->series = malloc(sizeof(*t->series));
	t->squares_ns2 = 0;
	t->refused = 0;
	if (!t->histogram || !t->series) {
		hil_tally_free(t);
		return -ENOMEM;
	}
	hil_series_init(t->series);
	return 0;
}

void hil_tally_free(struct hil_tally *t)
{
	hil_histogram_free(t->histogram);
	free(t->series);
	t->histogram = NULL;
	t->series = NULL;
}

void hil_tally_add(struct hil_tally *t, int64_t at_ns, int64_t value_ns)
{
	int64_t sum_ns;

	if (!t->histogram)
		return;
	/* only a damaged or hostile stream has such values; a sum that
	 * overflows would be a wrong number instead of none */
	if (value_ns > HIL_TALLY_MAX_NS || value_ns < -HIL_TALLY_MAX_NS ||
	    __builtin_add_overflow(t->histogram->sum_ns, value_ns, &sum_ns)) {
		t->refused++;
		return;
	}
	hil_histogram_add(t->histogram, value_ns);
	hil_series_add(t->series, at_ns, value_ns);
	t->squares_ns2 += (hil_wide)value_ns * value_ns;
}

/*
 * Sum of (x - m)^2 for a whole m near the mean, then the small rest: nothing
 * cancels in floating point.
 */
static double stddev(const struct hil_tally *t)
{
	hil_wide n = (hil_wide)t->histogram->count;
	hil_wide sum = t->histogram->sum_ns;
	hil_wide m = n ? sum / n : 0;
	double about_m, rest;

	if (n < 2)
		return 0.0;
	about_m = (double)(t->squares_ns2 - 2 * m * sum + n * m * m);
	rest = (double)(sum - n * m);
	about_m -= rest * rest / (double)n;
	return about_m > 0.0 ? sqrt(about_m / (double)(n - 1)) : 0.0;
}

static struct hil_quantile quantile(const struct hil_histogram *h, double q)
{
	struct hil_quantile_bounds b = hil_quantile_bounds(h->count, q);
	struct hil_quantile r = { q, hil_histogram_quantile(h, q), INT64_MIN,
				  INT64_MAX };
	int64_t ns;

	if (b.low) {
		ns = hil_histogram_rank(h, b.low);
		r.low_ns = ns < 0 ? ns
				  : hil_histogram_low(hil_histogram_index(ns));
		if (r.low_ns < h->min_ns)
			r.low_ns = h->min_ns;
	}
	if (b.high) {
		ns = hil_histogram_rank(h, b.high);
		r.high_ns =
			ns < 0 ? ns
			       : hil_histogram_high(hil_histogram_index(ns));
		if (r.high_ns > h->max_ns || ns > HIL_HISTOGRAM_VALUE_MAX)
			r.high_ns = h->max_ns;
	}
	return r;
}

void hil_tally_finish(struct hil_tally *t, double u_ns,
		      struct hil_distribution *d)
{
	if (!t->histogram)
		return;
	d->known = true;
	d->u_ns = u_ns;
	d->k = HIL_COVERAGE_FACTOR;
	d->mean_ns = hil_histogram_mean(t->histogram);
	d->stddev_ns = stddev(t);
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++)
		d->quantile[i] = quantile(t->histogram, quantiles[i]);
	d->histogram = t->histogram;
	d->series = t->series;
	t->histogram = NULL;
	t->series = NULL;
}
