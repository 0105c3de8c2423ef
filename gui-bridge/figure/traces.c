/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several quantities over the same time, as lines over a band, with cuts where
 * something began anew. Lines differ in colour and, for those who see none, in
 * their dash.
 */
#include <cairo.h>
#include <math.h>

#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/legend.h"

#define SWATCH 26.0 /* px */

/* Source: Okabe and Ito, Color Universal Design, 2008; without its yellow,
 * which is too light on white. */
static const double colours[HIL_FIGURE_PENS][3] = {
	{ 0.0, 0.447, 0.698 }, { 0.34, 0.706, 0.914 }, { 0.835, 0.369, 0.0 },
	{ 0.8, 0.475, 0.655 }, { 0.0, 0.52, 0.38 },
};

static const double dash[HIL_FIGURE_PENS][2] = {
	{ 1, 0 }, { 2, 2.5 }, { 1, 0 }, { 2, 2.5 }, { 7, 3 },
};

static void set_pen(cairo_t *cr, unsigned int pen)
{
	const double *c = colours[pen % HIL_FIGURE_PENS];
	const double *d = dash[pen % HIL_FIGURE_PENS];

	cairo_set_source_rgb(cr, c[0], c[1], c[2]);
	cairo_set_line_width(cr, 1.5);
	cairo_set_dash(cr, d, d[1] > 0 ? 2 : 0, 0);
}

static void set_band_pen(cairo_t *cr)
{
	hil_plot_colour(cr, HIL_COLOUR_SOFT, 0.22);
}

static void set_cut_pen(cairo_t *cr)
{
	const double dots[] = { 1, 3 };

	hil_plot_colour(cr, HIL_COLOUR_INK, 0.8);
	cairo_set_line_width(cr, 1.2);
	cairo_set_dash(cr, dots, 2, 0);
}

static void widen(double *low, double *high, double value)
{
	if (!isfinite(value))
		return;
	*low = fmin(*low, value);
	*high = fmax(*high, value);
}

static bool find_ranges(struct hil_plot *p, const struct hil_figure_traces *f)
{
	double low = (double)INFINITY, high = -(double)INFINITY, space;
	double length = f->width_s * (double)f->columns;

	for (size_t i = 0; i < f->columns; i++) {
		widen(&low, &high, f->low[i]);
		widen(&low, &high, f->high[i]);
		for (size_t t = 0; t < f->traces; t++)
			widen(&low, &high, f->trace[t].y[i]);
	}
	hil_axis_set(&p->x, f->start_s, f->start_s + (length > 0 ? length : 1),
		     false);
	if (!(low <= high)) {
		hil_axis_set(&p->y, 0, 1, false);
		return false;
	}
	space = (high - low) * 0.05;
	hil_axis_set(&p->y, low - space, high + space, false);
	return true;
}

/* The traces, then the band, then the cuts if there are any. */
static const char *label_of(const void *context, size_t item)
{
	const struct hil_figure_traces *f = context;

	return item < f->traces    ? f->trace[item].label
	       : item == f->traces ? f->band_label
				   : f->cut_label;
}

static void draw_swatch(cairo_t *cr, const void *context, size_t item, double x,
			double y)
{
	const struct hil_figure_traces *f = context;

	if (item == f->traces) {
		set_band_pen(cr);
		cairo_rectangle(cr, x, y - 5, SWATCH, 10);
		cairo_fill(cr);
		return;
	}
	if (item > f->traces)
		set_cut_pen(cr);
	else
		set_pen(cr, f->trace[item].pen);
	cairo_move_to(cr, x, y);
	cairo_line_to(cr, x + SWATCH, y);
	cairo_stroke(cr);
	cairo_set_dash(cr, NULL, 0, 0);
}

static double column_x(const struct hil_plot *p,
		       const struct hil_figure_traces *f, double column)
{
	return hil_plot_snap(
		hil_axis_pixel(&p->x, f->start_s + f->width_s * column));
}

static void draw_band(struct hil_plot *p, const struct hil_figure_traces *f)
{
	cairo_new_path(p->cr);
	for (size_t i = 0; i < f->columns; i++) {
		double left, top;

		if (!isfinite(f->low[i]) || !isfinite(f->high[i]))
			continue;
		left = column_x(p, f, (double)i);
		top = hil_plot_snap(hil_axis_pixel(&p->y, f->high[i]));
		cairo_rectangle(
			p->cr, left, top, column_x(p, f, (double)i + 1) - left,
			hil_plot_snap(hil_axis_pixel(&p->y, f->low[i])) - top);
	}
	set_band_pen(p->cr);
	cairo_fill(p->cr);
}

static void draw_trace(struct hil_plot *p, const struct hil_figure_traces *f,
		       const struct hil_figure_trace *trace)
{
	bool down = false;

	cairo_new_path(p->cr);
	for (size_t i = 0; i < f->columns; i++) {
		double x, y;

		if (!isfinite(trace->y[i])) {
			down = false;
			continue;
		}
		x = column_x(p, f, (double)i + 0.5);
		y = hil_plot_snap(hil_axis_pixel(&p->y, trace->y[i]));
		if (down)
			cairo_line_to(p->cr, x, y);
		else
			cairo_move_to(p->cr, x - 1, y);
		if (!down)
			cairo_line_to(p->cr, x, y);
		down = true;
	}
	set_pen(p->cr, trace->pen);
	cairo_stroke(p->cr);
}

static void draw_cuts(struct hil_plot *p, const struct hil_figure_traces *f)
{
	set_cut_pen(p->cr);
	for (size_t i = 0; i < f->cuts; i++) {
		double x = hil_axis_pixel(&p->x, f->cut_s[i]);

		if (!isfinite(f->cut_s[i]))
			continue;
		cairo_move_to(p->cr, x, p->top);
		cairo_line_to(p->cr, x, p->bottom);
		cairo_stroke(p->cr);
	}
	cairo_set_dash(p->cr, NULL, 0, 0);
}

void hil_figure_traces(struct _cairo *cr, double width, double height,
		       const struct hil_figure_traces *f)
{
	struct hil_plot p = { .cr = cr,
			      .width = width,
			      .height = height,
			      .title = f->title,
			      .x_label = f->x_label,
			      .y_label = f->y_label };
	const struct hil_legend legend = { .items = f->traces + 1 +
						    (f->cuts > 0),
					   .swatch_px = SWATCH,
					   .context = f,
					   .label = label_of,
					   .swatch = draw_swatch };
	bool values = find_ranges(&p, f);

	p.above = values ? hil_legend_height(cr, width, &legend) : 0;
	hil_plot_layout(&p);
	hil_plot_frame(&p);
	if (!values) {
		hil_plot_message(&p, "no values");
		return;
	}
	hil_plot_clip(&p);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	draw_band(&p, f);
	draw_cuts(&p, f);
	for (size_t i = f->traces; i-- > 0;)
		draw_trace(&p, f, &f->trace[i]);
	cairo_set_dash(cr, NULL, 0, 0);
	cairo_restore(cr);
	hil_legend_draw(&p, &legend);
}
