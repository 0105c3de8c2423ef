/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact decimal numbers, for texts with a unit: "1.5h", "24m". */
#ifndef HIL_BASE_DECIMAL_H
#define HIL_BASE_DECIMAL_H

#include <stdint.h>

#include "daemon/base/attr.h"

/* digits / 10^places, without sign */
struct hil_decimal {
	uint64_t digits;
	unsigned int places;
};

/**
 * hil_decimal_read() - read the digits at the beginning of a text
 * @text: "12", "1.5", ".5" or "3." and whatever follows
 * @end: result, the first character after the number
 *
 * Context: any. Return: 0; -EINVAL no digit; -ERANGE more digits than fit.
 */
int hil_decimal_read(const char *text, struct hil_decimal *d,
		     const char **end) HIL_MUST_CHECK;

/**
 * hil_decimal_scale() - number times @scale, to the nearest integer
 *
 * Context: any.
 * Return: 0 @value is exact; 1 @value is rounded; -ERANGE above UINT64_MAX.
 */
int hil_decimal_scale(const struct hil_decimal *d, uint64_t scale,
		      uint64_t *value) HIL_MUST_CHECK;

#endif
