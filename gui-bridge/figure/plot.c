/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Margins from the widths of labels, then grid and axes. */
#include "gui-bridge/figure/plot.h"

#include <math.h>
#include <stdbool.h>

#include "gui-bridge/figure/figure.h"

#define LINE         17.0 /* px of a line of text */
#define TICK_SPACE_X 22.0 /* px between two labels */
#define TICK_SPACE_Y 38.0
#define EDGE         10.0

/* Source: Okabe and Ito, Color Universal Design, 2008. */
static const double colours[][3] = {
	[HIL_COLOUR_INK] = { 0.13, 0.15, 0.18 },
	[HIL_COLOUR_SOFT] = { 0.36, 0.39, 0.43 },
	[HIL_COLOUR_GRID] = { 0.87, 0.885, 0.90 },
	[HIL_COLOUR_DATA] = { 0.0, 0.447, 0.698 },
	[HIL_COLOUR_WORST] = { 0.835, 0.369, 0.0 },
	[HIL_COLOUR_IDEAL] = { 0.0, 0.52, 0.38 },
	[HIL_COLOUR_BLOCK] = { 1.0, 1.0, 1.0 },
};

/* The same hues, lighter, for what is drawn on a dark ground. */
static const double dark_colours[][3] = {
	[HIL_COLOUR_INK] = { 0.93, 0.94, 0.95 },
	[HIL_COLOUR_SOFT] = { 0.68, 0.71, 0.74 },
	[HIL_COLOUR_GRID] = { 0.26, 0.28, 0.30 },
	[HIL_COLOUR_DATA] = { 0.34, 0.71, 0.91 },
	[HIL_COLOUR_WORST] = { 0.96, 0.49, 0.20 },
	[HIL_COLOUR_IDEAL] = { 0.16, 0.74, 0.56 },
	[HIL_COLOUR_BLOCK] = { 1.0, 1.0, 1.0 },
};

/* Its address marks a context whose ground is dark. */
static const cairo_user_data_key_t dark;

static const struct hil_text tick_x = { .size = HIL_TEXT_SIZE, .across = 0.5 };
static const struct hil_text tick_y = { .size = HIL_TEXT_SIZE,
					.across = 1,
					.down = 0.5 };

void hil_plot_colour(cairo_t *cr, enum hil_colour colour, double alpha)
{
	const bool is_dark = cairo_get_user_data(cr, &dark) != NULL;
	const double *c = is_dark ? dark_colours[colour] : colours[colour];

	cairo_set_source_rgba(cr, c[0], c[1], c[2], alpha);
}

void hil_figure_set_dark(struct _cairo *cr)
{
	cairo_set_user_data(cr, &dark, cr, NULL);
}

double hil_plot_snap(double pixel)
{
	return round(pixel * 4) / 4;
}

static size_t wanted_y(const struct hil_plot *p)
{
	double count = (p->bottom - p->top) / TICK_SPACE_Y;

	return count < 2 ? 2 : (size_t)count;
}

static double widest_label(cairo_t *cr, const struct hil_axis_ticks *ticks)
{
	char text[HIL_AXIS_LABEL];
	double widest = 0;

	for (size_t i = 0; i < ticks->count; i++)
		widest =
			fmax(widest,
			     hil_text_width(cr, &tick_y,
					    hil_axis_label(ticks->at[i],
							   ticks->step, text)));
	return widest;
}

/* As many ticks as their labels leave room for. */
static void find_x_ticks(struct hil_plot *p, struct hil_axis_ticks *ticks)
{
	double width = p->right - p->left;

	for (size_t wanted = 12; wanted > 0; wanted--) {
		hil_axis_find_ticks(&p->x, wanted, ticks);
		if ((widest_label(p->cr, ticks) + TICK_SPACE_X) *
			    (double)ticks->count <=
		    width + TICK_SPACE_X)
			return;
	}
}

