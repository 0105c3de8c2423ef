/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several histograms as outlines over one another: linear time, logarithmic
 * count. Outlines differ in colour and, for those who see none, in their dash.
 */
#include <cairo.h>
#include <math.h>

#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/legend.h"

#define FLOOR      0.6 /* counts; below 1, so that a bar of 1 has a height */
#define SERIES_MAX 12
#define SWATCH     26.0 /* px */

/* Source: Okabe and Ito, Color Universal Design, 2008; without its yellow,
 * which is too light on white. */
static const double colours[][3] = {
	{ 0.13, 0.15, 0.18 }, { 0.0, 0.447, 0.698 }, { 0.835, 0.369, 0.0 },
	{ 0.0, 0.62, 0.45 },  { 0.8, 0.475, 0.655 }, { 0.34, 0.706, 0.914 },
};

#define COLOURS (sizeof(colours) / sizeof(colours[0]))

static void set_pen(cairo_t *cr, size_t series)
{
	static const double dash[][2] = { { 1, 0 }, { 7, 3 }, { 2, 2.5 } };
	const double *c = colours[series % COLOURS];
	size_t kind = series % 3;

	cairo_set_source_rgb(cr, c[0], c[1], c[2]);
	cairo_set_line_width(cr, series ? 1.7 : 2.2);
	cairo_set_dash(cr, dash[kind], kind ? 2 : 0, 0);
}

static size_t series_of(const struct hil_figure_overlay *f)
{
	return f->count < SERIES_MAX ? f->count : SERIES_MAX;
}

static bool find_ranges(struct hil_plot *p, const struct hil_figure_overlay *f)
{
	double most = 0;

	for (size_t s = 0; s < series_of(f); s++)
		for (size_t i = 0; i < f->bars; i++)
			most = fmax(most, (double)f->series[s].count[i]);
	hil_axis_set(&p->y, FLOOR, fmax(most * 1.7, 10), true);
	hil_axis_set(&p->x, f->low_us,
		     f->low_us + f->width_us * (double)f->bars, false);
	return most > 0;
}

static const char *label_of(const void *context, size_t item)
{
	const struct hil_figure_overlay *f = context;

	return f->series[item].label;
}

static void draw_swatch(cairo_t *cr, const void *context, size_t item, double x,
			double y)
{
	(void)context;
	set_pen(cr, item);
	cairo_move_to(cr, x, y);
	cairo_line_to(cr, x + SWATCH, y);
	cairo_stroke(cr);
}

static void draw_outline(struct hil_plot *p, const struct hil_figure_overlay *f,
			 size_t series)
{
	const uint64_t *count = f->series[series].count;
	double x = hil_plot_snap(hil_axis_pixel(&p->x, f->low_us)), y;

	cairo_new_path(p->cr);
	cairo_move_to(p->cr, x, p->bottom);
	for (size_t i = 0; i < f->bars; i++) {
		y = count[i] ? hil_axis_pixel(&p->y, (double)count[i])
			     : p->bottom;
		cairo_line_to(p->cr, x, hil_plot_snap(y));
		x = hil_plot_snap(hil_axis_pixel(
			&p->x, f->low_us + f->width_us * (double)(i + 1)));
		cairo_line_to(p->cr, x, hil_plot_snap(y));
	}
	cairo_line_to(p->cr, x, p->bottom);
	set_pen(p->cr, series);
	cairo_stroke(p->cr);
}

void hil_figure_overlay(struct _cairo *cr, double width, double height,
			const struct hil_figure_overlay *f)
{
	struct hil_plot p = { .cr = cr,
			      .width = width,
			      .height = height,
			      .title = f->title,
			      .x_label = f->x_label,
			      .y_label = f->y_label };
	const struct hil_legend legend = { .items = series_of(f),
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
	/* The first is what others are held against: it stays on top. */
	for (size_t s = series_of(f); s-- > 0;)
		draw_outline(&p, f, s);
	cairo_restore(cr);
	hil_legend_draw(&p, &legend);
	cairo_set_dash(cr, NULL, 0, 0);
}
