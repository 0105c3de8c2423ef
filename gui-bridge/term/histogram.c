/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The histogram with block characters: eight steps in a character cell. */
#include <math.h>
#include <stdio.h>

#include "gui-bridge/term/layout.h"

#define LABEL_COLS 9
#define STEPS      8

static const char *const eighths[] = { " ", "▁", "▂", "▃", "▄",
				       "▅", "▆", "▇", "█" };

/* A single count must be seen, hence log2(1 + n) of log2(1 + largest). */
static int height_of(uint64_t count, uint64_t largest, int steps)
{
	double share;

	if (!count)
		return 0;
	share = log2(1.0 + (double)count) / log2(1.0 + (double)largest);
	return (int)fmax(1.0, round(share * steps));
}

static uint64_t count_at(const struct hil_view_quantity *q, int col, int cols)
{
	uint64_t sum = 0;
	uint32_t from, to;

	if (q->bars <= (uint32_t)cols)
		return (uint32_t)col < q->bars ? q->bar[col].count : 0;
	from = (uint32_t)col * q->bars / (uint32_t)cols;
	to = (uint32_t)(col + 1) * q->bars / (uint32_t)cols;
	for (; from < to; from++)
		sum += q->bar[from].count;
	return sum;
}

/* Few bars are drawn wide: @each columns for one. */
static void draw_bar(const struct term_screen *s, const struct term_box *plot,
		     int col, int each, int height)
{
	int row, full, i;
	const char *cell;

	for (row = 0; row * STEPS < height; row++) {
		full = height - row * STEPS;
		cell = eighths[full < STEPS ? full : STEPS];
		for (i = 0; i < each; i++)
			term_put(plot, plot->rows - 1 - row, col * each + i,
				 TERM_PLAIN, "%s", s->utf8 ? cell : "#");
	}
}

static void draw_axis(const struct term_box *box,
		      const struct hil_view_quantity *q, int width)
{
	char low[32], high[32];
	int col;

	hil_view_text_ns((double)q->bar[0].low_ns, low, sizeof(low));
	hil_view_text_ns((double)q->bar[q->bars - 1].high_ns, high,
			 sizeof(high));
	term_put(box, box->rows - 1, LABEL_COLS, TERM_PLAIN, "%s", low);
	col = LABEL_COLS + width - (int)snprintf(NULL, 0, "%s us", high);
	if (col < LABEL_COLS + 12)
		col = LABEL_COLS + 12;
	term_put(box, box->rows - 1, col, TERM_PLAIN, "%s us", high);
}

void term_draw_histogram(const struct term_screen *s,
			 const struct term_box *box,
			 const struct hil_view_quantity *q)
{
	const struct term_box plot = { box->row + 1, box->col + LABEL_COLS,
				       box->rows - 2, box->cols - LABEL_COLS };
	int bars = (int)q->bars < plot.cols ? (int)q->bars : plot.cols;
	uint64_t largest = 0, count;
	char title[96];
	int col, each;

	snprintf(title, sizeof(title), "histogram of %s by %s, log count",
		 q->name, q->witness);
	term_heading(s, box, title);
	if (!bars || plot.rows < 1) {
		term_put(box, 1, LABEL_COLS, TERM_PLAIN, "no values yet");
		return;
	}
	each = plot.cols / bars;
	for (col = 0; col < bars; col++) {
		count = count_at(q, col, bars);
		largest = count > largest ? count : largest;
	}
	term_put(box, 1, 0, TERM_PLAIN, "%*llu", LABEL_COLS - 1,
		 (unsigned long long)largest);
	for (col = 0; col < bars; col++)
		draw_bar(s, &plot, col, each,
			 height_of(count_at(q, col, bars), largest,
				   plot.rows * STEPS));
	draw_axis(box, q, bars * each);
}
