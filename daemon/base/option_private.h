/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the option table share. */
#ifndef HIL_BASE_OPTION_PRIVATE_H
#define HIL_BASE_OPTION_PRIVATE_H

#include "daemon/base/option.h"

/* A value of any type, before it is known to be wanted. */
union hil_option_value {
	bool flag;
	uint64_t u64;
	int64_t i64;
	double number;
	const char *string; /* borrowed */
	int choice;
};

/** hil_option_count() - rows before the NULL name */
size_t hil_option_count(const struct hil_option *table);

/** hil_option_field() - where in @target the value stands */
void *hil_option_field(const struct hil_option *option, void *target);

/** hil_option_given() - its "was given"; NULL without one */
bool *hil_option_given(const struct hil_option *option, void *target);

/**
 * hil_option_parse() - text to value, range checked, message printed
 * @where: see hil_options_set()
 *
 * Return: 0; -EINVAL; -ERANGE.
 */
int hil_option_parse(const struct hil_option *option, const char *text,
		     const char *where,
		     union hil_option_value *value) HIL_MUST_CHECK;

/** hil_option_store() - put a value into @target. Return: 0; -ENOMEM. */
int hil_option_store(const struct hil_option *option, void *target,
		     const union hil_option_value *value) HIL_MUST_CHECK;

/**
 * hil_option_range() - "1us to 10s", "at least 1 Hz", "" when any value goes
 * @text: result, @size bytes; 128 suffice
 *
 * Return: @text.
 */
char *hil_option_range(const struct hil_option *option, char *text,
		       size_t size);

#endif
