/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes where, and the parts that are drawn. */
#ifndef HIL_TERM_LAYOUT_H
#define HIL_TERM_LAYOUT_H

#include "gui-bridge/term/screen.h"
#include "gui-bridge/view/view.h"

/* Where there is room for one of these only, the user chooses. */
enum term_panel {
	TERM_PANEL_THREADS,
	TERM_PANEL_WORST,
	TERM_PANEL_HISTOGRAM,
	TERM_PANELS
};

struct term_choice {
	unsigned int quantity; /* of the plot */
	enum term_panel panel;
	bool help, paused;
};

/** term_draw() - the whole screen, @rows x @cols */
void term_draw(const struct term_screen *s, const struct term_choice *choice,
	       const struct hil_view *view, int rows, int cols);

/** term_draw_numbers() - a row of numbers for each quantity */
void term_draw_numbers(const struct term_box *box, const struct hil_view *view);

/** term_draw_counters() - Return: rows that were used */
int term_draw_counters(const struct term_box *box, const struct hil_view *view);

/** term_draw_worst() - the ten largest, in as many columns as fit */
void term_draw_worst(const struct term_screen *s, const struct term_box *box,
		     const struct hil_view *view);

/** term_draw_threads() - as a process viewer shows them */
void term_draw_threads(const struct term_screen *s, const struct term_box *box,
		       const struct hil_view *view);

/** term_draw_plot() - the paper's plot of one quantity */
void term_draw_plot(const struct term_screen *s, const struct term_box *box,
		    const struct hil_view_quantity *q);

/** term_draw_histogram() - linear x in us, logarithmic counts */
void term_draw_histogram(const struct term_screen *s,
			 const struct term_box *box,
			 const struct hil_view_quantity *q);

/** term_draw_help() - over everything else */
void term_draw_help(const struct term_screen *s, const struct term_box *box);

#endif
