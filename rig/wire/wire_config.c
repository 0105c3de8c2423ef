/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has to change in a config, and that in its file. */
#include "rig/wire/wire_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/ini.h"
#include "daemon/base/log.h"
#include "rig/wire/wire_file.h"

static struct hil_wire_edit *add(struct hil_wire_edit *edits, int *count,
				 const char *section, const char *key)
{
	struct hil_wire_edit *e = &edits[(*count)++];

	e->section = section;
	e->key = key;
	e->value[0] = '\0';
	return e;
}

static void add_line(struct hil_wire_edit *edits, int *count, const char *key,
		     unsigned int line)
{
	struct hil_wire_edit *e = add(edits, count, "board", key);

	snprintf(e->value, sizeof(e->value), "%u", line);
}

static void add_edge(struct hil_wire_edit *edits, int *count, const char *key,
		     int edge)
{
	struct hil_wire_edit *e = add(edits, count, "rig", key);

	strcpy(e->value, edge == HIL_SELECT_FALLING ? "rising" : "falling");
}

static int channels_text(const struct hil_wire_search *s,
			 const struct hil_wire_change *c, char *text,
			 size_t size)
{
	size_t used = 0;

	for (int r = HIL_WIRE_STIMULUS; r <= HIL_WIRE_HEARTBEAT; r++) {
		const char *name;
		int n;

		if (c->channel[r] < 0)
			continue;
		name = s->wire.channel[c->channel[r]].name;
		n = snprintf(text + used, size - used, "%s%s=%s",
			     used ? "," : "", name,
			     hil_wire_role_name((enum hil_wire_role)r));
		if (strpbrk(name, ",=?\"\\ \t") || n < 0 ||
		    (size_t)n >= size - used) {
			hil_error("channel \"%s\" cannot be named in a config",
				  name);
			return -EINVAL;
		}
		used += (size_t)n;
	}
	return 0;
}

int hil_wire_edits(const struct hil_wire_search *s,
		   const struct hil_wire_verdict *v,
		   const struct hil_run_options *o,
		   struct hil_wire_edit edits[HIL_WIRE_EDITS])
{
	const struct hil_wire_change *c = &v->change;
	int count = 0, ret = 0;

	if (c->channels) {
		struct hil_wire_edit *e =
			add(edits, &count, "analyzer", "channels");

		ret = channels_text(s, c, e->value, sizeof(e->value));
	}
	if (c->line)
		add_line(edits, &count, "line", c->stimulus_line);
	if (c->spare)
		add_line(edits, &count, "spare", c->spare_line);
	if (c->probe)
		add_line(edits, &count, "probe", c->probe_line);
	if (c->edge)
		add_edge(edits, &count, "edge", o->edge);
	if (c->probe_edge)
		add_edge(edits, &count, "probe_edge", o->probe_edge);
	return ret ? ret : count;
}

struct last_word {
	const char *path;
	const struct hil_wire_edit *edits;
	size_t count;
};

/* A drop-in that sets the key would undo what is written here. */
static int find_drop_in(void *context, const struct hil_ini_entry *e)
{
	const struct last_word *l = context;

	if (!strcmp(e->file, l->path))
		return 0;
	for (size_t i = 0; i < l->count; i++) {
		if (strcmp(e->section, l->edits[i].section) ||
		    strcmp(e->key, l->edits[i].key))
			continue;
		hil_error("cannot change %s: %s:%u has the last word; write "
			  "%s = %s there",
			  e->key, e->file, e->line, e->key, l->edits[i].value);
		return -EINVAL;
	}
	return 0;
}

static int change(const char *config, const char *path,
		  const struct hil_wire_edit *edits, size_t count)
{
	struct last_word last = { config, edits, count };
	char *real = realpath(config, NULL), *old = NULL, *text = NULL;
	size_t size = 0;
	int ret = real ? hil_wire_file_read(real, &old, &size) : -errno;

	if (ret)
		hil_error("cannot read \"%s\": %s", config, strerror(-ret));
	if (!ret)
		ret = hil_ini_read(config, find_drop_in, &last);
	if (!ret)
		ret = hil_wire_config_edit(config, old, size, edits, count,
					   &text);
	if (ret)
		goto out;
	ret = path ? hil_wire_file_new(path, text)
		   : hil_wire_file_replace(real, old, size, text);
	if (ret)
		hil_error("cannot write \"%s\": %s", path ? path : config,
			  ret == -EEXIST ? "the file exists, and is not the "
					   "rig's config"
					 : strerror(-ret));
out:
	free(text);
	free(old);
	free(real);
	return ret;
}

static int create(const char *path, const struct hil_run_options *o,
		  const struct hil_wire_edit *edits, size_t count)
{
	char *plain = NULL, *text = NULL;
	int ret = hil_wire_config_new(hil_run_option_table, o, &plain);

	if (!ret)
		ret = hil_wire_config_edit(path, plain, strlen(plain), edits,
					   count, &text);
	if (!ret)
		ret = hil_wire_file_new(path, text);
	if (ret)
		hil_error("cannot write \"%s\": %s", path,
			  ret == -EEXIST ? "the file exists; --config FILE "
					   "would change it"
					 : strerror(-ret));
	free(text);
	free(plain);
	return ret;
}

int hil_wire_config_write(const char *config, const char *path,
			  const struct hil_run_options *o,
			  const struct hil_wire_edit *edits, size_t count)
{
	if (path && config && !strcmp(path, config))
		path = NULL;
	return config ? change(config, path, edits, count)
		      : create(path, o, edits, count);
}
