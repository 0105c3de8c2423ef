/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks in a plot, and the legend above it. */
#ifndef HIL_FIGURE_MARK_H
#define HIL_FIGURE_MARK_H

#include "gui-bridge/figure/figure.h"
#include "gui-bridge/figure/plot.h"

#define HIL_MARK_ROW 16.0 /* px of a row of labels or of a legend */

/**
 * hil_mark_height() - px that the labels of vertical lines need above the axes
 * @p: laid out; the result does not depend on its @above
 */
double hil_mark_height(const struct hil_plot *p,
		       const struct hil_figure_mark *mark, size_t marks);

/** hil_mark_lines() - vertical lines with labels above, one clear of another */
void hil_mark_lines(struct hil_plot *p, const struct hil_figure_mark *mark,
		    size_t marks);

/** hil_mark_points() - rings, with labels where there is room */
void hil_mark_points(struct hil_plot *p, const struct hil_figure_mark *mark,
		     size_t marks);

enum hil_legend_kind {
	HIL_LEGEND_BAND,
	HIL_LEGEND_LINE,
	HIL_LEGEND_POINT,
	HIL_LEGEND_IDEAL,
	HIL_LEGEND_GAP
};

struct hil_legend {
	enum hil_legend_kind kind;
	const char *text;
};

/** hil_legend_height() - px that the legend needs in a figure of @width */
double hil_legend_height(cairo_t *cr, double width,
			 const struct hil_legend *item, size_t items);

/** hil_legend_draw() - into the space above the axes */
void hil_legend_draw(struct hil_plot *p, const struct hil_legend *item,
		     size_t items);

/** hil_gap_colour() - what shades an interval that was not seen */
void hil_gap_colour(cairo_t *cr);

#endif
