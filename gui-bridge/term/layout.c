/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places the parts: from 80 x 24, where one plot and one panel are seen at a
 * time, to screens that hold everything.
 */
#include "gui-bridge/term/layout.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#define PANEL_ROWS   6
#define WIDE_COLS    160
#define TALL_ROWS    40
#define PLOTS_MAX    3
#define THREADS_COLS 84

static struct term_box below(struct term_box *rest, int rows)
{
	struct term_box top = *rest;

	if (rows > rest->rows)
		rows = rest->rows;
	top.rows = rows;
	rest->row += rows;
	rest->rows -= rows;
	return top;
}

static void draw_head(const struct term_screen *s,
		      const struct term_choice *choice,
		      const struct hil_view *v, const struct term_box *box)
{
	char age[32];

	term_heading(s, box, "hilrig");
	term_put_bold(box, 0, 8, v->live ? TERM_PLAIN : TERM_WARN, " %s%s ",
		      *v->state ? v->state : "no writer",
		      v->attached && !v->live ? ", stale" : "");
	term_put(box, 0, 26, TERM_PLAIN, " %s ", v->writer);
	if (choice->paused)
		term_put_bold(box, 0, 50, TERM_WARN, " paused ");
	if (v->front.staleness_ns >= 0)
		term_put(box, 0, box->cols - 18, TERM_PLAIN, " %s old ",
			 hil_view_text_age(v->front.staleness_ns, age,
					   sizeof(age)));
}

static void draw_witnesses(const struct hil_view *v, struct term_box *rest)
{
	uint32_t i;

	for (i = 0; i < v->witnesses; i++) {
		struct term_box row = below(rest, 1);

		term_put(&row, 0, 0,
			 v->witness[i].alive ? TERM_PLAIN : TERM_WARN, "%s: %s",
			 v->witness[i].name, v->witness[i].text);
	}
}

static void draw_verdict(const struct hil_view *v, const struct term_box *box)
{
	const char *heading =
		strcmp(v->state, "CLOSED") ? "verdict so far" : "verdict";
	char number[32], text[64];
	int col;
	uint32_t i;

	term_put_bold(box, 0, 0,
		      strcmp(v->verdict, "INVALID") ? TERM_PLAIN : TERM_MAX,
		      "%s: %s", heading, v->verdict);
	col = 4 + (int)strlen(heading) + (int)strlen(v->verdict);
	if (v->u_ns >= 0) {
		snprintf(text, sizeof(text), "U = %s us (k = %.3g)",
			 hil_view_text_ns(v->u_ns, number, sizeof(number)),
			 v->k);
		term_put(box, 0, col, TERM_PLAIN, "%s", text);
		col += (int)strlen(text) + 2;
	}
	if (v->leg_ns >= 0) {
		snprintf(text, sizeof(text), "legs within %s us",
			 hil_view_text_ns(v->leg_ns, number, sizeof(number)));
		term_put(box, 0, col, TERM_PLAIN, "%s", text);
		col += (int)strlen(text) + 2;
	}
	for (i = 0; i < v->reasons; i++) {
		term_put(box, 0, col, TERM_PLAIN, "%s%s", i ? "; " : "",
			 v->reason_text[i]);
		col += (i ? 2 : 0) + (int)strlen(v->reason_text[i]);
	}
}

static void draw_foot(const struct hil_view *v, const struct term_box *box)
{
	term_put(box, 0, 0, TERM_PLAIN,
		 "%g ms  drawn %llu  skipped %llu  retries %llu  torn %llu  "
		 "%s cpus %s",
		 (double)v->front.refresh_ns / 1e6,
		 (unsigned long long)v->front.drawn,
		 (unsigned long long)v->front.skipped,
		 (unsigned long long)v->front.retries,
		 (unsigned long long)v->front.torn, v->front.sched,
		 v->front.cpus);
	term_put_bold(box, 0, box->cols - 14, TERM_PLAIN, " h help q quit");
}

