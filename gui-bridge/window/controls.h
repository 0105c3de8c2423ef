/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user can change: refresh, span, pause, light or dark. */
#ifndef HIL_WINDOW_CONTROLS_H
#define HIL_WINDOW_CONTROLS_H

#include "gui-bridge/front/front.h"

struct _GtkWidget;

struct hil_controls {
	struct hil_front *front;
	struct _GtkWidget *refresh, *span, *pause, *dark;
};

/** hil_controls_init() - append them to @bar; @c must not move */
void hil_controls_init(struct hil_controls *c, struct hil_front *f,
		       struct _GtkWidget *bar);

/**
 * hil_controls_key() - a key of the keyboard: + - s S p q, as in a terminal
 *
 * Return: it was one of them.
 */
bool hil_controls_key(struct hil_controls *c, unsigned int keyval);

#endif
