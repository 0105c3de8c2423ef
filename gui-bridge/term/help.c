/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keys do and what the picture means. */
#include "gui-bridge/term/layout.h"

static const char *const lines[] = {
	"",
	"  + -      refresh more or less often (20 ms to 5 s)",
	"  p        pause: the picture stays, nothing is lost",
	"  s S      curves over more or less time",
	"  n N      next or previous quantity",
	"  t        threads, worst ten, histogram, where only one fits",
	"  h        this help on or off",
	"  q        quit",
	"",
	"  us are microseconds. \"last\" is the last second.",
	"  Plot: each column a block from its smallest to its largest",
	"  value, a point at its average. Lines: overall average (blue),",
	"  minimum (green), maximum (red), ideal period (cyan). The block",
	"  at the right: minimum to maximum of the last second.",
	"  skipped: refreshes that came due while one was in progress.",
	"  staleness: age of the newest value that is shown.",
	"",
};

#define LINES_ALL ((int)(sizeof(lines) / sizeof(lines[0])))
#define WIDTH     66

void term_draw_help(const struct term_screen *s, const struct term_box *box)
{
	const struct term_box in = { box->row + (box->rows - LINES_ALL - 1) / 2,
				     box->col + (box->cols - WIDTH) / 2,
				     LINES_ALL + 1, WIDTH };
	int i;

	term_heading(s, &in, "help");
	for (i = 0; i < LINES_ALL; i++)
		term_put(&in, i + 1, 0, TERM_PLAIN, "%-*s", WIDTH, lines[i]);
}
