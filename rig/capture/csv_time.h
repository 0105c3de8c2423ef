/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal times of CSV rows, exactly. */
#ifndef HIL_CAPTURE_CSV_TIME_H
#define HIL_CAPTURE_CSV_TIME_H

#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_csv_time_parse() - "-0.000012500", "1.6e-05" to ticks
 * @text: decimal number, optional sign and exponent
 * @exponent: ticks are 10^-exponent of the number's unit: 9 for seconds to
 *	nanoseconds; -24 to 24
 * @ticks: result, rounded to the nearest
 * @decimals: result, digits behind the point that the text has, less its
 *	exponent
 *
 * Context: any. Return: 0; -EINVAL not a number; -ERANGE 2^62 ticks or more.
 */
int hil_csv_time_parse(const char *text, int exponent, int64_t *ticks,
		       int *decimals) HIL_MUST_CHECK;

#endif
