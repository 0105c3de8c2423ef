/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: opened, closed, and text put at a place of it. */
#ifndef HIL_TERM_SCREEN_H
#define HIL_TERM_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "daemon/base/attr.h"
#include "gui-bridge/term/pty.h"

#define HIL_TERM_ROWS_MIN 24
#define HIL_TERM_COLS_MIN 80

enum term_colour {
	TERM_PLAIN,
	TERM_AVG,  /* blue, as in the paper */
	TERM_MIN,  /* green */
	TERM_MAX,  /* red */
	TERM_WARN, /* yellow */
	TERM_HEAD, /* cyan */
	TERM_BLOCK /* white: the last window */
};

struct term_screen {
	struct hil_pty pty; /* with --pty */
	void *out;          /* FILE of the terminal */
	void *in;
	int input_fd;
	bool open, colour;
	bool utf8; /* else ASCII in place of blocks */
};

/* A rectangle of the screen. */
struct term_box {
	int row, col, rows, cols;
};

/**
 * term_screen_open() - take the terminal over
 * @pty: draw into one of our own
 *
 * Return: 0; -ENOTTY there is none; -ENOENT it is unknown; -errno; the message
 * is printed.
 */
int term_screen_open(struct term_screen *s, bool pty) HIL_MUST_CHECK;

/** term_screen_close() - give it back as it was; once more is harmless */
void term_screen_close(struct term_screen *s);

/** term_put() - text within @box, row and column from its corner, cut to fit */
void term_put(const struct term_box *box, int row, int col,
	      enum term_colour colour, const char *fmt, ...) HIL_PRINTF(5, 6);

/** term_put_bold() - likewise, for headings */
void term_put_bold(const struct term_box *box, int row, int col,
		   enum term_colour colour, const char *fmt, ...)
	HIL_PRINTF(5, 6);

/** term_heading() - the first row of a box: a title and a rule behind it */
void term_heading(const struct term_screen *s, const struct term_box *box,
		  const char *title);

/**
 * term_number() - a value in us, right-aligned, with as many decimals as fit
 * @text: result, @width characters and NUL; at most 31
 *
 * Return: @text.
 */
char *term_number(double ns, char *text, int width);

#endif
