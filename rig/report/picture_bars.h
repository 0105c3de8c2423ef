/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars of equal width from a histogram's buckets. */
#ifndef HIL_REPORT_PICTURE_BARS_H
#define HIL_REPORT_PICTURE_BARS_H

#include <stddef.h>

#include "daemon/base/histogram.h"
#include "gui-bridge/figure/figure.h"

/**
 * hil_picture_bars() - at most @bars bars from the minimum up to a value
 * @sample_us: the analyzer's; 0: not known
 * @to_us: records above are left out
 * @bar: result
 *
 * Records below 0 are counted in the first bar.
 * Context: any. Return: bars used.
 */
size_t hil_picture_bars(const struct hil_histogram *h, double sample_us,
			double to_us, struct hil_figure_bar *bar, size_t bars);

#endif
