/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the chip and the lines that a user named. */
#include <ctype.h>
#include <errno.h>
#include <gpiod.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"
#include "daemon/lines.h"

#define CHIPS_MAX 256

static bool has_label(const char *path, const char *label)
{
	struct gpiod_chip *chip = gpiod_chip_open(path);
	struct gpiod_chip_info *info = chip ? gpiod_chip_get_info(chip) : NULL;
	bool same = info && !strcmp(gpiod_chip_info_get_label(info), label);

	gpiod_chip_info_free(info);
	if (chip)
		gpiod_chip_close(chip);
	return same;
}

static void chip_path(const char *chip, char *path, size_t size)
{
	int number;

	if (strchr(chip, '/'))
		snprintf(path, size, "%s", chip);
	else if (isdigit((unsigned char)chip[0]))
		snprintf(path, size, "/dev/gpiochip%s", chip);
	else
		snprintf(path, size, "/dev/%s", chip);
	if (!access(path, F_OK) || strchr(chip, '/'))
		return;
	for (number = 0; number < CHIPS_MAX; number++) {
		char other[32];

		snprintf(other, sizeof(other), "/dev/gpiochip%d", number);
		if (!access(other, F_OK) && has_label(other, chip)) {
			snprintf(path, size, "%s", other);
			return;
		}
	}
}

static int chip_failed(const char *path, int error)
{
	if (error == EACCES || error == EPERM)
		hil_error("cannot open %s: %s; run as root or join the group "
			  "that owns it (see 60-hilrig.rules)",
			  path, strerror(error));
	else if (error == ENOENT)
		hil_error("cannot open %s: there is no such gpiochip; "
			  "'gpiodetect' lists them",
			  path);
	else
		hil_error("cannot open %s: %s", path, strerror(error));
	return error == ENOENT ? -ENODEV : -error;
}

int hil_lines_chip(struct hil_lines *l, const char *chip)
{
	struct gpiod_chip_info *info;
	char path[PATH_MAX];

	chip_path(chip, path, sizeof(path));
	l->handle = gpiod_chip_open(path);
	if (!l->handle)
		return chip_failed(path, errno);
	info = gpiod_chip_get_info(l->handle);
	if (!info)
		return chip_failed(path, errno);
	snprintf(l->chip, sizeof(l->chip), "%s",
		 gpiod_chip_info_get_name(info));
	snprintf(l->label, sizeof(l->label), "%s",
		 gpiod_chip_info_get_label(info));
	gpiod_chip_info_free(info);
	return 0;
}

int hil_lines_offset(const struct hil_lines *l, const char *text,
		     const char *option, unsigned int *offset)
{
	struct gpiod_chip_info *info = gpiod_chip_get_info(l->handle);
	size_t count = info ? gpiod_chip_info_get_num_lines(info) : 0;
	uint64_t number;
	int found;

	gpiod_chip_info_free(info);
	if (!hil_number_u64(text, &number)) {
		if (number < count) {
			*offset = (unsigned int)number;
			return 0;
		}
		hil_error("%s %s: %s has lines 0 to %zu", option, text, l->chip,
			  count ? count - 1 : 0);
		return -EINVAL;
	}
	found = gpiod_chip_get_line_offset_from_name(l->handle, text);
	if (found < 0) {
		hil_error("%s %s: %s has no line of this name; 'gpioinfo' "
			  "lists them",
			  option, text, l->chip);
		return -EINVAL;
	}
	*offset = (unsigned int)found;
	return 0;
}

static int offsets_find(struct hil_lines *l, const struct hil_lines_config *c)
{
	int ret = hil_lines_offset(l, c->stimulus, "--line", &l->stimulus);

	if (!ret)
		ret = hil_lines_offset(l, c->spare, "--spare", &l->spare);
	if (!ret)
		ret = hil_lines_offset(l, c->probe, "--probe", &l->probe);
	if (ret)
		return ret;
	if (l->stimulus != l->spare && l->stimulus != l->probe &&
	    l->spare != l->probe)
		return 0;
	hil_error("--line %u, --spare %u and --probe %u must be three "
		  "different lines",
		  l->stimulus, l->spare, l->probe);
	return -EINVAL;
}

int hil_lines_find(struct hil_lines *lines,
		   const struct hil_lines_config *config)
{
	int ret = hil_lines_chip(lines, config->chip);

	return ret ? ret : offsets_find(lines, config);
}
