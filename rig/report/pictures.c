/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a result to the pictures of its report, and those as files. */
#include "rig/report/pictures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig/report/picture_bars.h"
#include "rig/report/unit.h"

#define LABELLED   3 /* of the worst ten; more would hide each other */
#define BODY_RATIO 3 /* max over p99 from where on the body gets a picture */

#define FOLD_ABOUT "Minimum, mean and maximum of the latency over the phase of "

static const struct {
	const char *name, *title, *about;
} words[HIL_PICTURES] = {
	[HIL_PICTURE_HISTOGRAM] = { "latency-histogram", "Latency",
				    "Histogram of all latencies, linear time "
				    "and logarithmic count" },
	[HIL_PICTURE_BODY] = { "latency-body", "Latency up to p99",
			       "Histogram of the latencies up to the 99th "
			       "percentile" },
	[HIL_PICTURE_LATENCY] = { "latency-time", "Latency over time",
				  "Minimum, mean and maximum of the latency "
				  "over the time of the run" },
	[HIL_PICTURE_PERIOD] = { "period-time",
				 "Period of the interrupt thread",
				 "Minimum, mean and maximum of the time "
				 "between "
				 "two activations of the interrupt thread" },
	[HIL_PICTURE_CLOCK] = { "clock-time", "Clock residuals",
				"Stamps of interrupts and of probe commands "
				"against the middle of what they leave for "
				"the board's clock, with the width of that, "
				"over the time of the run" },
	[HIL_PICTURE_FOLD] = { "latency-phase-1ms",
			       "Latency over a tick of "
			       "1 ms",
			       FOLD_ABOUT "a tick of 1 ms" },
	[HIL_PICTURE_FOLD + 1] = { "latency-phase-4ms",
				   "Latency over a tick of 4 ms",
				   FOLD_ABOUT "a tick of 4 ms" },
	[HIL_PICTURE_FOLD + 2] = { "latency-phase-10ms",
				   "Latency over a tick of 10 ms",
				   FOLD_ABOUT "a tick of 10 ms" },
	[HIL_PICTURE_FOLD + 3] = { "latency-phase-tick",
				   "Latency over the board's tick",
				   FOLD_ABOUT "the board's tick" },
	[HIL_PICTURE_FOLD + 4] = { "latency-phase-period",
				   "Latency over the stimulus's period",
				   FOLD_ABOUT "the stimulus's period" },
};

const char *hil_picture_title(enum hil_picture_kind kind)
{
	return words[kind].title;
}

static void draw_histogram(struct _cairo *cr, double width, double height,
			   const void *figure)
{
	hil_figure_histogram(cr, width, height, figure);
}

static void draw_band(struct _cairo *cr, double width, double height,
		      const void *figure)
{
	hil_figure_band(cr, width, height, figure);
}

static void draw_traces(struct _cairo *cr, double width, double height,
			const void *figure)
{
	hil_figure_traces(cr, width, height, figure);
}

static double sample_us(const struct hil_result *r)
{
	if (!r->samples.rate_num || !r->samples.rate_den)
		return 0;
	return 1e6 * (double)r->samples.rate_den / (double)r->samples.rate_num;
}

static int64_t quantile_ns(const struct hil_distribution *d, double q)
{
	for (size_t i = 0; i < HIL_RESULT_QUANTILES; i++)
		if (fabs(d->quantile[i].q - q) < 1e-9)
			return d->quantile[i].value_ns;
	return hil_histogram_quantile(d->histogram, q);
}

static void add_line(struct hil_picture *p, const struct hil_unit *unit,
		     const char *name, int64_t ns)
{
	struct hil_figure_histogram *f = &p->figure.histogram;
	char value[HIL_UNIT_TEXT];

	snprintf(p->label[f->marks], sizeof(p->label[0]), "%s %s", name,
		 hil_unit_text(value, unit, (double)ns));
	p->mark[f->marks].x = (double)ns / 1000;
	p->mark[f->marks].label = p->label[f->marks];
	f->marks++;
}

