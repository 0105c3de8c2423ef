/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One option's value: from text, within its range, into its field. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/base/option_private.h"
#include "daemon/base/suggest.h"
#include "daemon/base/time.h"

#define LIMIT_TEXT 48

size_t hil_option_count(const struct hil_option *table)
{
	size_t count = 0;

	while (table[count].name)
		count++;
	return count;
}

void *hil_option_field(const struct hil_option *option, void *target)
{
	return (char *)target + option->offset;
}

bool *hil_option_given(const struct hil_option *option, void *target)
{
	void *field = (char *)target + option->set_offset;

	return option->set_offset < 0 ? NULL : field;
}

/* A limit in the words that the option itself takes. */
static char *limit_text(const struct hil_option *option, double limit,
			char text[LIMIT_TEXT])
{
	const char *unit = option->unit ? option->unit : "";

	if (option->type == HIL_OPTION_DURATION)
		return hil_duration_format((int64_t)limit, text, LIMIT_TEXT);
	snprintf(text, LIMIT_TEXT, "%.15g%s%.16s", limit, *unit ? " " : "",
		 unit);
	return text;
}

char *hil_option_range(const struct hil_option *option, char *text, size_t size)
{
	char low[LIMIT_TEXT], high[LIMIT_TEXT];

	limit_text(option, option->min, low);
	if (option->min == 0 && option->max == 0)
		snprintf(text, size, "%s", "");
	else if (isinf(option->max))
		snprintf(text, size, "at least %s", low);
	else
		snprintf(text, size, "%s to %s", low,
			 limit_text(option, option->max, high));
	return text;
}

static bool in_range(const struct hil_option *option, double value)
{
	return (option->min == 0 && option->max == 0) ||
	       (value >= option->min && value <= option->max);
}

static int parse_flag(const char *text, bool *flag)
{
	static const char *const words[] = { "no", "yes", "false", "true",
					     "0",  "1",   "off",   "on" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcasecmp(text, words[i])) {
			*flag = i % 2;
			return 0;
		}
	}
	return -EINVAL;
}

static int parse_choice(const struct hil_option *option, const char *text,
			int *choice)
{
	for (int i = 0; option->choices[i]; i++) {
		if (!strcmp(text, option->choices[i])) {
			*choice = i;
			return 0;
		}
	}
	return -EINVAL;
}

/* @size: the value as a double, for the range; 0 where it has none */
static int parse_text(const struct hil_option *option, const char *text,
		      union hil_option_value *value, double *size)
{
	int ret = 0;

	*size = 0;
	switch (option->type) {
	case HIL_OPTION_FLAG:
		return parse_flag(text, &value->flag);
	case HIL_OPTION_STRING:
		value->string = text;
		return 0;
	case HIL_OPTION_CHOICE:
		return parse_choice(option, text, &value->choice);
	case HIL_OPTION_DOUBLE:
		ret = hil_number_double(text, &value->number);
		*size = ret ? 0 : value->number;
		return ret;
	case HIL_OPTION_U64:
		ret = hil_number_u64(text, &value->u64);
		*size = ret ? 0 : (double)value->u64;
		return ret;
	case HIL_OPTION_RATE:
		ret = hil_number_rate(text, &value->u64);
		*size = ret ? 0 : (double)value->u64;
		return ret;
	case HIL_OPTION_I64:
		ret = hil_number_i64(text, &value->i64);
		break;
	case HIL_OPTION_DURATION:
		ret = hil_duration_parse(text, option->bare_ns, &value->i64);
		break;
	}
	*size = ret ? 0 : (double)value->i64;
	return ret;
}

static const char *expected(const struct hil_option *option)
{
	switch (option->type) {
	case HIL_OPTION_FLAG:
		return "yes or no";
	case HIL_OPTION_U64:
		return "a whole number from 0 on";
	case HIL_OPTION_I64:
		return "a whole number";
	case HIL_OPTION_DOUBLE:
		return "a decimal number";
	case HIL_OPTION_DURATION:
		return "a duration such as 250us, 4ms or 1.5h";
	case HIL_OPTION_RATE:
		return "a rate such as 24m or 100 kHz";
	case HIL_OPTION_STRING:
	case HIL_OPTION_CHOICE:
		break;
	}
	return "a text";
}

static void print_choices(const struct hil_option *option, const char *text,
			  const char *where)
{
	char list[256] = "";
	size_t used = 0, count = 0;
	const char *near;

	for (; option->choices[count]; count++) {
		if (used < sizeof(list))
			used += (size_t)snprintf(
				list + used, sizeof(list) - used, "%s%s",
				count ? ", " : "", option->choices[count]);
	}
	near = hil_suggest(text, option->choices, count);
	hil_error("%s: \"%s\" is none of %s%s%s%s", where, text, list,
		  near ? "; did you mean " : "", near ? near : "",
		  near ? "?" : "");
}

static void print_mistake(const struct hil_option *option, const char *text,
			  const char *where, int ret)
{
	char range[128];

	hil_option_range(option, range, sizeof(range));
	if (option->type == HIL_OPTION_CHOICE)
		print_choices(option, text, where);
	else if (ret == -ENOMSG)
		hil_error("%s: \"%s\" has no unit: write ns, us, ms, s, m, h "
			  "or d behind it",
			  where, text);
	else if (ret == -ERANGE && *range)
		hil_error("%s: %s is out of range: it must be %s", where, text,
			  range);
	else if (ret == -ERANGE)
		hil_error("%s: %s is too large", where, text);
	else
		hil_error("%s: \"%s\" is not %s%s%s", where, text,
			  expected(option), *range ? ", " : "", range);
}

int hil_option_parse(const struct hil_option *option, const char *text,
		     const char *where, union hil_option_value *value)
{
	double size;
	int ret = parse_text(option, text, value, &size);

	if (!ret && !in_range(option, size))
		ret = -ERANGE;
	if (ret)
		print_mistake(option, text, where, ret);
	return ret == -ENOMSG ? -EINVAL : ret;
}

static int store_string(char **field, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return -ENOMEM;
	free(*field);
	*field = copy;
	return 0;
}

int hil_option_store(const struct hil_option *option, void *target,
		     const union hil_option_value *value)
{
	void *field = hil_option_field(option, target);

	switch (option->type) {
	case HIL_OPTION_FLAG:
		*(bool *)field = value->flag;
		break;
	case HIL_OPTION_U64:
	case HIL_OPTION_RATE:
		*(uint64_t *)field = value->u64;
		break;
	case HIL_OPTION_I64:
	case HIL_OPTION_DURATION:
		*(int64_t *)field = value->i64;
		break;
	case HIL_OPTION_DOUBLE:
		*(double *)field = value->number;
		break;
	case HIL_OPTION_STRING:
		return store_string(field, value->string);
	case HIL_OPTION_CHOICE:
		*(int *)field = value->choice;
		break;
	}
	return 0;
}
