/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a front end remembers of one quantity: the newest windows of each
 * level, as many as the memory itself holds. Fixed length, so nothing grows.
 */
#ifndef HIL_VIEW_HISTORY_H
#define HIL_VIEW_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/window.h"

#define HIL_HISTORY_LAST_NS INT64_C(1000000000) /* "the last window" */
#define HIL_HISTORY_WORST   10

/* A window, or several folded into one; count 0: nothing else is set. */
struct hil_view_column {
	uint64_t count;
	int64_t min_ns, max_ns;
	double avg_ns;
};

/* A large value and the window that it was in. */
struct hil_history_worst {
	int64_t value_ns;
	int64_t at_ns;    /* start of the window, on its witness's clock */
	int64_t width_ns; /* of the window: the time is known no better */
};

struct hil_history;

/** hil_history_new() - Return: an empty one; NULL without memory. */
struct hil_history *hil_history_new(void);
/** hil_history_free() - NULL-safe */
void hil_history_free(struct hil_history *h);
/** hil_history_clear() - forget all: another writer */
void hil_history_clear(struct hil_history *h);

/**
 * hil_history_add() - append a window, the oldest is forgotten
 * @level: 0 to HIL_SHM_LEVELS - 1, finest first
 * @window: of that level, later than the last one
 */
void hil_history_add(struct hil_history *h, size_t level,
		     const struct hil_shm_window *window);

/** hil_history_end() - end of the newest window in ns; 0 when empty */
int64_t hil_history_end(const struct hil_history *h);

/** hil_history_last() - all values of the newest HIL_HISTORY_LAST_NS */
struct hil_view_column hil_history_last(const struct hil_history *h);

/* Equal slices of time, aligned to multiples of their width. */
struct hil_history_grid {
	int64_t start_ns; /* of the first column */
	int64_t column_ns;
	size_t columns;
	size_t level; /* coarsest one that is folded */
};

/**
 * hil_history_grid() - the grid that shows @span_ns up to @end_ns
 * @most: columns at most, at least 1
 *
 * No column is narrower than a window of the finest level that reaches back
 * so far.
 */
struct hil_history_grid hil_history_grid(int64_t end_ns, int64_t span_ns,
					 size_t most);

/**
 * hil_history_columns() - fold the windows into the columns of @grid
 * @column: result, grid->columns of them
 *
 * Windows that are newer than the newest of a coarse level come from the finer
 * ones, so the right end is never late.
 */
void hil_history_columns(const struct hil_history *h,
			 const struct hil_history_grid *grid,
			 struct hil_view_column column[]);

/**
 * hil_history_worst() - the windows with the largest maxima, largest first
 * @worst: result, room for HIL_HISTORY_WORST
 *
 * Context: any. Return: how many.
 */
size_t hil_history_worst(const struct hil_history *h,
			 struct hil_history_worst worst[HIL_HISTORY_WORST]);

#endif