static bool make_histogram(struct hil_picture *p, const struct hil_result *r,
			   const struct hil_distribution *d)
{
	bool body = p->kind == HIL_PICTURE_BODY;
	struct hil_figure_histogram *f = &p->figure.histogram;
	struct hil_unit unit = hil_unit_for(d, false);
	int64_t p99;

	p->draw = draw_histogram;
	f->x_label = "latency, \u00b5s";
	f->y_label = "edges";
	if (!d->known || !d->histogram)
		return false;
	if (!d->histogram->count)
		return !body;
	p99 = quantile_ns(d, 0.99);
	if (body && d->histogram->max_ns / BODY_RATIO < p99)
		return false;
	f->bar = p->bar;
	f->bars = hil_picture_bars(d->histogram, sample_us(r),
				   (double)(body ? p99 : d->histogram->max_ns) /
					   1000,
				   p->bar, HIL_PICTURE_BARS);
	snprintf(p->y_label, sizeof(p->y_label), "edges in each %.4g \u00b5s",
		 p->bar[0].high_us - p->bar[0].low_us);
	f->y_label = p->y_label;
	f->mark = p->mark;
	add_line(p, &unit, "p50", quantile_ns(d, 0.5));
	if (body)
		add_line(p, &unit, "p90", quantile_ns(d, 0.9));
	add_line(p, &unit, "p99", p99);
	if (!body)
		add_line(p, &unit, "max", d->histogram->max_ns);
	return true;
}

static void fill_columns(struct hil_picture *p, const struct hil_series *s)
{
	size_t columns = s->columns < HIL_SERIES_COLUMNS ? s->columns
							 : HIL_SERIES_COLUMNS;

	for (size_t i = 0; i < columns; i++) {
		const struct hil_window *w = &s->column[i];

		p->column[i].count = w->count;
		p->column[i].min_us = (double)w->min_ns / 1000;
		p->column[i].max_us = (double)w->max_ns / 1000;
		p->column[i].avg_us =
			w->count ? (double)w->sum_ns / (double)w->count / 1000
				 : 0;
	}
	p->figure.band.column = p->column;
	p->figure.band.columns = columns;
	p->figure.band.start_s = (double)s->start_ns / 1e9;
	p->figure.band.width_s = (double)s->width_ns / 1e9;
}

static void fill_gaps(struct hil_picture *p, const struct hil_result *r)
{
	double s = sample_us(r) / 1e6;
	size_t gaps = r->samples.gap_count < HIL_RESULT_GAPS
			      ? r->samples.gap_count
			      : HIL_RESULT_GAPS;

	for (size_t i = 0; i < gaps; i++) {
		p->gap[i].from_s = (double)r->samples.gap[i].first_sample * s;
		p->gap[i].to_s = (double)r->samples.gap[i].end_sample * s;
	}
	p->figure.band.gap = p->gap;
	p->figure.band.gaps = gaps;
}

static void mark_worst(struct hil_picture *p, const struct hil_line_result *l)
{
	for (size_t i = 0; i < l->worst_count && i < HIL_RESULT_WORST; i++) {
		p->mark[i].x = (double)l->worst[i].at_ns / 1e9;
		p->mark[i].y = (double)l->worst[i].latency_ns / 1000;
		snprintf(p->label[i], sizeof(p->label[0]), "%zu%s", i + 1,
			 l->worst[i].at_least ? " \u2265" : "");
		p->mark[i].label = i < LABELLED ? p->label[i] : NULL;
	}
	p->figure.band.mark = p->mark;
	p->figure.band.marks = l->worst_count;
}

