/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strict text to number: every character counts, the locale does not, and
 * what does not fit is an error. Messages belong to the callers.
 */
#include "daemon/base/number.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/decimal.h"

/* Value of a digit in @base, or @base for any other character. */
static unsigned int digit_value(char c, unsigned int base)
{
	unsigned int value = base;

	if (c >= '0' && c <= '9')
		value = (unsigned int)(c - '0');
	else if (c >= 'a' && c <= 'f')
		value = (unsigned int)(c - 'a') + 10;
	else if (c >= 'A' && c <= 'F')
		value = (unsigned int)(c - 'A') + 10;
	return value < base ? value : base;
}

int hil_number_u64(const char *text, uint64_t *value)
{
	unsigned int base = 10;
	uint64_t sum = 0;
	bool fits = true;

	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		text += 2;
	}
	if (!*text)
		return -EINVAL;
	for (; *text; text++) {
		unsigned int digit = digit_value(*text, base);

		if (digit == base)
			return -EINVAL;
		if (__builtin_mul_overflow(sum, base, &sum) ||
		    __builtin_add_overflow(sum, digit, &sum))
			fits = false;
	}
	if (!fits)
		return -ERANGE;
	*value = sum;
	return 0;
}

int hil_number_i64(const char *text, int64_t *value)
{
	bool negative = text[0] == '-';
	uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
	uint64_t size;
	int ret = hil_number_u64(negative ? text + 1 : text, &size);

	if (ret)
		return ret;
	if (size > limit)
		return -ERANGE;
	/* Two's complement, also for INT64_MIN, which has no positive. */
	*value = (int64_t)(negative ? 0 - size : size);
	return 0;
}

static const char *skip_digits(const char *text)
{
	while (*text >= '0' && *text <= '9')
		text++;
	return text;
}

/* [-]digits[.digits][e[+-]digits], at least one digit before the exponent */
static bool is_decimal(const char *text)
{
	const char *whole = text + (*text == '-');
	const char *p = skip_digits(whole);
	size_t digits = (size_t)(p - whole);

	if (*p == '.') {
		const char *fraction = p + 1;

		p = skip_digits(fraction);
		digits += (size_t)(p - fraction);
	}
	if (!digits)
		return false;
	if (*p == 'e' || *p == 'E') {
		const char *exponent = p + 1;

		exponent += *exponent == '-' || *exponent == '+';
		p = skip_digits(exponent);
		if (p == exponent)
			return false;
	}
	return !*p;
}

int hil_number_double(const char *text, double *value)
{
	locale_t plain;
	double number;

	if (!is_decimal(text))
		return -EINVAL;
	plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!plain)
		return -ENOMEM;
	number = strtod_l(text, NULL, plain);
	freelocale(plain);
	if (!isfinite(number))
		return -ERANGE;
	*value = number;
	return 0;
}

/* Factor of "k", "MHz", " Hz", ""; 0 for any other text. */
static uint64_t rate_factor(const char *suffix)
{
	uint64_t factor = 1;

	while (*suffix == ' ')
		suffix++;
	switch (*suffix) {
	case 'k':
	case 'K':
		factor = 1000;
		suffix++;
		break;
	case 'm':
	case 'M':
		factor = 1000000;
		suffix++;
		break;
	case 'g':
	case 'G':
		factor = 1000000000;
		suffix++;
		break;
	default:
		break;
	}
	return !*suffix || !strcasecmp(suffix, "hz") ? factor : 0;
}

int hil_number_rate(const char *text, uint64_t *hz)
{
	struct hil_decimal number;
	const char *suffix;
	uint64_t factor, value;
	int ret = hil_decimal_read(text, &number, &suffix);

	if (ret == -EINVAL)
		return ret;
	factor = rate_factor(suffix);
	if (!factor)
		return -EINVAL;
	if (ret)
		return ret;
	ret = hil_decimal_scale(&number, factor, &value);
	if (ret == 1)
		return -EINVAL; /* a fraction of a hertz */
	if (ret || !value)
		return -ERANGE;
	*hz = value;
	return 0;
}
