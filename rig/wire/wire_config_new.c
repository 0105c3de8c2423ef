/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A config file from what was given on a command line. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/time.h"
#include "rig/wire/wire_config.h"

static const char *value_text(const struct hil_option *option,
			      const void *target, char *text, size_t size)
{
	const char *at = (const char *)target + option->offset;
	char *string;
	int choice;
	uint64_t number;
	int64_t ns;
	double real;

	switch (option->type) {
	case HIL_OPTION_STRING:
		memcpy(&string, at, sizeof(string));
		return string;
	case HIL_OPTION_CHOICE:
		memcpy(&choice, at, sizeof(choice));
		return option->choices[choice];
	case HIL_OPTION_FLAG:
		return *(const bool *)at ? "yes" : "no";
	case HIL_OPTION_DURATION:
		memcpy(&ns, at, sizeof(ns));
		return hil_duration_format(ns, text, size);
	case HIL_OPTION_DOUBLE:
		memcpy(&real, at, sizeof(real));
		snprintf(text, size, "%.12g", real);
		return text;
	default: /* U64, RATE, I64: all of them are small and positive here */
		memcpy(&number, at, sizeof(number));
		snprintf(text, size, "%llu", (unsigned long long)number);
		return text;
	}
}

/* One section: the table may have its keys in any order. */
static void put_section(FILE *out, const struct hil_option *table,
			const void *target, const char *section, size_t len)
{
	bool begun = false;
	char text[64];

	for (const struct hil_option *o = table; o->name; o++) {
		const char *value;

		if (!o->key || strncmp(o->key, section, len) ||
		    o->key[len] != '.' || o->set_offset < 0 ||
		    !*((const bool *)target + o->set_offset))
			continue;
		value = value_text(o, target, text, sizeof(text));
		if (!value)
			continue;
		if (!begun)
			fprintf(out, "\n[%.*s]\n", (int)len, section);
		begun = true;
		fprintf(out, "%s = %s\n", o->key + len + 1, value);
	}
}

static bool is_first_of_section(const struct hil_option *table,
				const struct hil_option *option, size_t len)
{
	for (const struct hil_option *o = table; o != option; o++)
		if (o->key && !strncmp(o->key, option->key, len + 1))
			return false;
	return true;
}

int hil_wire_config_new(const struct hil_option *table, const void *target,
			char **result)
{
	size_t written;
	FILE *out = open_memstream(result, &written);

	if (!out)
		return -ENOMEM;
	fputs("# Written by hilrig wire.\n", out);
	for (const struct hil_option *o = table; o->name; o++) {
		size_t len = o->key ? strcspn(o->key, ".") : 0;

		if (len && is_first_of_section(table, o, len))
			put_section(out, table, target, o->key, len);
	}
	return fclose(out) ? -ENOMEM : 0;
}
