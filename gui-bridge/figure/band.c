/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A quantity over time: what lay between minimum and maximum as a band, the
 * mean as a line. Columns closer than a pixel are merged; a minimum or maximum
 * is never lost. The scale turns logarithmic when a few outliers would press
 * all else flat.
 */
#include <cairo.h>
#include <math.h>
#include <stdio.h>

#include "gui-bridge/figure/column.h"
#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/legend.h"
#include "gui-bridge/figure/mark.h"

#define FLAT         6.0 /* times the typical mean: a linear scale is useless */
#define THIN         1.2 /* px */
#define LEGEND_ITEMS 5

struct band {
	struct hil_plot plot;
	const struct hil_figure_band *f;
	double low, high, typical; /* of all columns */
	size_t merge;              /* columns in one that is drawn */
	char y_label[128];
	struct {
		enum hil_legend_kind kind;
		const char *text;
	} key[LEGEND_ITEMS];
	struct hil_legend legend; /* of the keys */
};

static bool measure(struct band *b)
{
	const struct hil_figure_band *f = b->f;
	double sum = 0, columns = 0;

	b->low = (double)INFINITY;
	b->high = -(double)INFINITY;
	for (size_t i = 0; i < f->columns; i++) {
		if (!hil_column_drawable(&f->column[i]))
			continue;
		b->low = fmin(b->low, f->column[i].min_us);
		b->high = fmax(b->high, f->column[i].max_us);
		sum += f->column[i].avg_us;
		columns++;
	}
	b->typical = columns > 0 ? sum / columns : 0;
	for (size_t i = 0; i < f->marks && columns > 0; i++)
		if (isfinite(f->mark[i].x) && isfinite(f->mark[i].y))
			b->high = fmax(b->high, f->mark[i].y);
	return columns > 0;
}

/* A log scale shows values from just below the least one. */
static void set_y(struct band *b, bool values)
{
	const struct hil_figure_band *f = b->f;
	bool log = values && b->low > 0 && f->ideal_us <= 0 &&
		   b->high > FLAT * b->typical;
	double low = values ? b->low : 0, high = values ? b->high : 1;
	double space = (high - low) * 0.05;

	if (f->ideal_us > 0 && values) {
		low = fmin(low, f->ideal_us);
		high = fmax(high, f->ideal_us);
		/* Narrow ranges are not blown up to fill the figure. */
		space = fmax((high - low) * 0.05, f->ideal_us * 1e-4);
	}
	if (log)
		hil_axis_set(&b->plot.y, low / 1.15, high * 1.15, true);
	else if (low > 0 && f->ideal_us <= 0)
		hil_axis_set(&b->plot.y, 0, high + space, false);
	else
		hil_axis_set(&b->plot.y, low - space, high + space, false);
	snprintf(b->y_label, sizeof(b->y_label), "%s%s",
		 f->y_label ? f->y_label : "", log ? ", log scale" : "");
	b->plot.y_label = b->y_label[0] ? b->y_label : NULL;
}

static void set_x(struct band *b)
{
	double length = b->f->width_s * (double)b->f->columns;

	hil_axis_set(&b->plot.x, b->f->start_s,
		     b->f->start_s + (length > 0 ? length : 1), false);
}

static void add_key(struct band *b, enum hil_legend_kind kind, const char *text)
{
	b->key[b->legend.items].kind = kind;
	b->key[b->legend.items++].text = text;
}

static const char *label_of(const void *context, size_t item)
{
	const struct band *b = context;

	return b->key[item].text;
}

static void draw_swatch(cairo_t *cr, const void *context, size_t item, double x,
			double y)
{
	const struct band *b = context;

	hil_mark_swatch(cr, b->key[item].kind, x, y);
}

static void set_legend(struct band *b)
{
	b->legend = (struct hil_legend){ .swatch_px = HIL_MARK_SWATCH,
					 .context = b,
					 .label = label_of,
					 .swatch = draw_swatch };
	add_key(b, HIL_LEGEND_BAND, "min to max");
	add_key(b, HIL_LEGEND_LINE, "mean");
	if (b->f->marks)
		add_key(b, HIL_LEGEND_POINT, "worst");
	if (b->f->ideal_us > 0)
		add_key(b, HIL_LEGEND_IDEAL, "nominal");
	if (b->f->gaps)
		add_key(b, HIL_LEGEND_GAP, "not seen");
	b->plot.above =
		hil_legend_height(b->plot.cr, b->plot.width, &b->legend);
}

