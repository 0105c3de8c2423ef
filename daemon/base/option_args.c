/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options from a command line; option_config.c has the config file. */
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/option_private.h"
#include "daemon/base/suggest.h"

#define LONG_BASE 256 /* getopt's values of long options start here */
#define WORDS_MAX 128

/* What getopt_long() wants to know. */
struct getopt_tables {
	struct option *longs;
	char *shorts;
};

static int argument_kind(const struct hil_option *o)
{
	if (o->optional_value || o->type == HIL_OPTION_FLAG)
		return optional_argument; /* --flag=no undoes a config file */
	return required_argument;
}

static int make_tables(const struct hil_option *table, struct getopt_tables *t)
{
	size_t count = hil_option_count(table);
	char *p;

	t->longs = calloc(count + 2, sizeof(*t->longs));
	t->shorts = calloc(3 * count + 4, 1);
	if (!t->longs || !t->shorts)
		return -ENOMEM;
	p = t->shorts;
	*p++ = ':'; /* a missing value is not an unknown option */
	*p++ = 'h';
	for (size_t i = 0; i < count; i++) {
		const struct hil_option *o = &table[i];

		t->longs[i] = (struct option){ o->name, argument_kind(o), NULL,
					       LONG_BASE + (int)i };
		if (!o->letter)
			continue;
		*p++ = o->letter;
		if (o->type == HIL_OPTION_FLAG)
			continue;
		*p++ = ':';
		if (o->optional_value)
			*p++ = ':';
	}
	t->longs[count] = (struct option){ "help", no_argument, NULL, 'h' };
	return 0;
}

static const struct hil_option *find_option(const struct hil_option *table,
					    int value)
{
	if (value >= LONG_BASE)
		return &table[value - LONG_BASE];
	for (const struct hil_option *o = table; o->name; o++) {
		if (o->letter && o->letter == value)
			return o;
	}
	return NULL;
}

/* "--peroid=3" is neither known nor the beginning of a single known one. */
static void print_unknown_long(const struct hil_option *table, const char *arg)
{
	const char *words[WORDS_MAX];
	size_t count = 0, matches = 0;
	size_t len = strcspn(arg, "=");
	char word[64];
	const char *near;

	for (; table[count].name && count < WORDS_MAX; count++) {
		words[count] = table[count].name;
		if (len > 2 && !strncmp(words[count], arg + 2, len - 2))
			matches++;
	}
	snprintf(word, sizeof(word), "%.*s", (int)len, arg);
	if (matches > 1) {
		hil_error("option %s is ambiguous, write it in full", word);
		return;
	}
	near = len > 2 ? hil_suggest(word + 2, words, count) : NULL;
	if (near)
		hil_error("unknown option %s, did you mean --%s?", word, near);
	else
		hil_error("unknown option %s, see --help", word);
}

static void print_mistake(const struct hil_option *table, int value,
			  const char *arg)
{
	const struct hil_option *o = optopt ? find_option(table, optopt) : NULL;

	if (optopt == 'h')
		hil_error("option --help takes no value");
	else if (value == ':' && o)
		hil_error("option --%s needs a value: %s", o->name,
			  o->argument);
	else if (optopt)
		hil_error("unknown option -%c, see --help", optopt);
	else
		print_unknown_long(table, arg);
}

static int take_argument(const struct hil_option *o, void *target, int value,
			 const char *text)
{
	bool *given = hil_option_given(o, target);
	char where[80];
	int ret;

	if (!text)
		text = o->type == HIL_OPTION_FLAG ? "yes" : o->implied;
	if (value >= LONG_BASE)
		snprintf(where, sizeof(where), "--%s", o->name);
	else
		snprintf(where, sizeof(where), "-%c", o->letter);
	ret = hil_options_set(o, target, text, where);
	if (!ret && given)
		*given = true;
	return ret;
}

static int read_arguments(const struct hil_option *table, void *target,
			  int argc, char **argv, const struct getopt_tables *t)
{
	int value;

	optind = 0; /* glibc: start anew, also after an earlier command line */
	opterr = 0;
	while ((value = getopt_long(argc, argv, t->shorts, t->longs, NULL)) !=
	       -1) {
		const struct hil_option *o;
		int ret;

		if (value == 'h')
			return -ECANCELED;
		if (value == '?' || value == ':') {
			print_mistake(table, value, argv[optind - 1]);
			return -EINVAL;
		}
		o = find_option(table, value);
		assert(o); /* getopt returns what the tables hold */
		ret = take_argument(o, target, value, optarg);
		if (ret)
			return ret;
	}
	return 0;
}

int hil_options_args(const struct hil_option *table, void *target, int argc,
		     char **argv, const char *usage, int *first)
{
	struct getopt_tables t = { 0 };
	int ret = make_tables(table, &t);

	if (ret)
		hil_error("cannot read the options: %s", strerror(-ret));
	else
		ret = read_arguments(table, target, argc, argv, &t);
	if (ret == -ECANCELED)
		hil_options_help(table, usage);
	*first = optind;
	free(t.longs);
	free(t.shorts);
	return ret;
}
