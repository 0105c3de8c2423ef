/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window looks beyond the desktop's own theme. */
#ifndef HIL_WINDOW_STYLE_H
#define HIL_WINDOW_STYLE_H

#include <stdbool.h>

struct _GtkWidget;

/** hil_style_load() - for all windows of the display */
void hil_style_load(void);

/** hil_style_is_dark() - the ground that @widget, which is seen, stands on */
bool hil_style_is_dark(struct _GtkWidget *widget);

/** hil_style_wants_dark() - what the desktop has asked for */
bool hil_style_wants_dark(void);

/** hil_style_set_dark() - for this program */
void hil_style_set_dark(bool dark);

#endif
