/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each line of a figure is: rows of swatches between title and axes.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_FIGURE_LEGEND_H
#define HIL_FIGURE_LEGEND_H

#include "gui-bridge/figure/plot.h"

struct hil_legend {
	size_t items;
	double swatch_px;    /* width of one */
	const void *context; /* for both functions */
	const char *(*label)(const void *context, size_t item);
	/* draws one that begins at @x, its middle at @y */
	void (*swatch)(cairo_t *cr, const void *context, size_t item, double x,
		       double y);
};

/** hil_legend_height() - px above the axes that it takes */
double hil_legend_height(cairo_t *cr, double width, const struct hil_legend *l);

/** hil_legend_draw() - into the space above the axes of a plot laid out */
void hil_legend_draw(const struct hil_plot *p, const struct hil_legend *l);

#endif