static void draw_panel(const struct term_screen *s,
		       const struct term_choice *choice,
		       const struct hil_view *v, const struct term_box *box)
{
	switch (choice->panel) {
	case TERM_PANEL_WORST:
		term_draw_worst(s, box, v);
		break;
	case TERM_PANEL_HISTOGRAM:
		term_draw_histogram(s, box, &v->quantity[choice->quantity]);
		break;
	default:
		term_draw_threads(s, box, v);
	}
}

static void draw_narrow(const struct term_screen *s,
			const struct term_choice *choice,
			const struct hil_view *v, struct term_box *rest)
{
	int panel = choice->panel == TERM_PANEL_THREADS ? 2 + (int)v->threads
							: PANEL_ROWS;
	struct term_box plot = below(rest, rest->rows - panel);

	term_draw_plot(s, &plot, &v->quantity[choice->quantity]);
	draw_panel(s, choice, v, rest);
}

/* Plots side by side, histograms below them, both tables at the bottom. */
static void draw_wide(const struct term_screen *s,
		      const struct term_choice *choice,
		      const struct hil_view *v, struct term_box *rest)
{
	int plots = v->quantities < PLOTS_MAX ? (int)v->quantities : PLOTS_MAX;
	struct term_box tables, plot, bars;
	unsigned int first = choice->quantity, n;
	int i, cols;

	plot = below(rest, (rest->rows - HIL_VIEW_WORST / 2 - 1) * 3 / 5);
	bars = below(rest, rest->rows - HIL_VIEW_WORST / 2 - 1);
	tables = *rest;
	cols = plot.cols / plots;
	plot.cols = bars.cols = cols - 2;
	for (i = 0; i < plots; i++) {
		n = (first + (unsigned int)i) % v->quantities;
		term_draw_plot(s, &plot, &v->quantity[n]);
		term_draw_histogram(s, &bars, &v->quantity[n]);
		plot.col += cols;
		bars.col += cols;
	}
	tables.cols = THREADS_COLS - 2;
	term_draw_threads(s, &tables, v);
	tables.col += THREADS_COLS;
	tables.cols = rest->cols - THREADS_COLS;
	term_draw_worst(s, &tables, v);
}

static void draw_all(const struct term_screen *s,
		     const struct term_choice *choice, const struct hil_view *v,
		     const struct term_box *screen)
{
	struct term_box rest = *screen, box = below(&rest, 1);

	draw_head(s, choice, v, &box);
	draw_witnesses(v, &rest);
	if (!v->attached)
		return;
	box = below(&rest, 1);
	draw_verdict(v, &box);
	box = below(&rest, (int)v->quantities + 1);
	term_draw_numbers(&box, v);
	below(&rest, term_draw_counters(&rest, v));
	box = rest;
	box.row += rest.rows - 1;
	box.rows = 1;
	draw_foot(v, &box);
	rest.rows--;
	if (!v->quantities)
		return;
	if (rest.cols >= WIDE_COLS && screen->rows >= TALL_ROWS)
		draw_wide(s, choice, v, &rest);
	else
		draw_narrow(s, choice, v, &rest);
}

void term_draw(const struct term_screen *s, const struct term_choice *choice,
	       const struct hil_view *view, int rows, int cols)
{
	const struct term_box screen = { 0, 0, rows, cols };
	struct term_choice c = *choice;

	erase();
	if (rows < HIL_TERM_ROWS_MIN || cols < HIL_TERM_COLS_MIN) {
		term_put(&screen, rows / 2, 0, TERM_WARN,
			 "this terminal is %d x %d: make it %d x %d", cols,
			 rows, HIL_TERM_COLS_MIN, HIL_TERM_ROWS_MIN);
	} else {
		if (view->quantities)
			c.quantity %= view->quantities;
		draw_all(s, &c, view, &screen);
		if (c.help)
			term_draw_help(s, &screen);
	}
	refresh();
}
