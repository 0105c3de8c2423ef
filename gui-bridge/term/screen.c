/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and closes the terminal; every text that is shown passes here. */
#include "gui-bridge/term/screen.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define TEXT_BYTES 1024

static void choose_locale(struct term_screen *s)
{
	setlocale(LC_ALL, "");
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0 && s->pty.master >= 0)
		setlocale(LC_CTYPE, "C.UTF-8");
	s->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	setlocale(LC_NUMERIC, "C"); /* numbers look the same everywhere */
}

static void choose_colours(struct term_screen *s)
{
	const char *no = getenv("NO_COLOR");

	s->colour = !(no && *no) && has_colors();
	if (!s->colour)
		return;
	start_color();
	use_default_colors();
	init_pair(TERM_AVG, COLOR_BLUE, -1);
	init_pair(TERM_MIN, COLOR_GREEN, -1);
	init_pair(TERM_MAX, COLOR_RED, -1);
	init_pair(TERM_WARN, COLOR_YELLOW, -1);
	init_pair(TERM_HEAD, COLOR_CYAN, -1);
	init_pair(TERM_BLOCK, -1, -1); /* white where the ground is black */
}

static int open_files(struct term_screen *s, bool pty)
{
	int out, in, ret;

	if (!pty && (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))) {
		hil_error("standard input and output are not a terminal: run "
			  "it in one, or with --pty unseen");
		return -ENOTTY;
	}
	if (pty) {
		ret = hil_pty_open(&s->pty);
		if (ret) {
			hil_error("cannot make a terminal: %s", strerror(-ret));
			return ret;
		}
	}
	out = dup(pty ? s->pty.slave : STDOUT_FILENO);
	in = dup(pty ? s->pty.slave : STDIN_FILENO);
	s->out = out < 0 ? NULL : fdopen(out, "w");
	s->in = in < 0 ? NULL : fdopen(in, "r");
	if (!s->out || !s->in) {
		hil_error("cannot use the terminal: %s", strerror(errno));
		return -errno;
	}
	s->input_fd = in;
	return 0;
}

/* Nobody sees our own terminal: any description that is installed will do. */
static SCREEN *open_curses(struct term_screen *s)
{
	static const char *const known[] = { "xterm-256color", "xterm", "linux",
					     "vt100" };
	SCREEN *screen = NULL;
	size_t i;

	if (s->pty.master < 0)
		return newterm(NULL, s->out, s->in);
	for (i = 0; !screen && i < sizeof(known) / sizeof(known[0]); i++)
		screen = newterm(known[i], s->out, s->in);
	return screen;
}

int term_screen_open(struct term_screen *s, bool pty)
{
	const char *name = getenv("TERM");
	int ret;

	memset(s, 0, sizeof(*s));
	hil_pty_init(&s->pty);
	ret = open_files(s, pty);
	if (ret) {
		term_screen_close(s);
		return ret;
	}
	choose_locale(s);
	if (!open_curses(s)) {
		hil_error("the terminal \"%s\" is not known here: set TERM to "
			  "one that is (xterm, linux), or install its terminfo",
			  name && !pty ? name : "");
		term_screen_close(s);
		return -ENOENT;
	}
	s->open = true;
	cbreak();
	noecho();
	curs_set(0);
	nodelay(stdscr, TRUE);
	keypad(stdscr, TRUE);
	set_escdelay(25);
	choose_colours(s);
	return 0;
}

void term_screen_close(struct term_screen *s)
{
	if (s->open)
		endwin();
	if (s->out)
		fclose(s->out);
	if (s->in)
		fclose(s->in);
	hil_pty_close(&s->pty);
	memset(s, 0, sizeof(*s));
	hil_pty_init(&s->pty);
}

/* Bytes of @text that take at most @cols columns; all we draw is one wide. */
static int bytes_for(const char *text, int cols)
{
	const char *at = text;

	while (*at && cols > 0) {
		at++;
		while ((*at & 0xc0) == 0x80)
			at++;
		cols--;
	}
	return (int)(at - text);
}

static void put(const struct term_box *box, int row, int col, attr_t attr,
		const char *text)
{
	if (row < 0 || row >= box->rows || col < 0 || col >= box->cols)
		return;
	attron(attr);
	mvaddnstr(box->row + row, box->col + col, text,
		  bytes_for(text, box->cols - col));
	attroff(attr);
}

static attr_t attribute(enum term_colour colour)
{
	return colour == TERM_PLAIN ? A_NORMAL : (attr_t)COLOR_PAIR(colour);
}

void term_put(const struct term_box *box, int row, int col,
	      enum term_colour colour, const char *fmt, ...)
{
	char text[TEXT_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	put(box, row, col, attribute(colour), text);
}

void term_put_bold(const struct term_box *box, int row, int col,
		   enum term_colour colour, const char *fmt, ...)
{
	char text[TEXT_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	put(box, row, col, attribute(colour) | A_BOLD, text);
}

void term_heading(const struct term_screen *s, const struct term_box *box,
		  const char *title)
{
	int col = (int)strlen(title) + 1;

	term_put_bold(box, 0, 0, TERM_PLAIN, "%s", title);
	for (; col < box->cols; col++)
		term_put(box, 0, col, TERM_HEAD, "%s", s->utf8 ? "─" : "-");
}

char *term_number(double ns, char *text, int width)
{
	static const int decimals[] = { 3, 1, 0 };
	size_t i;

	for (i = 0; i < 3; i++) {
		if (snprintf(text, 32, "%*.*f", width, decimals[i],
			     ns / 1000.0) <= width)
			break;
	}
	return text;
}
