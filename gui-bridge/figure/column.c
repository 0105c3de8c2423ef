/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging of columns: the minimum and the maximum are never lost. */
#include "gui-bridge/figure/column.h"

#include <math.h>

bool hil_column_drawable(const struct hil_figure_column *c)
{
	return c->count && isfinite(c->min_us) && isfinite(c->max_us) &&
	       isfinite(c->avg_us);
}

bool hil_column_merge(const struct hil_figure_band *f, size_t first,
		      size_t count, struct hil_figure_column *to)
{
	double sum = 0, weight = 0;

	*to = (struct hil_figure_column){ (double)INFINITY, 0,
					  -(double)INFINITY, 0 };
	for (size_t i = first; i < first + count && i < f->columns; i++) {
		const struct hil_figure_column *c = &f->column[i];

		if (!hil_column_drawable(c))
			continue;
		to->min_us = fmin(to->min_us, c->min_us);
		to->max_us = fmax(to->max_us, c->max_us);
		sum += c->avg_us * (double)c->count;
		weight += (double)c->count;
		to->count += c->count;
	}
	to->avg_us = weight > 0 ? sum / weight : 0;
	return weight > 0;
}
