/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of channels: a list, and choosing from it. */
#include "rig/capture/channels.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/number.h"

int hil_channels_add(struct hil_channels *list, unsigned int index,
		     const char *name)
{
	struct hil_channel *c = &list->item[list->count];

	if (list->count == HIL_CHANNELS_MAX || index >= HIL_CHANNELS_MAX)
		return -ENOSPC;
	c->index = index;
	snprintf(c->name, sizeof(c->name), "%s", name);
	list->count++;
	return 0;
}

int hil_channels_add_default(struct hil_channels *list, unsigned int unit)
{
	int ret = 0;

	for (unsigned int c = 0; c < 8 * unit && !ret; c++) {
		char name[16];

		snprintf(name, sizeof(name), "D%u", c);
		ret = hil_channels_add(list, c, name);
	}
	return ret;
}

/*
 * The next name of a user's list, without its role and outer blanks.
 * Returns the rest of the list, NULL after the last name.
 */
static const char *next_name(const char *list, char *name, size_t size)
{
	const char *end = list + strcspn(list, ",");
	const char *stop = memchr(list, '=', (size_t)(end - list));
	size_t length;

	if (!stop)
		stop = end;
	while (list < stop && *list == ' ')
		list++;
	while (stop > list && stop[-1] == ' ')
		stop--;
	length = (size_t)(stop - list);
	if (length >= size)
		length = size - 1;
	memcpy(name, list, length);
	name[length] = '\0';
	return *end ? end + 1 : NULL;
}

static const struct hil_channel *find(const struct hil_channels *list,
				      const char *name)
{
	uint64_t number;

	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->item[i].name, name))
			return &list->item[i];
	for (size_t i = 0; i < list->count; i++)
		if (!strcasecmp(list->item[i].name, name))
			return &list->item[i];
	/* "D3" is the common word for channel 3, whatever a maker calls it */
	if (name[0] == 'D' || name[0] == 'd')
		name++;
	if (hil_number_u64(name, &number))
		return NULL;
	for (size_t i = 0; i < list->count; i++)
		if (list->item[i].index == number)
			return &list->item[i];
	return NULL;
}

static int unknown_channel(const struct hil_channels *list, const char *name,
			   struct hil_fault *fault)
{
	char known[400] = "";
	size_t used = 0;

	for (size_t i = 0; i < list->count; i++) {
		int n = snprintf(known + used, sizeof(known) - used, "%s%s",
				 i ? ", " : "", list->item[i].name);

		if (n < 0 || (size_t)n >= sizeof(known) - used - 4) {
			snprintf(known + used, sizeof(known) - used, " …");
			break;
		}
		used += (size_t)n;
	}
	return hil_fault_set(fault, -ENOENT,
			     "cannot find channel '%s': there are %s", name,
			     list->count ? known : "none");
}

int hil_channels_choose(const struct hil_channels *list, const char *wanted,
			struct hil_sample *chosen, struct hil_fault *fault)
{
	*chosen = (struct hil_sample){ { 0, 0 } };
	if (!wanted) {
		for (size_t i = 0; i < list->count; i++)
			hil_sample_put(chosen, list->item[i].index, true);
		if (!list->count)
			return hil_fault_set(fault, -EINVAL,
					     "cannot choose channels: there "
					     "are none");
		return 0;
	}
	while (wanted) {
		char name[HIL_CHANNEL_NAME_MAX];
		const struct hil_channel *c;

		wanted = next_name(wanted, name, sizeof(name));
		if (!name[0])
			return hil_fault_set(fault, -EINVAL,
					     "cannot choose channels: an empty "
					     "name in the list; give names as "
					     "in D0,D1");
		c = find(list, name);
		if (!c)
			return unknown_channel(list, name, fault);
		hil_sample_put(chosen, c->index, true);
	}
	return 0;
}

bool hil_channels_mention(const char *wanted, const char *name)
{
	while (wanted) {
		char one[HIL_CHANNEL_NAME_MAX];

		wanted = next_name(wanted, one, sizeof(one));
		if (!strcmp(one, name))
			return true;
	}
	return false;
}
