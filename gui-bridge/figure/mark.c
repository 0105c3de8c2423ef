/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labelled lines, rings, and swatches of them. */
#include "gui-bridge/figure/mark.h"

#include <math.h>

#define ROWS_MAX  3
#define MARKS_MAX 16
#define FLAG      4.0 /* px from a line to its label */
#define RING      3.6

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

void hil_mark_swatch(cairo_t *cr, enum hil_legend_kind kind, double x, double y)
{
	const double dash[] = { 5, 3 };

	switch (kind) {
	case HIL_LEGEND_BAND:
	case HIL_LEGEND_GAP:
		if (kind == HIL_LEGEND_GAP)
			hil_gap_colour(cr);
		else
			hil_plot_colour(cr, HIL_COLOUR_DATA, 0.42);
		cairo_rectangle(cr, x, y - 5, HIL_MARK_SWATCH, 10);
		cairo_fill(cr);
		return;
	case HIL_LEGEND_POINT:
		ring(cr, x + HIL_MARK_SWATCH / 2, y);
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
	cairo_line_to(cr, x + HIL_MARK_SWATCH, y);
	cairo_stroke(cr);
	cairo_set_dash(cr, dash, 0, 0);
}