/* The longest and the shortest period. */
static void mark_extremes(struct hil_picture *p)
{
	struct hil_figure_band *f = &p->figure.band;
	size_t longest = SIZE_MAX, shortest = SIZE_MAX;

	for (size_t i = 0; i < f->columns; i++) {
		const struct hil_figure_column *c = &f->column[i];

		if (!c->count)
			continue;
		if (longest == SIZE_MAX ||
		    c->max_us > f->column[longest].max_us)
			longest = i;
		if (shortest == SIZE_MAX ||
		    c->min_us < f->column[shortest].min_us)
			shortest = i;
	}
	if (longest == SIZE_MAX)
		return;
	p->mark[0].x = f->start_s + f->width_s * ((double)longest + 0.5);
	p->mark[0].y = f->column[longest].max_us;
	p->mark[1].x = f->start_s + f->width_s * ((double)shortest + 0.5);
	p->mark[1].y = f->column[shortest].min_us;
	f->mark = p->mark;
	f->marks = 2;
}

static bool make_band(struct hil_picture *p, const struct hil_result *r,
		      const struct hil_line_result *line, int64_t period_ns)
{
	bool latency = p->kind == HIL_PICTURE_LATENCY;
	const struct hil_distribution *d =
		&line->of[latency ? HIL_LATENCY : HIL_PERIOD];
	struct hil_figure_band *f = &p->figure.band;

	p->draw = draw_band;
	if (!d->known || !d->series)
		return false;
	f->x_label = "time since the first sample, s";
	f->y_label = latency ? "latency, \u00b5s" : "period, \u00b5s";
	fill_columns(p, d->series);
	fill_gaps(p, r);
	if (latency) {
		mark_worst(p, line);
		return true;
	}
	f->ideal_us = (double)period_ns / 1000;
	mark_extremes(p);
	return true;
}

/* Phases in ms; the band's columns know nothing of what x is. */
static bool make_fold(struct hil_picture *p, const struct hil_fold_result *r)
{
	struct hil_figure_band *f = &p->figure.band;

	p->draw = draw_band;
	/* a steady stimulus meets one phase of itself: nothing to see */
	if (!hil_report_has_fold(r) || r->edges < HIL_FOLD_LEAST ||
	    (r->kind == HIL_FOLD_STIMULUS && r->covers_ns > 0))
		return false;
	for (size_t i = 0; i < HIL_FOLD_PARTS; i++) {
		const struct hil_fold_part *part = &r->part[i];

		p->column[i].count = part->count;
		if (!part->count)
			continue;
		p->column[i].min_us = (double)part->min_ns / 1000;
		p->column[i].max_us = (double)part->max_ns / 1000;
		p->column[i].avg_us =
			(double)part->sum_ns / (double)part->count / 1000;
	}
	f->column = p->column;
	f->columns = HIL_FOLD_PARTS;
	f->width_s = (double)r->tick_ns / 1e6 / HIL_FOLD_PARTS;
	f->x_label = "phase, ms";
	f->y_label = "latency, \u00b5s";
	return true;
}

bool hil_picture_make(struct hil_picture *p, enum hil_picture_kind kind,
		      const struct hil_result *r, size_t line,
		      const struct hil_report_info *info)
{
	memset(p, 0, sizeof(*p));
	p->kind = kind;
	p->name = words[kind].name;
	p->about = words[kind].about;
	if (kind == HIL_PICTURE_HISTOGRAM || kind == HIL_PICTURE_BODY)
		return make_histogram(p, r, &r->line[line].of[HIL_LATENCY]);
	if (kind >= HIL_PICTURE_FOLD && kind <= HIL_PICTURE_FOLD_LAST)
		return make_fold(p,
				 &r->line[line].fold[kind - HIL_PICTURE_FOLD]);
	if (kind == HIL_PICTURE_CLOCK) {
		p->draw = draw_traces;
		return hil_picture_clock(&r->line[line], &p->clock,
					 &p->figure.traces);
	}
	return make_band(p, r, &r->line[line], info->period_ns);
}
