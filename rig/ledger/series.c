/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A quantity over time in at most HIL_SERIES_COLUMNS slices. A doubling merges
 * columns 2i and 2i + 1, so a slice's limits are those it would have had if
 * its final width had been chosen at the start: the order of values and the
 * moment of the doubling leave no trace in the result.
 */
#include "rig/ledger/series.h"

#include <string.h>

void hil_series_init(struct hil_series *s)
{
	memset(s, 0, sizeof(*s));
	s->width_ns = HIL_SERIES_FIRST_WIDTH_NS;
}

static void window_merge(struct hil_window *to, const struct hil_window *from)
{
	if (!from->count)
		return;
	if (!to->count) {
		*to = *from;
		return;
	}
	to->count += from->count;
	to->sum_ns += from->sum_ns;
	if (from->min_ns < to->min_ns)
		to->min_ns = from->min_ns;
	if (from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
}

static void double_width(struct hil_series *s)
{
	size_t half = (s->columns + 1) / 2;

	for (size_t i = 0; i < half; i++) {
		struct hil_window merged = s->column[2 * i];

		if (2 * i + 1 < s->columns)
			window_merge(&merged, &s->column[2 * i + 1]);
		s->column[i] = merged;
	}
	memset(&s->column[half], 0, (s->columns - half) * sizeof(s->column[0]));
	s->columns = half;
	s->width_ns *= 2;
}

/* Mostly the last column or the one after it: no division for those. */
static size_t column_of(const struct hil_series *s, int64_t at_ns)
{
	int64_t last_ns = ((int64_t)s->columns - 1) * s->width_ns;

	if (at_ns >= last_ns && at_ns < last_ns + s->width_ns)
		return s->columns - 1;
	return (size_t)(at_ns / s->width_ns);
}

void hil_series_add(struct hil_series *s, int64_t at_ns, int64_t value_ns)
{
	struct hil_window one = { 1, value_ns, value_ns, value_ns };
	int64_t since_ns = at_ns < 0 ? 0 : at_ns;
	size_t i;

	while (since_ns / HIL_SERIES_COLUMNS >= s->width_ns)
		double_width(s);
	i = s->columns ? column_of(s, since_ns)
		       : (size_t)(since_ns / s->width_ns);
	if (i >= s->columns)
		s->columns = i + 1;
	window_merge(&s->column[i], &one);
}
