/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The config's names for lines and channels, found on the rig that is there. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "rig/run/feed.h"
#include "rig/wire/wire_run_private.h"

/* It goes to terminals and into JSON, and may be cut anywhere. */
void hil_wire_copy(char *to, size_t size, const char *from)
{
	size_t n = 0;

	for (; from[n] && n < size - 1; n++)
		to[n] = (from[n] >= 0x20 && from[n] < 0x7f) ? from[n] : '?';
	to[n] = '\0';
}

/* A configured line by number or by the name that the board has for it. */
int hil_wire_find_line(struct hil_wire *w, const char *text, const char *key,
		       struct hil_wire_line **line)
{
	uint64_t number;
	bool numeric = !hil_number_u64(text, &number);

	for (size_t i = 0; i < w->lines; i++) {
		*line = &w->line[i];
		if (numeric ? (*line)->offset == number
			    : !strcmp((*line)->name, text))
			return 0;
	}
	hil_error("%s = %s: the board's chip has no such line; `hilrig scan "
		  "--board` lists them",
		  key, text);
	return -EINVAL;
}

int hil_wire_claim_line(const struct hil_wire_line *line, const char *key)
{
	if (strcmp(line->state, "busy"))
		return 0;
	hil_error("%s = line %u is held by '%s' on the board: stop that first",
		  key, line->offset, *line->owner ? line->owner : "the kernel");
	return -EBUSY;
}

int hil_wire_find_lines(struct hil_wire_turns *t)
{
	static const char *const keys[] = { "line", "spare", "probe" };
	const char *const text[] = { t->o->line, t->o->spare, t->o->probe };
	struct hil_wire *w = &t->s->wire;
	struct hil_wire_line *line[3];
	int ret = 0;

	for (int i = 0; i < 3 && !ret; i++) {
		ret = hil_wire_find_line(w, text[i], keys[i], &line[i]);
		if (!ret)
			ret = hil_wire_claim_line(line[i], keys[i]);
	}
	if (ret)
		return ret;
	w->stimulus_line = line[0]->offset;
	w->spare_line = line[1]->offset;
	w->probe_line = line[2]->offset;
	line[0]->role = HIL_WIRE_STIMULUS;
	line[1]->spare = true;
	line[2]->role = HIL_WIRE_PROBE;
	w->board = true;
	return 0;
}

/* The user's word for it, everywhere. */
static void rename_channel(struct hil_wire_channel *c, const char *name)
{
	if (!strcmp(c->name, name))
		return;
	memcpy(c->device_name, c->name, sizeof(c->device_name));
	hil_wire_copy(c->name, sizeof(c->name), name);
}

/* Who says D0 to one channel says D3 to the next, whatever the device does. */
static void rename_others(struct hil_wire *w)
{
	bool numbered = false;
	char name[16];

	for (size_t i = 0; i < w->channels; i++) {
		snprintf(name, sizeof(name), "D%u", w->channel[i].index);
		numbered |= *w->channel[i].device_name &&
			    !strcmp(w->channel[i].name, name);
	}
	for (size_t i = 0; numbered && i < w->channels; i++) {
		snprintf(name, sizeof(name), "D%u", w->channel[i].index);
		if (w->channel[i].role == HIL_WIRE_NO_ROLE)
			rename_channel(&w->channel[i], name);
	}
}

static int set_role(struct hil_wire_search *s, const char *name,
		    enum hil_wire_role role)
{
	int index = *name ? hil_feed_channel(s->capture, name) : -1;

	if (!*name)
		return 0;
	for (size_t i = 0; i < s->wire.channels; i++) {
		if (index < 0 ||
		    s->wire.channel[i].index != (unsigned int)index)
			continue;
		s->wire.channel[i].role = role;
		rename_channel(&s->wire.channel[i], name);
		return 0;
	}
	hil_error("channels: the analyzer has no channel \"%s\"; `hilrig scan "
		  "--config FILE` lists them",
		  name);
	return -EINVAL;
}

int hil_wire_set_roles(struct hil_wire_turns *t)
{
	struct hil_channel_roles roles;
	int ret = hil_channel_roles_parse(t->o->channels, &roles);

	if (!ret)
		ret = set_role(t->s, roles.stimulus, HIL_WIRE_STIMULUS);
	if (!ret)
		ret = set_role(t->s, roles.probe, HIL_WIRE_PROBE);
	if (!ret)
		ret = set_role(t->s, roles.heartbeat, HIL_WIRE_HEARTBEAT);
	if (!ret)
		rename_others(&t->s->wire);
	return ret;
}
