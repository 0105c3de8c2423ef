/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of a band: which can be drawn, and several as one. */
#ifndef HIL_FIGURE_COLUMN_H
#define HIL_FIGURE_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "gui-bridge/figure/figure.h"

/** hil_column_drawable() - it has values and all of them are finite */
bool hil_column_drawable(const struct hil_figure_column *c);

/**
 * hil_column_merge() - columns @first to @first + @count - 1 as one
 * @to: result; its mean is weighted by the counts
 *
 * Context: any. Return: false when none of them can be drawn.
 */
bool hil_column_merge(const struct hil_figure_band *f, size_t first,
		      size_t count, struct hil_figure_column *to);

#endif
