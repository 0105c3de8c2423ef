/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plot of the 2003 paper for a figure that is drawn again and again: what
 * is far back in time is at the left, now is at the right end.
 */
#include <cairo.h>
#include <math.h>

#include "gui-bridge/figure/column.h"
#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/plot.h"

#define THIN        1.2  /* px */
#define BLOCK       12.0 /* px: the last window, right of the curves */
#define SPACE       6.0  /* px between curves and block */
#define LEAST_US    1.0  /* a narrower range is not blown up */
#define LABEL_SPACE 13.0 /* px between labels of two lines */

struct live {
	struct hil_plot plot;
	const struct hil_figure_live *f;
	double end; /* px: where the curves end */
};

static void set_axes(struct live *l)
{
	const struct hil_figure_live *f = l->f;
	double low = f->all.count ? f->all.min_us : 0;
	double high = f->all.count ? f->all.max_us : 1;
	double span = f->width_s * (double)f->columns, space;

	if (f->all.count && f->ideal_us > 0) {
		low = fmin(low, f->ideal_us);
		high = fmax(high, f->ideal_us);
	}
	space = fmax((high - low) * 0.06, (LEAST_US - (high - low)) / 2);
	/* Times that cannot be negative get no negative axis. */
	hil_axis_set(&l->plot.y, low >= 0 ? fmax(low - space, 0) : low - space,
		     high + space, false);
	hil_axis_set(&l->plot.x, span > 0 ? -span : -1, 0, false);
}

static double pixel_x(const struct live *l, double column)
{
	const struct hil_plot *p = &l->plot;

	return p->left + (l->end - p->left) * column / (double)l->f->columns;
}

static void draw_band(struct live *l)
{
	struct hil_plot *p = &l->plot;

	cairo_new_path(p->cr);
	for (size_t i = 0; i < l->f->columns; i++) {
		const struct hil_figure_column *c = &l->f->column[i];
		double left, top, bottom;

		if (!hil_column_drawable(c))
			continue;
		left = pixel_x(l, (double)i);
		top = hil_axis_pixel(&p->y, c->max_us);
		bottom = hil_axis_pixel(&p->y, c->min_us);
		if (bottom - top < THIN)
			top = bottom - THIN;
		cairo_rectangle(p->cr, left, top,
				fmax(pixel_x(l, (double)i + 1) - left, THIN),
				bottom - top);
	}
	hil_plot_colour(p->cr, HIL_COLOUR_DATA, 0.42);
	cairo_fill(p->cr);
}

static void draw_average(struct live *l)
{
	struct hil_plot *p = &l->plot;
	bool pen = false;

	cairo_new_path(p->cr);
	for (size_t i = 0; i < l->f->columns; i++) {
		double x = pixel_x(l, (double)i + 0.5), y;

		if (!hil_column_drawable(&l->f->column[i])) {
			pen = false;
			continue;
		}
		y = hil_axis_pixel(&p->y, l->f->column[i].avg_us);
		if (pen)
			cairo_line_to(p->cr, x, y);
		else
			cairo_move_to(p->cr, x - 0.5, y);
		pen = true;
	}
	hil_plot_colour(p->cr, HIL_COLOUR_DATA, 1);
	cairo_set_line_width(p->cr, 1.6);
	cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
	cairo_stroke(p->cr);
}

static void draw_line(struct live *l, double us, enum hil_colour colour,
		      bool dashed)
{
	const double dash[] = { 6, 4 };
	struct hil_plot *p = &l->plot;
	/* Never on the axis, where it would not be seen. */
	double y =
		fmin(floor(hil_axis_pixel(&p->y, us)), floor(p->bottom) - 1) +
		0.5;

	hil_plot_colour(p->cr, colour, 1);
	cairo_set_line_width(p->cr, 1.4);
	cairo_set_dash(p->cr, dash, dashed ? 2 : 0, 0);
	cairo_move_to(p->cr, p->left, y);
	cairo_line_to(p->cr, l->end, y);
	cairo_stroke(p->cr);
	cairo_set_dash(p->cr, dash, 0, 0);
}

static void put_label(struct live *l, double us, enum hil_colour colour,
		      const char *text, double down)
{
	const struct hil_text t = { .size = HIL_TEXT_SIZE, .down = down };
	struct hil_plot *p = &l->plot;

	hil_plot_colour(p->cr, colour, 1);
	hil_text_plain(p->cr, &t, p->left + 4,
		       hil_axis_pixel(&p->y, us) + (down > 0 ? -1 : 1), text);
}

/* Names on the lines: colours alone are not for all eyes. */
static void draw_lines(struct live *l)
{
	const struct hil_figure_live *f = l->f;
	const struct hil_axis *y = &l->plot.y;
	double ideal = hil_axis_pixel(y, f->ideal_us);

	draw_line(l, f->all.min_us, HIL_COLOUR_IDEAL, false);
	draw_line(l, f->all.max_us, HIL_COLOUR_WORST, false);
	put_label(l, f->all.max_us, HIL_COLOUR_WORST, "max", 0);
	put_label(l, f->all.min_us, HIL_COLOUR_IDEAL, "min", 1);
	if (f->ideal_us <= 0)
		return;
	draw_line(l, f->ideal_us, HIL_COLOUR_SOFT, true);
	if (ideal - hil_axis_pixel(y, f->all.max_us) > 2 * LABEL_SPACE &&
	    hil_axis_pixel(y, f->all.min_us) - ideal > LABEL_SPACE)
		put_label(l, f->ideal_us, HIL_COLOUR_SOFT, "ideal", 1);
}

/* The paper's white block; its edge makes it seen on white. */
static void draw_block(struct live *l)
{
	struct hil_plot *p = &l->plot;
	double top, bottom;

	if (!l->f->last.count)
		return;
	top = hil_axis_pixel(&p->y, l->f->last.max_us);
	bottom = hil_axis_pixel(&p->y, l->f->last.min_us);
	if (bottom - top < 3)
		top = bottom - 3;
	cairo_rectangle(p->cr, l->end + SPACE, top, BLOCK, bottom - top);
	hil_plot_colour(p->cr, HIL_COLOUR_BLOCK, 1);
	cairo_fill_preserve(p->cr);
	hil_plot_colour(p->cr, HIL_COLOUR_SOFT, 1);
	cairo_set_line_width(p->cr, 1);
	cairo_stroke(p->cr);
}

void hil_figure_live(struct _cairo *cr, double width, double height,
		     const struct hil_figure_live *f)
{
	struct live l = { .plot = { .cr = cr,
				    .width = width - BLOCK - SPACE,
				    .height = height,
				    .title = f->title,
				    .x_label = f->x_label,
				    .y_label = f->y_label },
			  .f = f };

	set_axes(&l);
	hil_plot_layout(&l.plot);
	l.end = l.plot.right;
	hil_plot_frame(&l.plot);
	if (!f->all.count) {
		hil_plot_message(&l.plot, "no values yet");
		return;
	}
	hil_plot_clip(&l.plot);
	draw_band(&l);
	draw_average(&l);
	draw_lines(&l);
	cairo_restore(cr);
	draw_block(&l);
}