static void draw_gaps(struct band *b)
{
	struct hil_plot *p = &b->plot;

	hil_gap_colour(p->cr);
	for (size_t i = 0; i < b->f->gaps; i++) {
		const struct hil_figure_span *gap = &b->f->gap[i];
		double left, right;

		if (!isfinite(gap->from_s) || !(gap->to_s > gap->from_s))
			continue;
		left = hil_axis_pixel(&p->x, gap->from_s);
		right = hil_axis_pixel(&p->x, gap->to_s);
		cairo_rectangle(p->cr, left, p->top, fmax(right - left, THIN),
				p->bottom - p->top);
	}
	cairo_fill(p->cr);
}

static double column_x(const struct band *b, double column)
{
	return hil_plot_snap(hil_axis_pixel(
		&b->plot.x, b->f->start_s + b->f->width_s * column));
}

static void draw_band(struct band *b)
{
	struct hil_plot *p = &b->plot;
	struct hil_figure_column c;

	cairo_new_path(p->cr);
	for (size_t i = 0; i < b->f->columns; i += b->merge) {
		double left, top, bottom, width;

		if (!hil_column_merge(b->f, i, b->merge, &c))
			continue;
		left = column_x(b, (double)i);
		width = column_x(b, (double)(i + b->merge)) - left;
		top = hil_plot_snap(hil_axis_pixel(&p->y, c.max_us));
		bottom = hil_plot_snap(hil_axis_pixel(&p->y, c.min_us));
		if (bottom - top < THIN)
			top = bottom - THIN;
		cairo_rectangle(p->cr, left, top, fmax(width, THIN),
				bottom - top);
	}
	hil_plot_colour(p->cr, HIL_COLOUR_DATA, 0.42);
	cairo_fill(p->cr);
}

static void draw_mean(struct band *b)
{
	struct hil_plot *p = &b->plot;
	struct hil_figure_column c;
	bool pen = false;

	cairo_new_path(p->cr);
	for (size_t i = 0; i < b->f->columns; i += b->merge) {
		double x, y;

		if (!hil_column_merge(b->f, i, b->merge, &c)) {
			pen = false;
			continue;
		}
		x = column_x(b, (double)i + (double)b->merge / 2);
		y = hil_plot_snap(hil_axis_pixel(&p->y, c.avg_us));
		if (pen)
			cairo_line_to(p->cr, x, y);
		else
			cairo_move_to(p->cr, x - 0.5, y);
		pen = true;
	}
	hil_plot_colour(p->cr, HIL_COLOUR_DATA, 1);
	cairo_set_line_width(p->cr, 1.4);
	cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
	cairo_stroke(p->cr);
}

static void draw_ideal(struct band *b)
{
	const double dash[] = { 6, 4 };
	struct hil_plot *p = &b->plot;
	double y;

	if (b->f->ideal_us <= 0)
		return;
	y = hil_axis_pixel(&p->y, b->f->ideal_us);
	hil_plot_colour(p->cr, HIL_COLOUR_IDEAL, 1);
	cairo_set_line_width(p->cr, 1.6);
	cairo_set_dash(p->cr, dash, 2, 0);
	cairo_move_to(p->cr, p->left, y);
	cairo_line_to(p->cr, p->right, y);
	cairo_stroke(p->cr);
	cairo_set_dash(p->cr, dash, 0, 0);
}

void hil_figure_band(struct _cairo *cr, double width, double height,
		     const struct hil_figure_band *f)
{
	struct band b = { .plot = { .cr = cr,
				    .width = width,
				    .height = height,
				    .title = f->title,
				    .x_label = f->x_label },
			  .f = f,
			  .merge = 1 };
	bool values = measure(&b);

	set_y(&b, values);
	set_x(&b);
	set_legend(&b);
	hil_plot_layout(&b.plot);
	hil_plot_frame(&b.plot);
	hil_legend_draw(&b.plot, &b.legend);
	b.merge = (size_t)ceil((double)f->columns /
			       fmax(b.plot.right - b.plot.left, 1));
	if (b.merge < 1)
		b.merge = 1;
	hil_plot_clip(&b.plot);
	draw_gaps(&b);
	draw_band(&b);
	draw_mean(&b);
	draw_ideal(&b);
	cairo_restore(cr);
	hil_mark_points(&b.plot, f->mark, f->marks);
	if (!values)
		hil_plot_message(&b.plot, "no values");
}
