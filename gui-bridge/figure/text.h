/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in figures: one font, sizes in pixels, set by its edges. */
#ifndef HIL_FIGURE_TEXT_H
#define HIL_FIGURE_TEXT_H

#include <cairo.h>
#include <stdbool.h>

#define HIL_TEXT_SIZE  12.0 /* px; the smallest that is used */
#define HIL_TITLE_SIZE 14.0

struct hil_text {
	double size; /* px */
	bool bold;
	double across; /* 0: starts at x, 0.5: centred, 1: ends there */
	double down;   /* 0: top at y, 0.5: middle, 1: bottom */
	bool upright;  /* turned left by 90 degrees */
};

/** hil_text_width() - width in pixels of some Pango markup */
double hil_text_width(cairo_t *cr, const struct hil_text *t,
		      const char *markup);

/** hil_text_draw() - draw in the current colour */
void hil_text_draw(cairo_t *cr, const struct hil_text *t, double x, double y,
		   const char *markup);

/** hil_text_plain_width() - as _width(), for text that is not markup */
double hil_text_plain_width(cairo_t *cr, const struct hil_text *t,
			    const char *text);

/** hil_text_plain() - as _draw(), for text that is not markup */
void hil_text_plain(cairo_t *cr, const struct hil_text *t, double x, double y,
		    const char *text);

#endif
