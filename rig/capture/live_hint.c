/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libsigrok names the call that failed; its users need the cause. */
#include "rig/capture/live_hint.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *part, *hint;
} hints[] = {
	{ "Failed to open resource",
	  "its firmware is not on this machine: install the package "
	  "sigrok-firmware-fx2lafw" },
	{ "LIBUSB_ERROR_ACCESS",
	  "no permission to open it: install libsigrok's udev rules "
	  "(60-libsigrok*.rules), then plug it in again; on a remote login "
	  "you must be in the group plugdev" },
	{ "LIBUSB_ERROR_BUSY", "another program uses it" },
	{ "already claimed", "another program uses it" },
	{ "failed to renumerate",
	  "it did not come back with its firmware: plug it in again, without "
	  "a hub" },
	{ "Expected firmware version",
	  "it has the firmware of another program: plug it in again" },
};

const char *hil_live_hint(const char *line)
{
	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++)
		if (strstr(line, hints[i].part))
			return hints[i].hint;
	return NULL;
}
