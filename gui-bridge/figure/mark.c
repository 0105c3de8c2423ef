/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labelled lines, rings and the legend. */
#include "gui-bridge/figure/mark.h"

#include <math.h>

#define ROWS_MAX  3
#define MARKS_MAX 16
#define FLAG      4.0  /* px from a line to its label */
#define SWATCH    16.0 /* px of a legend's sample */
#define SPACE     14.0 /* px between two items */
#define RING      3.6
#define EDGE      10.0

static const struct hil_text label = { .size = HIL_TEXT_SIZE };

/* Where the label of one vertical line stands. */
struct place {
	double x, left;
	size_t row; /* 0 is the lowest */
};

/*
 * From right to left, so that a line which goes up to a higher row has the
 * labels of the lower ones to its right and crosses none.
 */
static size_t place_labels(const struct hil_plot *p,
			   const struct hil_figure_mark *mark, size_t marks,
			   struct place *place)
{
	double used[ROWS_MAX] = { 1e9, 1e9, 1e9 };
	size_t rows = 0;

	for (size_t i = marks; i-- > 0;) {
		struct place *at = &place[i];
		double width;

		at->row = ROWS_MAX;
		if (!isfinite(mark[i].x))
			continue;
		width = mark[i].label
				? hil_text_width(p->cr, &label, mark[i].label)
				: 0;
		at->x = hil_axis_pixel(&p->x, mark[i].x);
		at->left = at->x + FLAG;
		if (at->left + width > p->right + 8)
			at->left = at->x - FLAG - width;
		at->row = 0;
		while (at->row < ROWS_MAX - 1 &&
		       at->left + width + FLAG > used[at->row])
			at->row++;
		used[at->row] = fmin(at->left, at->x) - FLAG;
		rows = at->row + 1 > rows ? at->row + 1 : rows;
	}
	return rows;
}

double hil_mark_height(const struct hil_plot *p,
		       const struct hil_figure_mark *mark, size_t marks)
{
	struct place place[MARKS_MAX];

	if (marks > MARKS_MAX)
		marks = MARKS_MAX;
	return HIL_MARK_ROW * (double)place_labels(p, mark, marks, place);
}

static void dashed_line(struct hil_plot *p, double x, double top)
{
	const double dash[] = { 4, 3 };

	hil_plot_colour(p->cr, HIL_COLOUR_WORST, 1);
	cairo_set_line_width(p->cr, 1.4);
	cairo_set_dash(p->cr, dash, 2, 0);
	cairo_move_to(p->cr, x, top);
	cairo_line_to(p->cr, x, p->bottom);
	cairo_stroke(p->cr);
	cairo_set_dash(p->cr, dash, 0, 0);
}

void hil_mark_lines(struct hil_plot *p, const struct hil_figure_mark *mark,
		    size_t marks)
{
	struct place place[MARKS_MAX];

	if (marks > MARKS_MAX)
		marks = MARKS_MAX;
	place_labels(p, mark, marks, place);
	for (size_t i = 0; i < marks; i++) {
		double y = p->top - HIL_MARK_ROW * (double)(place[i].row + 1);

		if (place[i].row == ROWS_MAX)
			continue;
		dashed_line(p, place[i].x, y + 2);
		hil_plot_colour(p->cr, HIL_COLOUR_INK, 1);
		if (mark[i].label)
			hil_text_plain(p->cr, &label, place[i].left, y - 1,
				       mark[i].label);
	}
}

static void ring(cairo_t *cr, double x, double y)
{
	cairo_new_path(cr);
	cairo_arc(cr, x, y, RING, 0, 6.283185307179586);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_fill_preserve(cr);
	hil_plot_colour(cr, HIL_COLOUR_WORST, 1);
	cairo_set_line_width(cr, 1.8);
	cairo_stroke(cr);
}

void hil_mark_points(struct hil_plot *p, const struct hil_figure_mark *mark,
		     size_t marks)
{
	for (size_t i = marks; i-- > 0;) {
		struct hil_text t = { .size = HIL_TEXT_SIZE, .down = 0.5 };
		double x, y;

		if (!isfinite(mark[i].x) || !isfinite(mark[i].y))
			continue;
		x = hil_axis_pixel(&p->x, mark[i].x);
		y = hil_axis_pixel(&p->y, mark[i].y);
		ring(p->cr, x, y);
		if (!mark[i].label)
			continue;
		if (x + 9 + hil_text_width(p->cr, &t, mark[i].label) > p->right)
			t.across = 1;
		hil_plot_colour(p->cr, HIL_COLOUR_INK, 1);
		hil_text_plain(p->cr, &t, x + (t.across > 0 ? -7 : 7), y,
			       mark[i].label);
	}
}

void hil_gap_colour(cairo_t *cr)
{
	hil_plot_colour(cr, HIL_COLOUR_SOFT, 0.28);
}

static void swatch(cairo_t *cr, enum hil_legend_kind kind, double x, double y)
{
	const double dash[] = { 5, 3 };

	switch (kind) {
	case HIL_LEGEND_BAND:
	case HIL_LEGEND_GAP:
		if (kind == HIL_LEGEND_GAP)
			hil_gap_colour(cr);
		else
			hil_plot_colour(cr, HIL_COLOUR_DATA, 0.42);
		cairo_rectangle(cr, x, y - 5, SWATCH, 10);
		cairo_fill(cr);
		return;
	case HIL_LEGEND_POINT:
		ring(cr, x + SWATCH / 2, y);
		return;
	case HIL_LEGEND_IDEAL:
		hil_plot_colour(cr, HIL_COLOUR_IDEAL, 1);
		cairo_set_dash(cr, dash, 2, 0);
		break;
	case HIL_LEGEND_LINE:
	default:
		hil_plot_colour(cr, HIL_COLOUR_DATA, 1);
		break;
	}
	cairo_set_line_width(cr, 1.8);
	cairo_move_to(cr, x, y);
	cairo_line_to(cr, x + SWATCH, y);
	cairo_stroke(cr);
	cairo_set_dash(cr, dash, 0, 0);
}

/* Walk over the items as they are set; draw them when @p is given. */
static double set_legend(cairo_t *cr, double width, struct hil_plot *p,
			 const struct hil_legend *item, size_t items)
{
	const struct hil_text t = { .size = HIL_TEXT_SIZE, .down = 0.5 };
	double top = p ? p->top - p->above : 0;
	double x = EDGE, y = top + HIL_MARK_ROW / 2;

	for (size_t i = 0; i < items; i++) {
		double w = SWATCH + 5 + hil_text_width(cr, &t, item[i].text);

		if (x > EDGE && x + w > width - EDGE) {
			x = EDGE;
			y += HIL_MARK_ROW;
		}
		if (p) {
			swatch(cr, item[i].kind, x, y);
			hil_plot_colour(cr, HIL_COLOUR_INK, 1);
			hil_text_plain(cr, &t, x + SWATCH + 5, y, item[i].text);
		}
		x += w + SPACE;
	}
	return y + HIL_MARK_ROW / 2 - top;
}

double hil_legend_height(cairo_t *cr, double width,
			 const struct hil_legend *item, size_t items)
{
	return set_legend(cr, width, NULL, item, items) + 9;
}

void hil_legend_draw(struct hil_plot *p, const struct hil_legend *item,
		     size_t items)
{
	set_legend(p->cr, p->width, p, item, items);
}
