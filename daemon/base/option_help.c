/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table says about itself: --help for people, JSON for the record. */
#include <stdio.h>
#include <string.h>

#include "daemon/base/option_private.h"

#define COLUMNS     80
#define TEXT_COLUMN 28

/* "  -i, --period=PERIOD" */
static void option_words(const struct hil_option *o, char *text, size_t size)
{
	char letter[8] = "    ";
	const char *argument = o->argument ? o->argument : "";

	if (o->letter)
		snprintf(letter, sizeof(letter), "-%c, ", o->letter);
	snprintf(text, size, "  %s--%s%s%s%s", letter, o->name,
		 o->optional_value ? "[="
		 : *argument       ? "="
				   : "",
		 argument, o->optional_value ? "]" : "");
}

static size_t append(char *text, size_t size, size_t used, const char *before,
		     const char *piece)
{
	int n;

	if (!piece || !*piece || used >= size)
		return used;
	n = snprintf(text + used, size - used, "%s%s", before, piece);
	return used + (n > 0 ? (size_t)n : 0);
}

/* The sentence, then default, range, choices and config key in brackets. */
static void option_text(const struct hil_option *o, char *text, size_t size)
{
	char facts[512] = "", range[128];
	size_t used = 0;

	hil_option_range(o, range, sizeof(range));
	for (int i = 0; o->choices && o->choices[i]; i++)
		used = append(facts, sizeof(facts), used, i ? ", " : "",
			      o->choices[i]);
	used = append(facts, sizeof(facts), used, used ? "; " : "", range);
	used = append(facts, sizeof(facts), used,
		      used ? "; default " : "default ", o->initial);
	append(facts, sizeof(facts), used, used ? "; config " : "config ",
	       o->key);
	snprintf(text, size, "%s%s%s%s", o->help, *facts ? " (" : "", facts,
		 *facts ? ")" : "");
}

/* Words from column TEXT_COLUMN on, without passing COLUMNS. */
static void print_wrapped(const char *text)
{
	size_t column = TEXT_COLUMN;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (column > TEXT_COLUMN && column + 1 + len > COLUMNS) {
			printf("\n%*s", TEXT_COLUMN, "");
			column = TEXT_COLUMN;
		} else if (column > TEXT_COLUMN) {
			putchar(' ');
			column++;
		}
		printf("%.*s", (int)len, text);
		column += len;
		text += len;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void print_option(const struct hil_option *o)
{
	char words[128], text[1024];

	option_words(o, words, sizeof(words));
	option_text(o, text, sizeof(text));
	if (strlen(words) + 2 > TEXT_COLUMN)
		printf("%s\n%*s", words, TEXT_COLUMN, "");
	else
		printf("%-*s", TEXT_COLUMN, words);
	print_wrapped(text);
}

void hil_options_help(const struct hil_option *table, const char *usage)
{
	static const struct hil_option help = {
		.name = "help", .letter = 'h', .help = "print this, then end"
	};

	printf("%s\nOptions:\n", usage);
	for (const struct hil_option *o = table; o->name; o++)
		print_option(o);
	print_option(&help);
}

/* Bytes of a command line need not be UTF-8, which JSON must be. */
static json_t *text_to_json(const char *text)
{
	json_t *json = text ? json_string(text) : json_null();

	return json ? json : json_string("(not UTF-8)");
}

static json_t *value_to_json(const struct hil_option *o, const void *target)
{
	const void *field = (const char *)target + o->offset;

	switch (o->type) {
	case HIL_OPTION_FLAG:
		return json_boolean(*(const bool *)field);
	case HIL_OPTION_U64:
	case HIL_OPTION_RATE:
		/* JSON's integers here are int64_t; above it, the nearest */
		if (*(const uint64_t *)field > INT64_MAX)
			return json_real((double)*(const uint64_t *)field);
		return json_integer((json_int_t) * (const uint64_t *)field);
	case HIL_OPTION_I64:
	case HIL_OPTION_DURATION:
		return json_integer(*(const int64_t *)field);
	case HIL_OPTION_DOUBLE:
		return json_real(*(const double *)field);
	case HIL_OPTION_STRING:
		return text_to_json(*(char *const *)field);
	case HIL_OPTION_CHOICE:
		return json_string(o->choices[*(const int *)field]);
	}
	return NULL;
}

/* "max-latency" of a duration is "max_latency_ns". */
static void json_key(const struct hil_option *o, char *key, size_t size)
{
	const char *unit = "";

	if (o->type == HIL_OPTION_DURATION)
		unit = "_ns";
	else if (o->type == HIL_OPTION_RATE)
		unit = "_hz";
	snprintf(key, size, "%s%s", o->name, unit);
	for (; *key; key++) {
		if (*key == '-')
			*key = '_';
	}
}

json_t *hil_options_to_json(const struct hil_option *table, const void *target)
{
	json_t *object = json_object();

	for (const struct hil_option *o = table; object && o->name; o++) {
		char key[80];

		json_key(o, key, sizeof(key));
		if (json_object_set_new(object, key,
					value_to_json(o, target))) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}
