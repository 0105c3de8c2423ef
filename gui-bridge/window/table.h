/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid of labels with headings, made once and then only written to. */
#ifndef HIL_WINDOW_TABLE_H
#define HIL_WINDOW_TABLE_H

#include <stdint.h>

#define HIL_TABLE_ROWS    16
#define HIL_TABLE_COLUMNS 16

struct _GtkWidget;

struct hil_table_column {
	const char *heading;
	int chars; /* least width, so that nothing moves; negative: a number,
		    * set to the right */
};

struct hil_table {
	struct _GtkWidget *grid;
	const struct hil_table_column *column;
	uint32_t columns, rows; /* rows that are seen */
	struct _GtkWidget *cell[HIL_TABLE_ROWS][HIL_TABLE_COLUMNS];
};

/**
 * hil_table_init() - an empty one
 * @name: for screen readers, and above it
 * @column: constant
 * @columns: at most HIL_TABLE_COLUMNS
 *
 * Return: the widget that holds title and table.
 */
struct _GtkWidget *hil_table_init(struct hil_table *t, const char *name,
				  const struct hil_table_column *column,
				  uint32_t columns);

/** hil_table_set() - a text, beyond HIL_TABLE_ROWS none */
void hil_table_set(struct hil_table *t, uint32_t row, uint32_t column,
		   const char *text);

/** hil_table_end() - rows from @rows on are not seen */
void hil_table_end(struct hil_table *t, uint32_t rows);

#endif
