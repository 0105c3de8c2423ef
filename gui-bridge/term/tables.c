/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, counters and the worst ten as text. */
#include <stdio.h>
#include <string.h>

#include "gui-bridge/term/layout.h"

#define NAME_COLS  18
#define COUNT_COLS 10
#define VALUE_COLS 10
#define WORST_COLS 39

/* In the order of importance; those that do not fit are left out at the end. */
enum column {
	COLUMN_MIN,
	COLUMN_AVG,
	COLUMN_MAX,
	COLUMN_LAST_MIN,
	COLUMN_LAST_MAX,
	COLUMN_LAST_AVG,
	COLUMN_P50,
	COLUMN_P99,
	COLUMN_P999,
	COLUMN_DEVIATION,
	COLUMN_IDEAL,
	COLUMNS_ALL
};

static const char *const column_name[COLUMNS_ALL] = {
	"min", "avg", "max",   "last min", "last max", "last avg",
	"p50", "p99", "p99.9", "std dev",  "ideal",
};

static const enum term_colour column_colour[COLUMNS_ALL] = {
	[COLUMN_MIN] = TERM_MIN,
	[COLUMN_AVG] = TERM_AVG,
	[COLUMN_MAX] = TERM_MAX,
};

/* Return: the value in ns; negative and @known false: there is none. */
static double value_of(const struct hil_view_quantity *q, enum column c,
		       bool *known)
{
	const double value[COLUMNS_ALL] = {
		[COLUMN_MIN] = (double)q->all.min_ns,
		[COLUMN_AVG] = q->all.avg_ns,
		[COLUMN_MAX] = (double)q->all.max_ns,
		[COLUMN_LAST_MIN] = (double)q->last.min_ns,
		[COLUMN_LAST_MAX] = (double)q->last.max_ns,
		[COLUMN_LAST_AVG] = q->last.avg_ns,
		[COLUMN_P50] = (double)q->p50_ns,
		[COLUMN_P99] = (double)q->p99_ns,
		[COLUMN_P999] = (double)q->p999_ns,
		[COLUMN_DEVIATION] = q->deviation_ns,
		[COLUMN_IDEAL] = (double)q->ideal_ns,
	};

	if (c <= COLUMN_MAX)
		*known = q->all.count > 0;
	else if (c <= COLUMN_LAST_AVG)
		*known = q->last.count > 0;
	else
		*known = value[c] > 0 || (c == COLUMN_DEVIATION && !value[c]);
	return value[c];
}

static void draw_quantity(const struct term_box *box, int row,
			  const struct hil_view_quantity *q)
{
	char text[32];
	double value;
	bool known;
	int c, col = NAME_COLS + COUNT_COLS;

	term_put(box, row, 0, TERM_PLAIN, "%s", q->name);
	term_put(box, row, 9, TERM_PLAIN, "%s", q->witness);
	term_put(box, row, NAME_COLS, TERM_PLAIN, "%*llu", COUNT_COLS - 1,
		 (unsigned long long)q->all.count);
	for (c = 0; c < COLUMNS_ALL && col + VALUE_COLS <= box->cols + 1; c++) {
		value = value_of(q, (enum column)c, &known);
		if (known)
			term_number(value, text, VALUE_COLS - 1);
		else
			snprintf(text, sizeof(text), "%*s", VALUE_COLS - 1,
				 "-");
		/* Plain blue can hardly be read on a black ground. */
		if (c == COLUMN_AVG)
			term_put_bold(box, row, col, TERM_AVG, "%s", text);
		else
			term_put(box, row, col, column_colour[c], "%s", text);
		col += VALUE_COLS;
	}
}

void term_draw_numbers(const struct term_box *box, const struct hil_view *view)
{
	int c, col = NAME_COLS + COUNT_COLS;
	uint32_t i;

	term_put_bold(box, 0, 0, TERM_PLAIN, "us       by");
	term_put_bold(box, 0, NAME_COLS, TERM_PLAIN, "%*s", COUNT_COLS - 1,
		      "count");
	for (c = 0; c < COLUMNS_ALL && col + VALUE_COLS <= box->cols + 1; c++) {
		term_put_bold(box, 0, col, TERM_PLAIN, "%*s", VALUE_COLS - 1,
			      column_name[c]);
		col += VALUE_COLS;
	}
	for (i = 0; i < view->quantities; i++)
		draw_quantity(box, (int)i + 1, &view->quantity[i]);
}

int term_draw_counters(const struct term_box *box, const struct hil_view *view)
{
	char value[32], text[64];
	int row = 0, col = 0, width;
	uint32_t i;

	for (i = 0; i < view->counters; i++) {
		const struct hil_view_counter *c = &view->counter[i];

		width = snprintf(
			text, sizeof(text), "%s %s", c->name,
			hil_view_text_counter(c, value, sizeof(value)));
		if (col + width > box->cols) {
			row++;
			col = 0;
		}
		term_put(box, row, col, TERM_PLAIN, "%s", text);
		col += width + 2;
	}
	return row + 1;
}

void term_draw_worst(const struct term_screen *s, const struct term_box *box,
		     const struct hil_view *view)
{
	int per_row = box->cols / WORST_COLS, rows;
	char value[32], title[64];
	uint32_t i;

	if (per_row < 1)
		per_row = 1;
	rows = (HIL_VIEW_WORST + per_row - 1) / per_row;
	if (view->worsts)
		snprintf(title, sizeof(title), "worst ten, %s by %s, us",
			 view->worst[0].name, view->worst[0].witness);
	else
		snprintf(title, sizeof(title), "worst ten: none yet");
	term_heading(s, box, title);
	for (i = 0; i < view->worsts; i++)
		term_put(
			box, 1 + (int)i % rows, (int)i / rows * WORST_COLS,
			TERM_PLAIN, "%2u %s  %.22s", i + 1,
			term_number((double)view->worst[i].value_ns, value, 10),
			view->worst[i].at);
}
