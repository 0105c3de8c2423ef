/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures in the window: each quantity over time and as a histogram. */
#ifndef HIL_WINDOW_PLOTS_H
#define HIL_WINDOW_PLOTS_H

#include <stdbool.h>

#include "gui-bridge/view/view.h"

struct _cairo;

/**
 * hil_plots_draw() - all quantities of a view, as many side by side as fit
 * @dark: the ground is
 */
void hil_plots_draw(struct _cairo *cr, int width, int height,
		    const struct hil_view *view, bool dark);

/** hil_plots_height() - px that the pictures of a view need at this width */
int hil_plots_height(const struct hil_view *view, int width);

/**
 * hil_plots_words() - what the pictures show, for screen readers
 * @text: result, @size bytes
 */
void hil_plots_words(const struct hil_view *view, char *text, size_t size);

#endif
