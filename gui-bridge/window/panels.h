/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All in the window that is text: numbers, counters, tables. */
#ifndef HIL_WINDOW_PANELS_H
#define HIL_WINDOW_PANELS_H

#include "gui-bridge/view/view.h"
#include "gui-bridge/window/table.h"

struct hil_panels {
	struct _GtkWidget *state, *verdict, *writer; /* in the toolbar */
	struct _GtkWidget *words; /* witnesses, and why the verdict */
	struct hil_table numbers, counters, worst, threads, front;
};

/** hil_panels_init() - make the widgets; @above and @below get the tables */
void hil_panels_init(struct hil_panels *p, struct _GtkWidget *above,
		     struct _GtkWidget *below);

/** hil_panels_show() - what a view says */
void hil_panels_show(struct hil_panels *p, const struct hil_view *view);

#endif
