/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strict numbers: the whole text, no locale, no silent wrap. */
#ifndef HIL_BASE_NUMBER_H
#define HIL_BASE_NUMBER_H

#include <stdint.h>

/**
 * hil_number_u64() - decimal or 0x text to uint64_t
 * @text: digits only, no sign, no blanks
 * @value: result
 *
 * Context: any. Return: 0; -EINVAL not such a number; -ERANGE too large.
 */
int hil_number_u64(const char *text, uint64_t *value);

/** hil_number_i64() - as hil_number_u64(), with an optional leading '-' */
int hil_number_i64(const char *text, int64_t *value);

/**
 * hil_number_double() - decimal text to a finite double, point is '.'
 *
 * Context: any. Return: 0; -EINVAL; -ERANGE not finite.
 */
int hil_number_double(const char *text, double *value);

/**
 * hil_number_rate() - sample rate with sigrok's suffixes, "24m", "1 MHz"
 * @text: number with optional k, m, g (case does not matter) and "hz"
 * @hz: result, at least 1
 *
 * Context: any. Return: 0; -EINVAL; -ERANGE.
 */
int hil_number_rate(const char *text, uint64_t *hz);

#endif
