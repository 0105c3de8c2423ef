/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the devices is meant, and what to do when that is not clear. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/instrument/usbtmc_find.h"

#define RULES "61-hilrig-instruments.rules"

/* "1ab1" or "0x1ab1" */
static int read_id(const char *text, int *id)
{
	char *end;
	unsigned long value;

	if (strspn(text, "0123456789abcdefABCDEFxX") != strlen(text) || !*text)
		return -EINVAL;
	value = strtoul(text, &end, 16);
	if (*end || value > UINT16_MAX)
		return -EINVAL;
	*id = (int)value;
	return 0;
}

static int read_word(struct hil_usbtmc_wanted *w, const char *key,
		     const char *value)
{
	if (!strcmp(key, "vid"))
		return read_id(value, &w->vid);
	if (!strcmp(key, "pid"))
		return read_id(value, &w->pid);
	if (strcmp(key, "serial") || strlen(value) >= HIL_USBTMC_TEXT)
		return -EINVAL;
	strcpy(w->serial, value);
	return 0;
}

int hil_usbtmc_wanted(const char *address, struct hil_usbtmc_wanted *w)
{
	char text[128], *rest = text;
	int ret = 0;

	*w = (struct hil_usbtmc_wanted){ .vid = -1, .pid = -1 };
	if (strlen(address) >= sizeof(text))
		return -EINVAL;
	strcpy(text, address);
	while (!ret && rest && *rest) {
		char *value = strsep(&rest, ",:");
		const char *key = strsep(&value, "=");

		ret = value && *value ? read_word(w, key, value) : -EINVAL;
	}
	return ret;
}

static bool fits(const struct hil_usbtmc_found *f,
		 const struct hil_usbtmc_wanted *w)
{
	return (w->vid < 0 || w->vid == f->vid) &&
	       (w->pid < 0 || w->pid == f->pid) &&
	       (!w->serial[0] || !strcmp(w->serial, f->serial));
}

static void name_all(const struct hil_usbtmc_list *list, char *text,
		     size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (unsigned int i = 0; i < list->count && used < size; i++) {
		const struct hil_usbtmc_found *f = &list->found[i];
		int n = snprintf(text + used, size - used,
				 "%sserial=%s (%04x:%04x %s)", i ? ", " : "",
				 f->serial[0] ? f->serial : "?", f->vid, f->pid,
				 f->model);

		used += n > 0 ? (size_t)n : 0;
	}
}

static int say_access(const char *device, const struct hil_usbtmc_found *f)
{
	hil_error("cannot open generator %s: no permission for %04x:%04x on "
		  "bus %d, device %d; install " RULES " in /etc/udev/rules.d "
		  "and plug the generator in again",
		  device, f->vid, f->pid, f->bus, f->address);
	return -EACCES;
}

static int say_none(const struct hil_usbtmc_list *list, const char *device)
{
	char names[512];

	/* one whose serial number cannot be read may be the one */
	for (unsigned int i = 0; i < list->count; i++)
		if (list->found[i].error == -EACCES)
			return say_access(device, &list->found[i]);
	name_all(list, names, sizeof(names));
	if (list->count)
		hil_error("cannot open generator %s: it is not there, but %s",
			  device, names);
	else
		hil_error("cannot open generator %s: no USBTMC device is "
			  "connected; is it on, and is its USB port set to "
			  "USBTMC, not to printer?",
			  device);
	return -ENODEV;
}

int hil_usbtmc_choose(const struct hil_usbtmc_list *list,
		      const struct hil_usbtmc_wanted *w, const char *device,
		      const struct hil_usbtmc_found **found)
{
	unsigned int count = 0;
	char names[512];

	*found = NULL;
	for (unsigned int i = 0; i < list->count; i++) {
		if (!fits(&list->found[i], w))
			continue;
		*found = &list->found[i];
		count++;
	}
	if (!count)
		return say_none(list, device);
	if (count == 1)
		return (*found)->error == -EACCES ? say_access(device, *found)
						  : 0;
	name_all(list, names, sizeof(names));
	hil_error("cannot choose generator %s among several: %s; add one of "
		  "these serials",
		  device, names);
	*found = NULL;
	return -ENODEV;
}
