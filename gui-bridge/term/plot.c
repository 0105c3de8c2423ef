/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paper's plot with block characters: over time, each column a block from
 * its smallest to its largest value and a point at its average; overall
 * average, minimum and maximum as lines; at the right a white block from the
 * minimum to the maximum of the last window. Two steps in a character cell.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gui-bridge/term/layout.h"

#define LABEL_COLS 11
#define LAST_COLS  4 /* a gap, the white block, a gap */
#define STEPS      2 /* in a cell */
#define LEAST_NS   1000.0

struct scale {
	double low_ns, high_ns;
	int steps;
};

static struct scale scale_of(const struct hil_view_quantity *q, int rows)
{
	struct scale s = { (double)q->all.min_ns, (double)q->all.max_ns,
			   rows * STEPS };
	double short_of;

	if (q->ideal_ns) {
		s.low_ns = fmin(s.low_ns, (double)q->ideal_ns);
		s.high_ns = fmax(s.high_ns, (double)q->ideal_ns);
	}
	short_of = LEAST_NS - (s.high_ns - s.low_ns);
	if (short_of > 0) {
		s.low_ns -= short_of / 2;
		s.high_ns += short_of / 2;
	}
	return s;
}

/* Steps from the bottom, within the plot whatever the value. */
static int step_of(const struct scale *s, double ns)
{
	double at = (ns - s->low_ns) / (s->high_ns - s->low_ns) *
		    (double)(s->steps - 1);

	if (!(at > 0))
		return 0;
	return at < s->steps - 1 ? (int)lround(at) : s->steps - 1;
}

static int row_of(const struct term_box *plot, int step)
{
	return plot->rows - 1 - step / STEPS;
}

static void draw_line(const struct term_screen *s, const struct term_box *plot,
		      int step, enum term_colour colour)
{
	const char *const cell = !s->utf8 ? "-" : step % 2 ? "▔" : "▁";
	int col;

	for (col = 0; col < plot->cols; col++)
		term_put(plot, row_of(plot, step), col, colour, "%s", cell);
}

/* A block from one step to another; half cells at its ends. */
static void draw_block(const struct term_screen *s, const struct term_box *plot,
		       int col, int low, int high)
{
	int step = low;
	const char *cell;

	while (step <= high) {
		if (step % 2)
			cell = "▀";
		else
			cell = step == high ? "▄" : "█";
		term_put(plot, row_of(plot, step), col, TERM_BLOCK, "%s",
			 s->utf8 ? cell : "#");
		step += 2 - step % 2;
	}
}

static struct hil_view_column column_at(const struct hil_view_quantity *q,
					int col, int cols)
{
	uint32_t from = (uint32_t)((uint64_t)col * q->columns / (uint64_t)cols);
	uint32_t to =
		(uint32_t)((uint64_t)(col + 1) * q->columns / (uint64_t)cols);
	struct hil_view_column all = { 0 };
	double sum = 0;

	for (; from < to || (from == to && !all.count && from < q->columns);
	     from++) {
		const struct hil_view_column *c = &q->column[from];

		if (!c->count) {
			if (from >= to)
				break;
			continue;
		}
		if (!all.count || c->min_ns < all.min_ns)
			all.min_ns = c->min_ns;
		if (!all.count || c->max_ns > all.max_ns)
			all.max_ns = c->max_ns;
		all.count += c->count;
		sum += c->avg_ns * (double)c->count;
	}
	if (all.count)
		all.avg_ns = sum / (double)all.count;
	return all;
}

static void draw_labels(const struct term_box *box, const struct scale *s,
			const struct term_box *plot)
{
	char text[32];
	int rows = plot->rows, row;
	double ns;

	for (row = 0; row<rows; row += rows> 8 ? 4 : 3) {
		ns = s->high_ns -
		     (s->high_ns - s->low_ns) * row / (rows > 1 ? rows - 1 : 1);
		term_put(box, 1 + row, 0, TERM_PLAIN, "%s",
			 term_number(ns, text, LABEL_COLS - 2));
	}
}

static void draw_title(const struct term_screen *s, const struct term_box *box,
		       const struct hil_view_quantity *q)
{
	char title[96], ideal[32] = "", number[32];

	if (q->ideal_ns)
		snprintf(ideal, sizeof(ideal), ", ideal %s",
			 hil_view_text_ns((double)q->ideal_ns, number,
					  sizeof(number)));
	snprintf(title, sizeof(title), "%s by %s, us over %.3g s%s", q->name,
		 q->witness, (double)q->column_ns * (double)q->columns / 1e9,
		 ideal);
	term_heading(s, box, title);
}

static void draw_curve(const struct term_screen *s, const struct term_box *plot,
		       const struct scale *scale,
		       const struct hil_view_quantity *q)
{
	int col, cols = plot->cols - LAST_COLS;

	for (col = 0; col < cols; col++) {
		struct hil_view_column c = column_at(q, col, cols);

		if (!c.count)
			continue;
		draw_block(s, plot, col, step_of(scale, (double)c.min_ns),
			   step_of(scale, (double)c.max_ns));
	}
	for (col = 0; col < cols; col++) {
		struct hil_view_column c = column_at(q, col, cols);

		if (c.count)
			term_put_bold(plot,
				      row_of(plot, step_of(scale, c.avg_ns)),
				      col, TERM_AVG, "%s", s->utf8 ? "•" : "o");
	}
}

static void draw_last(const struct term_screen *s, const struct term_box *plot,
		      const struct scale *scale,
		      const struct hil_view_quantity *q)
{
	int low = step_of(scale, (double)q->last.min_ns);
	int high = step_of(scale, (double)q->last.max_ns);
	int col = plot->cols - LAST_COLS + 1;

	if (!q->last.count)
		return;
	draw_block(s, plot, col, low, high);
	draw_block(s, plot, col + 1, low, high);
}

void term_draw_plot(const struct term_screen *s, const struct term_box *box,
		    const struct hil_view_quantity *q)
{
	const struct term_box plot = { box->row + 1, box->col + LABEL_COLS - 1,
				       box->rows - 1,
				       box->cols - LABEL_COLS + 1 };
	struct scale scale;

	draw_title(s, box, q);
	if (!q->all.count) {
		term_put(box, box->rows / 2, LABEL_COLS, TERM_PLAIN,
			 "no values yet");
		return;
	}
	scale = scale_of(q, plot.rows);
	draw_labels(box, &scale, &plot);
	if (q->ideal_ns)
		draw_line(s, &plot, step_of(&scale, (double)q->ideal_ns),
			  TERM_HEAD);
	draw_line(s, &plot, step_of(&scale, (double)q->all.min_ns), TERM_MIN);
	draw_line(s, &plot, step_of(&scale, (double)q->all.max_ns), TERM_MAX);
	draw_line(s, &plot, step_of(&scale, q->all.avg_ns), TERM_AVG);
	draw_curve(s, &plot, &scale, q);
	draw_last(s, &plot, &scale, q);
}
