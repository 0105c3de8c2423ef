/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The latency histogram: linear time, logarithmic count. A bar is never
 * thinner than a pixel, or the one answer that came late would not be seen.
 */
#include <cairo.h>
#include <math.h>

#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/mark.h"

#define FLOOR     0.6 /* counts; below 1, so that a bar of 1 has a height */
#define THIN      1.0 /* px */
#define PADDING   0.02
#define GAP_ABOVE 5.0 /* px that a bar must have before it gets a gap */

static bool is_drawable(const struct hil_figure_bar *bar)
{
	return bar->count && isfinite(bar->low_us) && isfinite(bar->high_us);
}

static bool find_ranges(struct hil_plot *p,
			const struct hil_figure_histogram *f)
{
	double low = (double)INFINITY, high = -(double)INFINITY, most = 0,
	       padding;

	for (size_t i = 0; i < f->bars; i++) {
		if (!is_drawable(&f->bar[i]))
			continue;
		low = fmin(low, f->bar[i].low_us);
		high = fmax(high, f->bar[i].high_us);
		most = fmax(most, (double)f->bar[i].count);
	}
	hil_axis_set(&p->y, FLOOR, fmax(most * 1.7, 10), true);
	if (most <= 0) {
		hil_axis_set(&p->x, 0, 1, false);
		return false;
	}
	for (size_t i = 0; i < f->marks; i++) {
		if (!isfinite(f->mark[i].x))
			continue;
		low = fmin(low, f->mark[i].x);
		high = fmax(high, f->mark[i].x);
	}
	/* A single narrow bar stands in the middle of some space. */
	padding = (high - low) * PADDING;
	for (size_t i = 0; i < f->bars; i++)
		if (is_drawable(&f->bar[i]))
			padding = fmax(padding, 3 * (f->bar[i].high_us -
						     f->bar[i].low_us));
	padding = fmin(padding, (high - low) * 5);
	hil_axis_set(&p->x, low - padding, high + padding, false);
	return true;
}

static void draw_bars(struct hil_plot *p, const struct hil_figure_histogram *f)
{
	hil_plot_clip(p);
	cairo_new_path(p->cr);
	for (size_t i = 0; i < f->bars; i++) {
		const struct hil_figure_bar *bar = &f->bar[i];
		double left, width, top;

		if (!is_drawable(bar))
			continue;
		left = hil_plot_snap(hil_axis_pixel(&p->x, bar->low_us));
		width = hil_plot_snap(hil_axis_pixel(&p->x, bar->high_us)) -
			left;
		if (width > GAP_ABOVE)
			width -= 1;
		width = fmax(width, THIN);
		top = hil_plot_snap(hil_axis_pixel(&p->y, (double)bar->count));
		cairo_rectangle(p->cr, left, top, width, p->bottom - top);
	}
	hil_plot_colour(p->cr, HIL_COLOUR_DATA, 1);
	cairo_fill(p->cr);
	cairo_restore(p->cr);
}

void hil_figure_histogram(struct _cairo *cr, double width, double height,
			  const struct hil_figure_histogram *f)
{
	struct hil_plot p = { .cr = cr,
			      .width = width,
			      .height = height,
			      .title = f->title,
			      .x_label = f->x_label,
			      .y_label = f->y_label };
	bool values = find_ranges(&p, f);

	hil_plot_layout(&p);
	p.above = values ? hil_mark_height(&p, f->mark, f->marks) + 4 : 0;
	hil_plot_layout(&p);
	hil_plot_frame(&p);
	if (!values) {
		hil_plot_message(&p, "no values");
		return;
	}
	draw_bars(&p, f);
	hil_mark_lines(&p, f->mark, f->marks);
}
