/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option table itself: its self-check, the defaults, one value from text.
 * Command line and config file are read in option_args.c and option_config.c.
 */
#include "daemon/base/option.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/option_private.h"

/* Mistakes that a row can have by itself. */
static void check_row(const struct hil_option *o)
{
	assert(o->name[0] && strcmp(o->name, "help") != 0);
	assert(o->letter != 'h');
	assert(o->help && o->help[0]);
	assert((o->argument != NULL) == (o->type != HIL_OPTION_FLAG));
	assert((o->choices != NULL) == (o->type == HIL_OPTION_CHOICE));
	assert(o->min <= o->max);
	assert(!o->optional_value || o->implied);
	assert(!o->bare_ns || o->type == HIL_OPTION_DURATION);
	/* a key needs to know whether the command line came first */
	assert(!o->key || (strchr(o->key, '.') && o->set_offset >= 0));
	(void)o;
}

/* Two rows with one name, letter or key. */
static void check_pair(const struct hil_option *a, const struct hil_option *b)
{
	assert(strcmp(a->name, b->name) != 0);
	assert(!a->letter || a->letter != b->letter);
	assert(!a->key || !b->key || strcmp(a->key, b->key) != 0);
	(void)a;
	(void)b;
}

static void check_table(const struct hil_option *table)
{
	for (const struct hil_option *o = table; o->name; o++) {
		check_row(o);
		for (const struct hil_option *p = o + 1; p->name; p++)
			check_pair(o, p);
	}
}

void hil_options_init(const struct hil_option *table, void *target)
{
	check_table(table);
	for (const struct hil_option *o = table; o->name; o++) {
		union hil_option_value value;
		int ret;

		if (o->implied) {
			ret = hil_option_parse(o, o->implied, o->name, &value);
			assert(!ret);
		}
		if (!o->initial)
			continue;
		ret = hil_option_parse(o, o->initial, o->name, &value);
		assert(!ret);
		ret = hil_option_store(o, target, &value);
		if (ret) {
			hil_error("cannot start: %s", strerror(-ret));
			exit(1);
		}
	}
}

void hil_options_free(const struct hil_option *table, void *target)
{
	for (const struct hil_option *o = table; o->name; o++) {
		char **field = hil_option_field(o, target);

		if (o->type != HIL_OPTION_STRING)
			continue;
		free(*field);
		*field = NULL;
	}
}

int hil_options_set(const struct hil_option *option, void *target,
		    const char *text, const char *where)
{
	union hil_option_value value;
	int ret = hil_option_parse(option, text, where, &value);

	if (!ret) {
		ret = hil_option_store(option, target, &value);
		if (ret)
			hil_error("%s: %s", where, strerror(-ret));
	}
	return ret;
}
