/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decimal texts without a detour over double: 0.1 stays a tenth. Units and
 * blanks belong to the callers (time.c, number.c).
 */
#include "daemon/base/decimal.h"

#include <errno.h>
#include <stdbool.h>

/* 10^19 is the largest power of ten in 64 bits. */
#define PLACES_MAX 19

__extension__ typedef unsigned __int128 wide;

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static uint64_t power_of_ten(unsigned int exponent)
{
	uint64_t power = 1;

	while (exponent--)
		power *= 10;
	return power;
}

static int append_digit(struct hil_decimal *d, char c)
{
	unsigned int digit = (unsigned int)(c - '0');

	if (__builtin_mul_overflow(d->digits, 10, &d->digits) ||
	    __builtin_add_overflow(d->digits, digit, &d->digits))
		return -ERANGE;
	return 0;
}

/* Zeros at the end of the fraction say nothing and need no room. */
static int read_fraction(const char *text, struct hil_decimal *d,
			 const char **end)
{
	const char *last = text;
	const char *p = text;

	for (; is_digit(*p); p++) {
		if (*p != '0')
			last = p + 1;
	}
	*end = p;
	if (last - text > PLACES_MAX)
		return -ERANGE;
	for (p = text; p < last; p++) {
		if (append_digit(d, *p))
			return -ERANGE;
	}
	d->places = (unsigned int)(last - text);
	return 0;
}

int hil_decimal_read(const char *text, struct hil_decimal *d, const char **end)
{
	const char *p = text;
	int ret = 0;

	*d = (struct hil_decimal){ 0 };
	for (; is_digit(*p); p++) {
		if (!ret)
			ret = append_digit(d, *p);
	}
	/* also behind too many digits the end of the number is wanted */
	if (*p == '.' && (p != text || is_digit(p[1]))) {
		int fraction = read_fraction(p + 1, d, &p);

		if (!ret)
			ret = fraction;
	}
	*end = p;
	return p == text ? -EINVAL : ret;
}

int hil_decimal_scale(const struct hil_decimal *d, uint64_t scale,
		      uint64_t *value)
{
	uint64_t divisor = power_of_ten(d->places);
	wide product = (wide)d->digits * scale;
	wide rounded = (product + divisor / 2) / divisor;

	if (rounded > UINT64_MAX)
		return -ERANGE;
	*value = (uint64_t)rounded;
	return rounded * divisor == product ? 0 : 1;
}
