/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling a struct hil_series: a quantity over time in flat memory. */
#ifndef HIL_LEDGER_SERIES_H
#define HIL_LEDGER_SERIES_H

#include <stdint.h>

#include "rig/ledger/result.h"

#define HIL_SERIES_FIRST_WIDTH_NS INT64_C(20000000)

/** hil_series_init() - empty, starting at 0 with columns of 20 ms */
void hil_series_init(struct hil_series *s);

/**
 * hil_series_add() - put one value into the column of its time
 * @at_ns: since the run's first sample; times before 0 go to column 0
 *
 * Context: any but RT. O(1), amortised over the doublings of the width.
 */
void hil_series_add(struct hil_series *s, int64_t at_ns, int64_t value_ns);

#endif
