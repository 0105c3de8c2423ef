/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks in a plot, and what they look like in a legend. */
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

#define HIL_MARK_SWATCH 16.0 /* px, its width */

/** hil_mark_swatch() - what such a thing looks like, for a legend */
void hil_mark_swatch(cairo_t *cr, enum hil_legend_kind kind, double x,
		     double y);

/** hil_gap_colour() - what shades an interval that was not seen */
void hil_gap_colour(cairo_t *cr);

#endif
