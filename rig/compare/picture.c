/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a comparison to its pictures. */
#include "rig/compare/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BODY_RATIO 3.0 /* max over p99 from where on the body has a picture */
#define P99        2   /* of the distribution's quantiles */

static bool has_values(const struct hil_arm *arm)
{
	return arm->latency.known && arm->latency.histogram &&
	       arm->latency.histogram->count;
}

static double nice_factor(double least)
{
	double power = 1;

	while (power * 10 <= least)
		power *= 10;
	if (least <= power)
		return power;
	if (least <= 2 * power)
		return 2 * power;
	return least <= 5 * power ? 5 * power : 10 * power;
}

static double bucket_us(const struct hil_histogram *h, size_t bucket)
{
	double low = (double)hil_histogram_low(bucket);
	double middle = (low + (double)hil_histogram_high(bucket)) / 2;

	return fmin(fmax(middle, (double)h->min_ns), (double)h->max_ns) / 1000;
}

static void fill(const struct hil_histogram *h,
		 const struct hil_figure_overlay *f, uint64_t *count)
{
	size_t i;

	for (i = 0; i < HIL_HISTOGRAM_BUCKETS; i++) {
		double at;

		if (!h->bucket[i])
			continue;
		at = floor((bucket_us(h, i) - f->low_us) / f->width_us);
		if (at >= 0 && at < (double)f->bars)
			count[(size_t)at] += h->bucket[i];
	}
}

/* Bars hold whole samples, or a comb would show that is not there. */
static void set_bars(struct hil_figure_overlay *f, double from_us, double to_us,
		     double sample_us)
{
	double width;

	if (!(sample_us > 0))
		sample_us = 0.001;
	width = (to_us - from_us) / (HIL_OVERLAY_BARS - 2) / sample_us;
	f->width_us = sample_us * nice_factor(fmax(width, 1));
	f->low_us =
		floor((from_us + sample_us / 2) / f->width_us) * f->width_us -
		sample_us / 2;
	f->bars = (size_t)fmin(ceil((to_us - f->low_us) / f->width_us) + 1,
			       HIL_OVERLAY_BARS);
}

bool hil_overlay_make(struct hil_overlay_picture *p,
		      const struct hil_comparison *c, bool body,
		      double sample_us)
{
	struct hil_figure_overlay *f = &p->figure;
	double from = (double)INFINITY, most = 0, p99 = 0;
	size_t i;

	memset(p, 0, sizeof(*p));
	for (i = 0; i < c->arms; i++) {
		const struct hil_distribution *d = &c->arm[i].latency;

		if (!has_values(&c->arm[i]))
			continue;
		from = fmin(from, (double)d->histogram->min_ns / 1000);
		most = fmax(most, (double)d->histogram->max_ns / 1000);
		p99 = fmax(p99, (double)d->quantile[P99].value_ns / 1000);
	}
	if (!isfinite(from) || (body && most < BODY_RATIO * p99))
		return false;
	set_bars(f, from, body ? p99 : most, sample_us);
	f->x_label = "latency, \u00b5s";
	snprintf(p->y_label, sizeof(p->y_label), "edges in each %.4g \u00b5s",
		 f->width_us);
	f->y_label = p->y_label;
	f->series = p->series;
	f->count = c->arms;
	for (i = 0; i < c->arms; i++) {
		p->series[i] = (struct hil_figure_series){ c->arm[i].name,
							   p->count[i] };
		if (has_values(&c->arm[i]))
			fill(c->arm[i].latency.histogram, f, p->count[i]);
	}
	return true;
}

static enum hil_figure_state state_of(const struct hil_compare_result *r)
{
	if (r->verdict == HIL_COMPARE_NO_DIFFERENCE)
		return HIL_FIGURE_EQUAL;
	return r->verdict == HIL_COMPARE_DIFFERS ? HIL_FIGURE_DIFFERS
						 : HIL_FIGURE_OPEN;
}

void hil_intervals_make(struct hil_intervals_picture *p,
			const struct hil_comparison *c,
			enum hil_compare_quantity q, bool all)
{
	size_t i, n = 0;

	memset(p, 0, sizeof(*p));
	for (i = 0; i < c->pairs; i++) {
		const struct hil_pair *pair = &c->pair[i];
		const struct hil_compare_result *r = &pair->of[q];

		if (pair->a && !all)
			continue;
		if (pair->a)
			snprintf(p->label[n], HIL_LABEL_BYTES, "%.40s - %.40s",
				 c->arm[pair->b].name, c->arm[pair->a].name);
		else
			snprintf(p->label[n], HIL_LABEL_BYTES, "%.80s",
				 c->arm[pair->b].name);
		p->row[n] = (struct hil_figure_interval){
			.label = p->label[n],
			.low = r->interval ? r->low_ns / 1000 : (double)NAN,
			.value = r->rounds ? r->difference_ns / 1000
					   : (double)NAN,
			.high = r->interval ? r->high_ns / 1000 : (double)NAN,
			.margin = pair->margin_ns[q] / 1000,
			.state = state_of(r),
		};
		n++;
	}
	p->figure.row = p->row;
	p->figure.rows = n;
	p->figure.title = hil_compare_quantity_name(q);
	p->figure.x_label = "difference, \u00b5s";
}
