/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels in a grid. A label is only touched when its text is another. */
#include "gui-bridge/window/table.h"

#include <gtk/gtk.h>
#include <stdlib.h>
#include <string.h>

static GtkWidget *cell_new(const struct hil_table_column *c, const char *text)
{
	GtkWidget *label = gtk_label_new(text);

	gtk_label_set_xalign(GTK_LABEL(label), c->chars < 0 ? 1.0F : 0.0F);
	gtk_label_set_width_chars(GTK_LABEL(label), abs(c->chars));
	return label;
}

GtkWidget *hil_table_init(struct hil_table *t, const char *name,
			  const struct hil_table_column *column,
			  uint32_t columns)
{
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
	GtkWidget *title = gtk_label_new(name);
	uint32_t i;

	memset(t, 0, sizeof(*t));
	t->column = column;
	t->columns = columns;
	t->grid = g_object_new(GTK_TYPE_GRID, "accessible-role",
			       GTK_ACCESSIBLE_ROLE_GROUP, "column-spacing", 14,
			       "row-spacing", 1, NULL);
	gtk_accessible_update_property(GTK_ACCESSIBLE(t->grid),
				       GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
	gtk_widget_add_css_class(t->grid, "table");
	for (i = 0; i < columns; i++) {
		GtkWidget *heading = cell_new(&column[i], column[i].heading);

		gtk_widget_add_css_class(heading, "dim-label");
		gtk_grid_attach(GTK_GRID(t->grid), heading, (int)i, 0, 1, 1);
	}
	gtk_label_set_xalign(GTK_LABEL(title), 0);
	gtk_widget_add_css_class(title, "heading");
	gtk_box_append(GTK_BOX(box), title);
	gtk_box_append(GTK_BOX(box), t->grid);
	return box;
}

void hil_table_set(struct hil_table *t, uint32_t row, uint32_t column,
		   const char *text)
{
	GtkWidget **cell;

	if (row >= HIL_TABLE_ROWS || column >= t->columns)
		return;
	cell = &t->cell[row][column];
	if (!*cell) {
		*cell = cell_new(&t->column[column], "");
		gtk_grid_attach(GTK_GRID(t->grid), *cell, (int)column,
				(int)row + 1, 1, 1);
	}
	if (!g_utf8_validate(text, -1, NULL))
		text = "(not UTF-8)";
	if (strcmp(gtk_label_get_text(GTK_LABEL(*cell)), text) != 0)
		gtk_label_set_text(GTK_LABEL(*cell), text);
}

void hil_table_end(struct hil_table *t, uint32_t rows)
{
	uint32_t i, j;

	if (rows == t->rows)
		return;
	for (i = 0; i < HIL_TABLE_ROWS; i++) {
		for (j = 0; j < t->columns; j++) {
			if (t->cell[i][j])
				gtk_widget_set_visible(t->cell[i][j], i < rows);
		}
	}
	t->rows = rows;
}
