/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A high-speed bus carries about 40 MB/s of bulk data for all that is behind
 * one controller, hubs or not. An analyzer without a memory that does not get
 * its share just ends; the kernel's list of devices says who else wants some.
 */
#include "rig/capture/live_bus.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define DEVICES    "/sys/bus/usb/devices"
#define HIGH_SPEED 480
#define HUB_CLASS  "09"
#define NAME_BYTES 48
/* Half of these rates is on the lists of the analyzers that stream. */
#define LEAST_RATE_HZ UINT64_C(4000000)

/* The first line of a file of a device's folder; "" when there is none. */
static void read_line(const char *port, const char *file, char *text,
		      size_t size)
{
	char path[sizeof(DEVICES) + 300];
	FILE *f;

	text[0] = '\0';
	snprintf(path, sizeof(path), DEVICES "/%.40s/%s", port, file);
	f = fopen(path, "re");
	if (!f)
		return;
	if (!fgets(text, (int)size, f))
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	/* a device may call itself anything */
	for (char *c = text; *c; c++) {
		if (*c < ' ' || *c > '~')
			*c = '?';
	}
	fclose(f);
}

static void read_name(const char *port, char name[NAME_BYTES])
{
	char vendor[8], product[8];

	read_line(port, "product", name, NAME_BYTES);
	if (*name)
		return;
	read_line(port, "idVendor", vendor, sizeof(vendor));
	read_line(port, "idProduct", product, sizeof(product));
	snprintf(name, NAME_BYTES, "%s:%s", vendor, product);
}

/* "1-2.3" is on the bus of "1-2", as all that begins with "1-" is; a name with
 * a colon is an interface of a device. */
static bool shares(const struct hil_live_usb *u, const char *port)
{
	size_t bus = strcspn(u->port, "-") + 1;
	char class[8], speed[16];
	double mbps = 0;

	if (strchr(port, ':') || strncmp(port, u->port, bus) ||
	    !strcmp(port, u->port))
		return false;
	read_line(port, "bDeviceClass", class, sizeof(class));
	read_line(port, "speed", speed, sizeof(speed));
	return strcmp(class, HUB_CLASS) && sscanf(speed, "%lf", &mbps) == 1 &&
	       mbps == HIGH_SPEED;
}

unsigned int hil_live_bus_others(const struct hil_live_usb *u, char *text,
				 size_t size)
{
	DIR *folder = u->port[0] ? opendir(DEVICES) : NULL;
	unsigned int count = 0;
	const struct dirent *entry;
	char name[NAME_BYTES];
	size_t used = 0;

	text[0] = '\0';
	while (folder && (entry = readdir(folder)) != NULL) {
		if (!shares(u, entry->d_name))
			continue;
		read_name(entry->d_name, name);
		if (used < size)
			used += (size_t)snprintf(
				text + used, size - used, "%s%.40s (%s)",
				count ? ", " : "", entry->d_name, name);
		count++;
	}
	if (folder)
		closedir(folder);
	return count;
}

const char *hil_live_bus_early(const struct hil_live_usb *u,
			       uint64_t samplerate_hz, char *text, size_t size)
{
	char others[HIL_LIVE_BUS_TEXT / 2], rate[48] = "a lower sample rate";
	unsigned int count = hil_live_bus_others(u, others, sizeof(others));

	if (samplerate_hz >= LEAST_RATE_HZ)
		snprintf(rate, sizeof(rate), "samplerate=%.9gm",
			 (double)samplerate_hz / 2e6);
	if (count)
		snprintf(
			text, size,
			"the analyzer ended the acquisition by itself: it sent "
			"no more samples or its endpoint stalled; it shares "
			"its USB bus with %s: plug it in elsewhere, or use %s",
			others, rate);
	else
		snprintf(
			text, size,
			"the analyzer ended the acquisition by itself: it sent "
			"no more samples or its endpoint stalled; use %s, or "
			"a port without a hub, when it does so again",
			rate);
	return text;
}
