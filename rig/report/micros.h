/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A histogram by whole microseconds, as rt-tests prints it. */
#ifndef HIL_REPORT_MICROS_H
#define HIL_REPORT_MICROS_H

#include <stdint.h>

#include "daemon/base/histogram.h"

/**
 * hil_micros_each() - call a function for each microsecond with records
 * @each: gets whole us, cut off as rt-tests do, ascending, and a count above 0
 *
 * A bucket counts at its middle, within the exact minimum and maximum; values
 * below 0 count at 0 us. The counts add up to the histogram's count.
 * Context: any.
 */
void hil_micros_each(const struct hil_histogram *h,
		     void (*each)(void *context, int64_t us, uint64_t count),
		     void *context);

#endif
