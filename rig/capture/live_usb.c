/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks a device up in sysfs by the numbers that libsigrok gives. */
#include "rig/capture/live_usb.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEVICES  "/sys/bus/usb/devices"
#define PREFIX   "usb/"
#define TRIES    6
#define PAUSE_US 50000

/* A number in a file of a device's folder; -1: there is none. */
static double read_number(const char *port, const char *file)
{
	char path[sizeof(DEVICES) + HIL_LIVE_USB_PORT + 20];
	double value = -1;
	FILE *f;

	snprintf(path, sizeof(path), DEVICES "/%s/%s", port, file);
	f = fopen(path, "re");
	if (!f)
		return -1;
	if (fscanf(f, "%lf", &value) != 1)
		value = -1;
	fclose(f);
	return value;
}

struct hil_live_usb hil_live_usb_find(const char *connection)
{
	struct hil_live_usb u = { "", -1 };
	const char *port = connection;

	if (!port || strncmp(port, PREFIX, strlen(PREFIX)))
		return u;
	port += strlen(PREFIX);
	if (strspn(port, "0123456789-.") != strlen(port) ||
	    strlen(port) >= sizeof(u.port))
		return u;
	u.number = read_number(port, "devnum");
	if (u.number >= 0)
		strcpy(u.port, port);
	return u;
}

int hil_live_usb_speed(const struct hil_live_usb *u, double *mbps)
{
	*mbps = u->port[0] ? read_number(u->port, "speed") : -1;
	return *mbps > 0 ? 0 : -ENODEV;
}

bool hil_live_usb_unplugged(const struct hil_live_usb *u)
{
	for (int i = 0; u->port[0] && i < TRIES; i++) {
		if (read_number(u->port, "devnum") != u->number)
			return true;
		usleep(PAUSE_US);
	}
	return false;
}