void hil_plot_layout(struct hil_plot *p)
{
	struct hil_axis_ticks ticks;

	p->top = EDGE + (p->title ? LINE + 8 : 0) + p->above;
	p->bottom = p->height - EDGE - LINE - (p->x_label ? LINE + 3 : 0);
	if (p->bottom < p->top + 10)
		p->bottom = p->top + 10;
	hil_axis_widen(&p->y, wanted_y(p));
	hil_axis_find_ticks(&p->y, wanted_y(p), &ticks);
	p->left = EDGE + (p->y_label ? LINE + 4 : 0) +
		  widest_label(p->cr, &ticks) + 6;
	p->right = p->width - EDGE - 10;
	if (p->right < p->left + 10)
		p->right = p->left + 10;
	p->x.from = p->left;
	p->x.to = p->right;
	p->y.from = p->bottom;
	p->y.to = p->top;
}

static void line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
	cairo_move_to(cr, x0, y0);
	cairo_line_to(cr, x1, y1);
	cairo_stroke(cr);
}

/* On the pixel grid, so that lines of one pixel are sharp. */
static double sharp(double pixel)
{
	return floor(pixel) + 0.5;
}

static void draw_y(struct hil_plot *p)
{
	struct hil_axis_ticks ticks;
	char text[HIL_AXIS_LABEL];

	hil_axis_find_ticks(&p->y, wanted_y(p), &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		double y = hil_axis_pixel(&p->y, ticks.at[i]);

		hil_plot_colour(p->cr, HIL_COLOUR_GRID, 1);
		line(p->cr, p->left, sharp(y), p->right, sharp(y));
		hil_plot_colour(p->cr, HIL_COLOUR_SOFT, 1);
		hil_text_draw(p->cr, &tick_y, p->left - 6, y,
			      hil_axis_label(ticks.at[i], ticks.step, text));
	}
}

static void draw_x(struct hil_plot *p)
{
	struct hil_axis_ticks ticks;
	char text[HIL_AXIS_LABEL];

	find_x_ticks(p, &ticks);
	for (size_t i = 0; i < ticks.count; i++) {
		double x = hil_axis_pixel(&p->x, ticks.at[i]);

		hil_plot_colour(p->cr, HIL_COLOUR_GRID, 1);
		line(p->cr, sharp(x), p->top, sharp(x), p->bottom);
		hil_plot_colour(p->cr, HIL_COLOUR_SOFT, 1);
		line(p->cr, sharp(x), p->bottom, sharp(x), p->bottom + 4);
		hil_text_draw(p->cr, &tick_x, x, p->bottom + 5,
			      hil_axis_label(ticks.at[i], ticks.step, text));
	}
}

static void draw_labels(struct hil_plot *p)
{
	const struct hil_text title = { .size = HIL_TITLE_SIZE, .bold = true };
	const struct hil_text below = { .size = HIL_TEXT_SIZE,
					.across = 0.5,
					.down = 1 };
	const struct hil_text beside = { .size = HIL_TEXT_SIZE,
					 .across = 0.5,
					 .upright = true };

	hil_plot_colour(p->cr, HIL_COLOUR_INK, 1);
	if (p->title)
		hil_text_plain(p->cr, &title, EDGE, EDGE - 3, p->title);
	if (p->x_label)
		hil_text_plain(p->cr, &below, (p->left + p->right) / 2,
			       p->height - 4, p->x_label);
	if (p->y_label)
		hil_text_plain(p->cr, &beside, 5, (p->top + p->bottom) / 2,
			       p->y_label);
}

void hil_plot_frame(struct hil_plot *p)
{
	cairo_set_line_width(p->cr, 1);
	draw_y(p);
	draw_x(p);
	draw_labels(p);
	hil_plot_colour(p->cr, HIL_COLOUR_SOFT, 1);
	line(p->cr, p->left, sharp(p->bottom), p->right, sharp(p->bottom));
	line(p->cr, sharp(p->left), p->top, sharp(p->left), p->bottom);
}

void hil_plot_clip(struct hil_plot *p)
{
	cairo_save(p->cr);
	cairo_rectangle(p->cr, p->left, p->top - 1, p->right - p->left + 1,
			p->bottom - p->top + 1);
	cairo_clip(p->cr);
}

void hil_plot_message(struct hil_plot *p, const char *text)
{
	const struct hil_text middle = { .size = HIL_TITLE_SIZE,
					 .across = 0.5,
					 .down = 0.5 };

	hil_plot_colour(p->cr, HIL_COLOUR_SOFT, 1);
	hil_text_plain(p->cr, &middle, (p->left + p->right) / 2,
		       (p->top + p->bottom) / 2, text);
}
