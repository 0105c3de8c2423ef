/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists GPIO chips in the order of their numbers, as gpioinfo users know it. */
#include "daemon/scan.h"

#include <dirent.h>
#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"

static void print_line(struct gpiod_chip *chip, unsigned int offset)
{
	struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
	const char *name, *consumer;
	bool output;

	if (!info) {
		printf("  line %3u  cannot be read: %s\n", offset,
		       strerror(errno));
		return;
	}
	name = gpiod_line_info_get_name(info);
	consumer = gpiod_line_info_get_consumer(info);
	output = gpiod_line_info_get_direction(info) ==
		 GPIOD_LINE_DIRECTION_OUTPUT;
	printf("  line %3u  %-20s  %-6s  %s%s\n", offset,
	       name && *name ? name : "unnamed", output ? "output" : "input",
	       gpiod_line_info_is_used(info) ? "held by " : "free",
	       !gpiod_line_info_is_used(info) ? ""
	       : consumer && *consumer        ? consumer
					      : "the kernel");
	gpiod_line_info_free(info);
}

static void print_chip(const char *name)
{
	struct gpiod_chip_info *info = NULL;
	struct gpiod_chip *chip = NULL;
	char path[300];
	size_t lines;

	snprintf(path, sizeof(path), "/dev/%s", name);
	chip = gpiod_chip_open(path);
	if (chip)
		info = gpiod_chip_get_info(chip);
	if (!info) {
		printf("%s  cannot be opened: %s%s\n", name, strerror(errno),
		       errno == EACCES ? "; the group of the device may" : "");
		goto out;
	}
	lines = gpiod_chip_info_get_num_lines(info);
	printf("%s  %s, %zu lines\n", name, gpiod_chip_info_get_label(info),
	       lines);
	for (unsigned int i = 0; i < lines; i++)
		print_line(chip, i);
out:
	gpiod_chip_info_free(info);
	gpiod_chip_close(chip);
}

static int is_chip(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpiochip", strlen("gpiochip"));
}

int hil_scan_print(void)
{
	struct dirent **entry;
	int count = scandir("/dev", &entry, is_chip, versionsort);

	if (count < 0) {
		hil_error("cannot look for GPIO chips in /dev: %s",
			  strerror(errno));
		return 1;
	}
	if (count == 0)
		printf("no GPIO chip\n");
	for (int i = 0; i < count; i++) {
		print_chip(entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	return 0;
}
