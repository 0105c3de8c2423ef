/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options from a config file and its drop-ins. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/ini.h"
#include "daemon/base/log.h"
#include "daemon/base/option_private.h"
#include "daemon/base/suggest.h"

#define WORDS_MAX 128 /* looked at for a suggestion */

struct config {
	const struct hil_option *table;
	void *target;
	bool *mine; /* per option: given by this file, so it may change it */
};

/* "generator.period" against section and key */
static bool key_matches(const char *name, const struct hil_ini_entry *e)
{
	size_t len = strlen(e->section);

	return !strncmp(name, e->section, len) && name[len] == '.' &&
	       !strcmp(name + len + 1, e->key);
}

static bool in_section(const char *name, const char *section)
{
	size_t len = strlen(section);

	return !strncmp(name, section, len) && name[len] == '.';
}

static int print_unknown_section(const struct config *c,
				 const struct hil_ini_entry *e)
{
	char names[WORDS_MAX][32];
	const char *words[WORDS_MAX];
	size_t count = 0;
	const char *near;

	if (!*e->section) {
		hil_error("%s:%u: \"%s\" stands before the first [section]",
			  e->file, e->line, e->key);
		return -EINVAL;
	}
	for (const struct hil_option *o = c->table; o->name; o++) {
		if (!o->key || count == WORDS_MAX)
			continue;
		snprintf(names[count], sizeof(names[0]), "%.*s",
			 (int)strcspn(o->key, "."), o->key);
		words[count] = names[count];
		count++;
	}
	near = hil_suggest(e->section, words, count);
	hil_error("%s:%u: unknown section [%s]%s%s%s", e->file, e->line,
		  e->section, near ? ", did you mean [" : "", near ? near : "",
		  near ? "]?" : "");
	return -EINVAL;
}

/* The one section that has such a key; empty: none, or several. */
static void find_home(const struct hil_option *table, const char *key,
		      char section[64])
{
	const char *dot;
	int found = 0;

	for (const struct hil_option *o = table; o->name; o++) {
		dot = o->key ? strrchr(o->key, '.') : NULL;
		if (!dot || strcmp(dot + 1, key))
			continue;
		snprintf(section, 64, "%.*s", (int)(dot - o->key), o->key);
		found++;
	}
	if (found != 1)
		section[0] = '\0';
}

static int print_unknown_key(const struct config *c,
			     const struct hil_ini_entry *e)
{
	const char *words[WORDS_MAX];
	size_t count = 0;
	const char *near;
	char home[64];

	for (const struct hil_option *o = c->table; o->name; o++) {
		if (o->key && in_section(o->key, e->section) &&
		    count < WORDS_MAX)
			words[count++] = o->key + strlen(e->section) + 1;
	}
	if (!count)
		return print_unknown_section(c, e);
	find_home(c->table, e->key, home);
	if (*home) {
		hil_error("%s:%u: \"%s\" does not belong in [%s], but in [%s]",
			  e->file, e->line, e->key, e->section, home);
		return -EINVAL;
	}
	near = hil_suggest(e->key, words, count);
	hil_error("%s:%u: unknown key \"%s\" in [%s]%s%s%s", e->file, e->line,
		  e->key, e->section, near ? ", did you mean \"" : "",
		  near ? near : "", near ? "\"?" : "");
	return -EINVAL;
}

static int take_entry(void *context, const struct hil_ini_entry *e)
{
	struct config *c = context;
	const struct hil_option *o = c->table;
	union hil_option_value value;
	char where[512];
	bool *given;
	int ret;

	while (o->name && !(o->key && key_matches(o->key, e)))
		o++;
	if (!o->name)
		return print_unknown_key(c, e);
	snprintf(where, sizeof(where), "%s:%u: %s", e->file, e->line, e->key);
	/* also what the command line overrides must be right */
	ret = hil_option_parse(o, e->value, where, &value);
	given = hil_option_given(o, c->target);
	if (ret || (*given && !c->mine[o - c->table]))
		return ret;
	ret = hil_option_store(o, c->target, &value);
	if (ret)
		hil_error("%s: %s", where, strerror(-ret));
	*given = true;
	c->mine[o - c->table] = true;
	return ret;
}

int hil_options_config(const struct hil_option *table, void *target,
		       const char *path)
{
	struct config c = { .table = table, .target = target };
	int ret;

	c.mine = calloc(hil_option_count(table) + 1, sizeof(*c.mine));
	if (!c.mine)
		return -ENOMEM;
	ret = hil_ini_read(path, take_entry, &c);
	free(c.mine);
	return ret;
}
