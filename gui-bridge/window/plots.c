/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the numbers of a view to figures, and where each figure stands. */
#include "gui-bridge/window/plots.h"

#include <cairo.h>
#include <stdio.h>

#include "gui-bridge/figure/figure.h"

#define LEAST      320 /* px that a picture is wide */
#define ROW_HEIGHT 380
#define OVER_TIME  0.58 /* of a row's height */
#define MARKS      3

static uint32_t rows_of(const struct hil_view *view, int width)
{
	uint32_t fit = width > LEAST ? (uint32_t)width / LEAST : 1;

	return view->quantities ? (view->quantities + fit - 1) / fit : 1;
}

int hil_plots_height(const struct hil_view *view, int width)
{
	return ROW_HEIGHT * (int)rows_of(view, width);
}

static struct hil_figure_column convert(const struct hil_view_column *c)
{
	return (struct hil_figure_column){ .min_us = (double)c->min_ns / 1000,
					   .avg_us = c->avg_ns / 1000,
					   .max_us = (double)c->max_ns / 1000,
					   .count = c->count };
}

static void draw_time(cairo_t *cr, double width, double height,
		      const struct hil_view_quantity *q)
{
	struct hil_figure_column column[HIL_VIEW_COLUMNS];
	char title[64];
	struct hil_figure_live f = {
		.title = title,
		.x_label = "s before now",
		.y_label = "µs",
		.width_s = (double)q->column_ns / 1e9,
		.column = column,
		.columns = q->columns,
		.all = convert(&q->all),
		.last = convert(&q->last),
		.ideal_us = (double)q->ideal_ns / 1000,
	};
	uint32_t i;

	snprintf(title, sizeof(title), "%s%s%s", q->name,
		 *q->name ? " by " : "", q->witness);
	for (i = 0; i < q->columns; i++)
		column[i] = convert(&q->column[i]);
	hil_figure_live(cr, width, height, &f);
}

static size_t set_marks(const struct hil_view_quantity *q,
			struct hil_figure_mark mark[MARKS])
{
	const struct {
		const char *name;
		int64_t ns;
	} all[MARKS] = { { "p50", q->p50_ns },
			 { "p99", q->p99_ns },
			 { "max", q->all.max_ns } };
	size_t i, marks = 0;

	for (i = 0; i < MARKS && q->all.count; i++) {
		if (all[i].ns >= 0)
			mark[marks++] = (struct hil_figure_mark){
				.x = (double)all[i].ns / 1000,
				.label = all[i].name
			};
	}
	return marks;
}

static void draw_histogram(cairo_t *cr, double width, double height,
			   const struct hil_view_quantity *q)
{
	struct hil_figure_bar bar[HIL_VIEW_BARS];
	struct hil_figure_mark mark[MARKS];
	struct hil_figure_histogram f = { .x_label = "µs",
					  .y_label = "count, log",
					  .bar = bar,
					  .bars = q->bars,
					  .mark = mark,
					  .marks = set_marks(q, mark) };
	uint32_t i;

	for (i = 0; i < q->bars; i++) {
		bar[i].low_us = (double)q->bar[i].low_ns / 1000;
		bar[i].high_us = (double)q->bar[i].high_ns / 1000;
		bar[i].count = q->bar[i].count;
	}
	hil_figure_histogram(cr, width, height, &f);
}

void hil_plots_draw(struct _cairo *cr, int width, int height,
		    const struct hil_view *view, bool dark)
{
	static const struct hil_view_quantity none;
	uint32_t count = view->quantities ? view->quantities : 1;
	uint32_t rows = rows_of(view, width);
	uint32_t across = (count + rows - 1) / rows;
	double w = (double)width / across, h = (double)height / rows;
	uint32_t i;

	if (dark)
		hil_figure_set_dark(cr);
	for (i = 0; i < count; i++) {
		const struct hil_view_quantity *q =
			view->quantities ? &view->quantity[i] : &none;

		cairo_save(cr);
		cairo_translate(cr, w * (i % across), h * (i / across));
		draw_time(cr, w, h * OVER_TIME, q);
		cairo_translate(cr, 0, h * OVER_TIME);
		draw_histogram(cr, w, h * (1 - OVER_TIME), q);
		cairo_restore(cr);
	}
}

void hil_plots_words(const struct hil_view *view, char *text, size_t size)
{
	char min[32], avg[32], max[32];
	size_t at = 0;
	uint32_t i;
	int n;

	snprintf(text, size, "No values yet.");
	for (i = 0; i < view->quantities; i++) {
		const struct hil_view_quantity *q = &view->quantity[i];

		if (!q->all.count)
			continue;
		n = snprintf(text + at, size - at,
			     "%s by %s: minimum %s, average %s, maximum %s "
			     "microseconds. ",
			     q->name, q->witness,
			     hil_view_text_ns((double)q->all.min_ns, min,
					      sizeof(min)),
			     hil_view_text_ns(q->all.avg_ns, avg, sizeof(avg)),
			     hil_view_text_ns((double)q->all.max_ns, max,
					      sizeof(max)));
		if (n < 0 || (size_t)n >= size - at)
			return;
		at += (size_t)n;
	}
}
