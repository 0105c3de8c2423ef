/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences with their intervals, a row each, around a line at 0. What is
 * within the margin is shaded. State is told by shape as well as by colour.
 */
#include <cairo.h>
#include <math.h>

#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/plot.h"

#define ROW     26.0 /* px */
#define EDGE    10.0
#define TITLE   25.0
#define BELOW   46.0 /* px for ticks and label */
#define MARKER  5.0
#define WHISKER 4.0
#define LABEL   0.4  /* of the width, that labels may take at most */
#define SPACE_X 70.0 /* px a tick needs */

struct rows {
	cairo_t *cr;
	const struct hil_figure_intervals *f;
	struct hil_axis x;
	double left, right, top, bottom;
};

static const struct hil_text row_text = { .size = HIL_TEXT_SIZE,
					  .across = 1,
					  .down = 0.5 };

double hil_figure_intervals_height(size_t rows)
{
	return EDGE + TITLE + ROW * (double)rows + BELOW;
}

static void find_range(struct rows *r)
{
	double low = 0, high = 0;

	for (size_t i = 0; i < r->f->rows; i++) {
		const struct hil_figure_interval *row = &r->f->row[i];

		low = fmin(low, fmin(row->value, -row->margin));
		high = fmax(high, fmax(row->value, row->margin));
		/* fmin and fmax pass over NaN */
		low = fmin(low, row->low);
		high = fmax(high, row->high);
	}
	if (!(high > low)) {
		low = -1;
		high = 1;
	}
	hil_axis_set(&r->x, low - (high - low) * 0.03,
		     high + (high - low) * 0.03, false);
}

static void lay_out(struct rows *r, double width, double height)
{
	double widest = 0;

	for (size_t i = 0; i < r->f->rows; i++)
		widest = fmax(widest, hil_text_plain_width(r->cr, &row_text,
							   r->f->row[i].label));
	r->left = EDGE + fmin(widest, width * LABEL) + 10;
	r->right = width - EDGE - 10;
	r->top = EDGE + (r->f->title ? TITLE : 0);
	r->bottom = height - BELOW;
	r->x.from = r->left;
	r->x.to = r->right;
}

static void line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
	cairo_move_to(cr, x0, y0);
	cairo_line_to(cr, x1, y1);
	cairo_stroke(cr);
}

static void draw_axis(struct rows *r)
{
	const struct hil_text tick = { .size = HIL_TEXT_SIZE, .across = 0.5 };
	struct hil_axis_ticks ticks;
	char text[HIL_AXIS_LABEL];
	double wanted = fmax((r->right - r->left) / SPACE_X, 2);

	hil_axis_find_ticks(&r->x, (size_t)wanted, &ticks);
	cairo_set_line_width(r->cr, 1);
	for (size_t i = 0; i < ticks.count; i++) {
		double x = floor(hil_axis_pixel(&r->x, ticks.at[i])) + 0.5;

		hil_plot_colour(r->cr, HIL_COLOUR_GRID, 1);
		line(r->cr, x, r->top, x, r->bottom);
		hil_plot_colour(r->cr, HIL_COLOUR_SOFT, 1);
		hil_text_draw(r->cr, &tick, x, r->bottom + 5,
			      hil_axis_label(ticks.at[i], ticks.step, text));
	}
	hil_plot_colour(r->cr, HIL_COLOUR_INK, 1);
	line(r->cr, floor(hil_axis_pixel(&r->x, 0)) + 0.5, r->top,
	     floor(hil_axis_pixel(&r->x, 0)) + 0.5, r->bottom);
}

static enum hil_colour colour_of(enum hil_figure_state state)
{
	if (state == HIL_FIGURE_EQUAL)
		return HIL_COLOUR_IDEAL;
	return state == HIL_FIGURE_DIFFERS ? HIL_COLOUR_WORST : HIL_COLOUR_SOFT;
}

/* A filled circle, a filled diamond, an open circle. */
static void draw_marker(cairo_t *cr, double x, double y,
			enum hil_figure_state state)
{
	cairo_new_path(cr);
	if (state == HIL_FIGURE_DIFFERS) {
		cairo_move_to(cr, x - MARKER - 1, y);
		cairo_line_to(cr, x, y - MARKER - 1);
		cairo_line_to(cr, x + MARKER + 1, y);
		cairo_line_to(cr, x, y + MARKER + 1);
		cairo_close_path(cr);
	} else {
		cairo_arc(cr, x, y, MARKER - 0.5, 0, 6.283185307179586);
	}
	if (state == HIL_FIGURE_OPEN) {
		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_fill_preserve(cr);
		hil_plot_colour(cr, colour_of(state), 1);
		cairo_stroke(cr);
		return;
	}
	hil_plot_colour(cr, colour_of(state), 1);
	cairo_fill(cr);
}

static void draw_margin(struct rows *r, const struct hil_figure_interval *row,
			double y)
{
	double from = hil_axis_pixel(&r->x, -row->margin);

	if (!(row->margin > 0))
		return;
	hil_plot_colour(r->cr, HIL_COLOUR_IDEAL, 0.13);
	cairo_rectangle(r->cr, from, y - ROW / 2 + 1,
			hil_axis_pixel(&r->x, row->margin) - from, ROW - 2);
	cairo_fill(r->cr);
}

static void draw_row(struct rows *r, const struct hil_figure_interval *row,
		     double y)
{
	double low, high;

	cairo_save(r->cr);
	cairo_rectangle(r->cr, 0, y - ROW / 2, r->left - 6, ROW);
	cairo_clip(r->cr);
	hil_plot_colour(r->cr, HIL_COLOUR_INK, 1);
	hil_text_plain(r->cr, &row_text, r->left - 10, y, row->label);
	cairo_restore(r->cr);
	cairo_set_line_width(r->cr, 2);
	hil_plot_colour(r->cr, colour_of(row->state), 1);
	if (isfinite(row->low) && isfinite(row->high)) {
		low = hil_axis_pixel(&r->x, row->low);
		high = hil_axis_pixel(&r->x, row->high);
		line(r->cr, low, y, high, y);
		line(r->cr, low, y - WHISKER, low, y + WHISKER);
		line(r->cr, high, y - WHISKER, high, y + WHISKER);
	}
	if (isfinite(row->value))
		draw_marker(r->cr, hil_axis_pixel(&r->x, row->value), y,
			    row->state);
}

static double middle_of(const struct rows *r, size_t row)
{
	return r->top + ROW * ((double)row + 0.5);
}

void hil_figure_intervals(struct _cairo *cr, double width, double height,
			  const struct hil_figure_intervals *f)
{
	const struct hil_text title = { .size = HIL_TITLE_SIZE, .bold = true };
	const struct hil_text below = { .size = HIL_TEXT_SIZE,
					.across = 0.5,
					.down = 1 };
	struct rows r = { .cr = cr, .f = f };

	find_range(&r);
	lay_out(&r, width, height);
	for (size_t i = 0; i < f->rows; i++)
		draw_margin(&r, &f->row[i], middle_of(&r, i));
	draw_axis(&r);
	hil_plot_colour(cr, HIL_COLOUR_INK, 1);
	if (f->title)
		hil_text_plain(cr, &title, EDGE, EDGE - 3, f->title);
	if (f->x_label)
		hil_text_plain(cr, &below, (r.left + r.right) / 2, height - 4,
			       f->x_label);
	for (size_t i = 0; i < f->rows; i++)
		draw_row(&r, &f->row[i], middle_of(&r, i));
}
