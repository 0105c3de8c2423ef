/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of a figure: title, axes, grid, labels; and its colours. */
#ifndef HIL_FIGURE_PLOT_H
#define HIL_FIGURE_PLOT_H

#include "gui-bridge/figure/axis.h"
#include "gui-bridge/figure/text.h"

/* Okabe and Ito's colours, which all eyes tell apart, and greys. */
enum hil_colour {
	HIL_COLOUR_INK,
	HIL_COLOUR_SOFT,
	HIL_COLOUR_GRID,
	HIL_COLOUR_DATA,
	HIL_COLOUR_WORST,
	HIL_COLOUR_IDEAL,
	HIL_COLOUR_BLOCK
};

struct hil_plot {
	cairo_t *cr;
	double width, height;
	const char *title, *x_label, *y_label; /* NULL: none */
	double above;         /* px to leave free between title and axes */
	struct hil_axis x, y; /* low, high and log are set by the caller */
	double left, right, top, bottom; /* of the area inside the axes */
};

/** hil_plot_colour() - set the colour, with @alpha */
void hil_plot_colour(cairo_t *cr, enum hil_colour colour, double alpha);

/**
 * hil_plot_snap() - a pixel rounded to a quarter
 *
 * Neighbours meet without a seam, and SVG files get a third shorter.
 */
double hil_plot_snap(double pixel);

/** hil_plot_layout() - find the margins and the pixels of both axes */
void hil_plot_layout(struct hil_plot *p);

/** hil_plot_frame() - draw grid, axes and labels */
void hil_plot_frame(struct hil_plot *p);

/** hil_plot_clip() - limit what follows to the inside, until cairo_restore() */
void hil_plot_clip(struct hil_plot *p);

/** hil_plot_message() - a sentence in the middle: "no values" */
void hil_plot_message(struct hil_plot *p, const char *text);

#endif
