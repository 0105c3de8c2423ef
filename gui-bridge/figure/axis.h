/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One axis: from values to pixels, and the round numbers along it. */
#ifndef HIL_FIGURE_AXIS_H
#define HIL_FIGURE_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#define HIL_AXIS_TICKS 64
#define HIL_AXIS_LABEL 64

struct hil_axis {
	double low, high; /* values at the ends; low < high, finite */
	double from, to;  /* pixels of the ends */
	bool log;         /* then low > 0 */
};

struct hil_axis_ticks {
	double at[HIL_AXIS_TICKS];
	size_t count;
	double step; /* between two, of a linear axis; 0: logarithmic */
};

/**
 * hil_axis_set() - the range of an axis, made drawable
 * @low: value that must be seen, may be anything, also NaN
 * @high: likewise
 * @log: ignored when there is nothing above 0
 *
 * Context: any.
 */
void hil_axis_set(struct hil_axis *a, double low, double high, bool log);

/** hil_axis_widen() - move the ends of a linear axis out to round numbers */
void hil_axis_widen(struct hil_axis *a, size_t wanted);

/** hil_axis_pixel() - where a value is, never beyond the ends */
double hil_axis_pixel(const struct hil_axis *a, double value);

/**
 * hil_axis_find_ticks() - about @wanted round numbers along the axis
 *
 * 1, 2 or 5 times a power of ten apart; powers of ten on a logarithmic axis,
 * with twos and fives when that shows less than two of them.
 */
void hil_axis_find_ticks(const struct hil_axis *a, size_t wanted,
			 struct hil_axis_ticks *ticks);

/**
 * hil_axis_label() - a tick as Pango markup
 * @step: of the ticks, for the digits behind the point
 *
 * Return: @text.
 */
char *hil_axis_label(double value, double step, char text[HIL_AXIS_LABEL]);

#endif
