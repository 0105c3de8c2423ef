/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets the items in rows, as many in a row as fit. */
#include "gui-bridge/figure/legend.h"

#include <cairo.h>

#include "gui-bridge/figure/mark.h"

#define SPACE 14.0 /* px, between two items */
#define EDGE  10.0
#define GAP   5.0 /* from swatch to label */
#define BELOW 9.0

static const struct hil_text text = { .size = HIL_TEXT_SIZE, .down = 0.5 };

/* Walks over the items as they are set; draws them when that is wanted. */
static double walk(cairo_t *cr, double width, double top,
		   const struct hil_legend *l, bool draw)
{
	double x = EDGE, y = top + HIL_MARK_ROW / 2;

	for (size_t i = 0; i < l->items; i++) {
		const char *label = l->label(l->context, i);
		double w = l->swatch_px + GAP +
			   hil_text_plain_width(cr, &text, label);

		if (x > EDGE && x + w > width - EDGE) {
			x = EDGE;
			y += HIL_MARK_ROW;
		}
		if (draw) {
			l->swatch(cr, l->context, i, x, y);
			hil_plot_colour(cr, HIL_COLOUR_INK, 1);
			hil_text_plain(cr, &text, x + l->swatch_px + GAP, y,
				       label);
		}
		x += w + SPACE;
	}
	return y + HIL_MARK_ROW / 2 - top + BELOW;
}

double hil_legend_height(cairo_t *cr, double width, const struct hil_legend *l)
{
	return walk(cr, width, 0, l, false);
}

void hil_legend_draw(const struct hil_plot *p, const struct hil_legend *l)
{
	walk(p->cr, p->width, p->top - p->above, l, true);
}
