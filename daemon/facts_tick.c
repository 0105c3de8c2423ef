/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's tick. User space only ever sees 100 Hz (getconf CLK_TCK), so
 * the kernel's own word is looked for: its configuration where a distribution
 * keeps it, else its count of ticks. That count begins 300 s before it wraps.
 *
 * Source: include/linux/jiffies.h, INITIAL_JIFFIES; kernel/Kconfig.hz;
 * kernel/time/timer_list.c, /proc/timer_list.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "daemon/facts.h"

#define FIRST_S 300 /* of INITIAL_JIFFIES */
#define LEAST_S 5   /* of up-time away from it: less tells nothing */

static const int rates_hz[] = { 24,  32,  48,  64,  100,  128,  200,
				250, 256, 300, 500, 1000, 1024, 1200 };

/* The number behind @words at the start of a line. Return: false: none. */
static bool find(const char *root, const char *file, const char *words,
		 uint64_t *value)
{
	char path[PATH_MAX], line[256];
	size_t length = strlen(words);
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s%s", root, file);
	f = fopen(path, "re");
	if (!f)
		return false;
	while (!found && fgets(line, sizeof(line), f)) {
		if (strncmp(line, words, length) || line[length] < '0' ||
		    line[length] > '9')
			continue;
		*value = strtoull(line + length, NULL, 10);
		found = true;
	}
	fclose(f);
	return found;
}

/* The rate at which so many ticks come since the kernel began to count. */
static int by_ticks(uint64_t jiffies, uint64_t now_ns)
{
	double up_s = (double)now_ns / 1e9 - FIRST_S;
	double ticks = (double)jiffies - 4294967296.0;
	double rate, off, least = 0.02;
	int hz = 0;

	if (up_s > -LEAST_S && up_s < LEAST_S)
		return 0;
	rate = ticks / up_s;
	for (size_t i = 0; i < sizeof(rates_hz) / sizeof(rates_hz[0]); i++) {
		off = rate / rates_hz[i] - 1;
		off = off < 0 ? -off : off;
		if (off < least) {
			least = off;
			hz = rates_hz[i];
		}
	}
	return hz;
}

int hil_facts_tick_hz(const char *root)
{
	uint64_t hz, jiffies, now_ns;
	struct utsname name;
	char file[PATH_MAX];

	if (uname(&name))
		return 0;
	snprintf(file, sizeof(file), "/boot/config-%s", name.release);
	if (find(root, file, "CONFIG_HZ=", &hz) && hz && hz <= 10000)
		return (int)hz;
	if (!find(root, "/proc/timer_list", "now at ", &now_ns) ||
	    !find(root, "/proc/timer_list", "jiffies: ", &jiffies))
		return 0;
	return by_ticks(jiffies, now_ns);
}
