/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folds remembered windows into the columns of a plot. The coarsest level that
 * is fine enough is walked first; what is newer than it comes from the finer
 * ones, because a coarse window is published only when it is over.
 */
#include <string.h>

#include "gui-bridge/view/history_private.h"

/* The finest level that reaches back so far. */
static size_t level_for(int64_t span_ns)
{
	size_t i;

	for (i = 0; i + 1 < HIL_SHM_LEVELS; i++) {
		if (span_ns <=
		    hil_window_width_ns[i] * (int64_t)hil_window_slots[i])
			break;
	}
	return i;
}

struct hil_history_grid hil_history_grid(int64_t end_ns, int64_t span_ns,
					 size_t most)
{
	int64_t longest = hil_window_width_ns[HIL_SHM_LEVELS - 1] *
			  (int64_t)hil_window_slots[HIL_SHM_LEVELS - 1];
	struct hil_history_grid grid;
	int64_t width_ns, end;

	if (span_ns > longest)
		span_ns = longest;
	if (span_ns < hil_window_width_ns[0])
		span_ns = hil_window_width_ns[0];
	grid.level = level_for(span_ns);
	width_ns = hil_window_width_ns[grid.level];
	/* Whole windows in a column, so that none lies in two. */
	grid.column_ns = (span_ns + (int64_t)most - 1) / (int64_t)most;
	grid.column_ns = (grid.column_ns + width_ns - 1) / width_ns * width_ns;
	grid.columns =
		(size_t)((span_ns + grid.column_ns - 1) / grid.column_ns);
	end = end_ns / grid.column_ns + (end_ns % grid.column_ns > 0);
	grid.start_ns = (end - (int64_t)grid.columns) * grid.column_ns;
	return grid;
}

/* The sum stands in the place of the average until all is folded. */
static void fold(struct hil_view_column *c, const struct history_slot *s)
{
	if (!s->count)
		return;
	if (!c->count || s->min_ns < c->min_ns)
		c->min_ns = s->min_ns;
	if (!c->count || s->max_ns > c->max_ns)
		c->max_ns = s->max_ns;
	c->count += s->count;
	c->avg_ns += (double)s->sum_ns;
}

static void average(struct hil_view_column *c)
{
	if (c->count)
		c->avg_ns /= (double)c->count;
}

/* Neighbours mostly fall into one column, which saves a division for each. */
static void fold_level(const struct history_level *l, int64_t from_ns,
		       const struct hil_history_grid *grid,
		       struct hil_view_column column[])
{
	size_t i, slots = hil_history_slots(l);
	const struct history_slot *s;
	int64_t n = -1, begin_ns = 0;

	for (i = 0; i < slots; i++) {
		s = hil_history_slot(l, i);
		if (s->start_ns < from_ns)
			break;
		if (n < 0 || s->start_ns < begin_ns ||
		    s->start_ns >= begin_ns + grid->column_ns) {
			n = (s->start_ns - grid->start_ns) / grid->column_ns;
			begin_ns = grid->start_ns + n * grid->column_ns;
		}
		if (n < (int64_t)grid->columns)
			fold(&column[n], s);
	}
}

void hil_history_columns(const struct hil_history *h,
			 const struct hil_history_grid *grid,
			 struct hil_view_column column[])
{
	int64_t from_ns = grid->start_ns;
	size_t i;

	memset(column, 0, grid->columns * sizeof(column[0]));
	for (i = grid->level + 1; i-- > 0;) {
		const struct history_level *l = &h->level[i];

		fold_level(l, from_ns, grid, column);
		if (l->written)
			from_ns = hil_history_slot(l, 0)->start_ns +
				  hil_window_width_ns[i];
		if (from_ns < grid->start_ns)
			from_ns = grid->start_ns;
	}
	for (i = 0; i < grid->columns; i++)
		average(&column[i]);
}

struct hil_view_column hil_history_last(const struct hil_history *h)
{
	const struct history_level *l = &h->level[0];
	int64_t from_ns = hil_history_end(h) - HIL_HISTORY_LAST_NS;
	struct hil_view_column last = { 0 };
	size_t i;

	for (i = 0; i < hil_history_slots(l); i++) {
		if (hil_history_slot(l, i)->start_ns < from_ns)
			break;
		fold(&last, hil_history_slot(l, i));
	}
	average(&last);
	return last;
}
