/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libusb says that something changed; what it was is found by comparing two
 * lists, since a device must not be opened from within libusb's callback.
 */
#include "rig/instrument/usbtmc_watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SETTLE_US 500000

typedef bool change_function(void *context, const struct hil_usbtmc_found *f,
			     bool here);

void hil_usbtmc_word(const struct hil_usbtmc_found *f, char *text, size_t size)
{
	if (f->serial[0] && !strpbrk(f->serial, ",:"))
		snprintf(text, size, "usbtmc:serial=%s", f->serial);
	else
		snprintf(text, size, "usbtmc:vid=%04x,pid=%04x", f->vid,
			 f->pid);
}

static bool has(const struct hil_usbtmc_list *list,
		const struct hil_usbtmc_found *f)
{
	for (unsigned int i = 0; i < list->count; i++) {
		const struct hil_usbtmc_found *g = &list->found[i];

		if (g->bus == f->bus && g->address == f->address &&
		    g->vid == f->vid && g->pid == f->pid)
			return true;
	}
	return false;
}

/* Tells of those in @list that are not in @other; false: it shall end. */
static bool tell(const struct hil_usbtmc_list *list,
		 const struct hil_usbtmc_list *other, bool here,
		 change_function *change, void *context)
{
	for (unsigned int i = 0; i < list->count; i++)
		if (!has(other, &list->found[i]) &&
		    !change(context, &list->found[i], here))
			return false;
	return true;
}

static int LIBUSB_CALL notice(libusb_context *usb, libusb_device *device,
			      libusb_hotplug_event event, void *user)
{
	bool *changed = user;

	(void)usb;
	(void)device;
	(void)event;
	*changed = true;
	return 0;
}

/* @before is what was told so far, and becomes the new list; > 0: the end. */
static int compare(struct hil_usbtmc_list *before, change_function *change,
		   void *context)
{
	struct hil_usbtmc_list *now = malloc(sizeof(*now));
	int ret = now ? hil_usbtmc_list(now) : -ENOMEM;

	if (!ret && (!tell(before, now, false, change, context) ||
		     !tell(now, before, true, change, context)))
		ret = 1;
	if (!ret)
		*before = *now;
	if (now)
		hil_usbtmc_list_free(now);
	free(now);
	/* its devices went with the context */
	before->context = NULL;
	before->devices = NULL;
	return ret;
}

static int watch(libusb_context *usb, change_function *change, void *context)
{
	struct hil_usbtmc_list *before = calloc(1, sizeof(*before));
	bool changed = false;
	int ret = -ENOMEM, code;

	code = libusb_hotplug_register_callback(
		usb,
		LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED |
			LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT,
		0, LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY,
		LIBUSB_HOTPLUG_MATCH_ANY, notice, &changed, NULL);
	if (before)
		ret = code ? hil_usbtmc_error(code)
			   : compare(before, change, context);
	while (!ret) {
		code = libusb_handle_events_completed(usb, NULL);
		if (code && code != LIBUSB_ERROR_INTERRUPTED)
			ret = hil_usbtmc_error(code);
		if (ret || !changed)
			continue;
		usleep(SETTLE_US);
		changed = false;
		ret = compare(before, change, context);
	}
	free(before);
	return ret > 0 ? 0 : ret;
}

int hil_usbtmc_watch(change_function *change, void *context)
{
	libusb_context *usb;
	int ret, code = libusb_init(&usb);

	if (code)
		return hil_usbtmc_error(code);
	ret = libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG)
		      ? watch(usb, change, context)
		      : -EOPNOTSUPP;
	libusb_exit(usb);
	return ret;
}
