/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal times without floating point: 15 digits are not enough. */
#include "rig/capture/csv_time.h"

#include <errno.h>
#include <stdbool.h>

#define TICKS_MAX (INT64_C(1) << 62)

struct decimal {
	uint64_t digits; /* without the point */
	int decimals;    /* how many of them stand behind it */
	bool negative;
};

static int parse_exponent(const char *text, int *exponent)
{
	bool negative = *text == '-';
	int value = 0;

	if (*text == '-' || *text == '+')
		text++;
	if (!*text)
		return -EINVAL;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return -EINVAL;
		value = value * 10 + (*text - '0');
		if (value > 99)
			return -ERANGE;
	}
	*exponent = negative ? -value : value;
	return 0;
}

static int parse(const char *text, struct decimal *d)
{
	bool point = false;
	bool any = false;
	int exponent = 0;
	int ret = 0;

	*d = (struct decimal){ .negative = *text == '-' };
	if (*text == '-' || *text == '+')
		text++;
	for (; *text; text++) {
		if (*text == '.' && !point) {
			point = true;
			continue;
		}
		if (*text < '0' || *text > '9')
			break;
		any = true;
		/* digits beyond 18 behind the point say nothing here */
		if (d->digits > UINT64_MAX / 10 - 10) {
			if (!point)
				return -ERANGE;
			continue;
		}
		d->digits = d->digits * 10 + (uint64_t)(*text - '0');
		d->decimals += point;
	}
	if (!any)
		return -EINVAL;
	if (*text == 'e' || *text == 'E')
		ret = parse_exponent(text + 1, &exponent);
	else if (*text)
		ret = -EINVAL;
	d->decimals -= exponent;
	return ret;
}

int hil_csv_time_parse(const char *text, int exponent, int64_t *ticks,
		       int *decimals)
{
	struct decimal d;
	int ret = parse(text, &d);
	uint64_t value;
	int shift;

	if (ret)
		return ret;
	value = d.digits;
	for (shift = exponent - d.decimals; shift > 0 && value; shift--) {
		if (value > (uint64_t)TICKS_MAX / 10)
			return -ERANGE;
		value *= 10;
	}
	for (; shift < -1 && value; shift++)
		value /= 10;
	if (shift == -1)
		value = (value + 5) / 10;
	if (value >= (uint64_t)TICKS_MAX) /* a difference of two fits */
		return -ERANGE;
	*ticks = d.negative ? -(int64_t)value : (int64_t)value;
	*decimals = d.decimals;
	return 0;
}
