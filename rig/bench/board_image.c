/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the board's kernel and initramfs, or says how they are made. */
#include "rig/bench/board_image.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/ini.h"
#include "daemon/base/log.h"

static int take_entry(void *context, const struct hil_ini_entry *e)
{
	struct hil_board_image *image = context;
	char *to = NULL;
	size_t size = PATH_MAX;

	if (strcmp(e->key, "kernel") == 0) {
		to = image->kernel;
	} else if (strcmp(e->key, "initrd") == 0) {
		to = image->initrd;
	} else if (strcmp(e->key, "kernel_release") == 0) {
		to = image->release;
		size = sizeof(image->release);
	}
	if (to && strlen(e->value) < size)
		strcpy(to, e->value);
	return 0;
}

static int beside_program(char *path, size_t size)
{
	char program[PATH_MAX - 32];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	char *slash;

	if (n < 0)
		return -errno;
	program[n] = '\0';
	slash = strrchr(program, '/');
	if (slash)
		*slash = '\0';
	snprintf(path, size, "%s/board/board.conf", program);
	return 0;
}

static int check_image(const char *path, const struct hil_board_image *image)
{
	const char *files[] = { image->kernel, image->initrd };

	for (size_t i = 0; i < 2; i++) {
		if (files[i][0] && access(files[i], R_OK) == 0)
			continue;
		hil_error("cannot read the virtual board's %s '%s' (from %s): "
			  "%s; run ./run.sh, which makes it",
			  i ? "initramfs" : "kernel", files[i], path,
			  files[i][0] ? strerror(errno) : "not named");
		return -ENOENT;
	}
	return 0;
}

int hil_board_image_read(const char *path, struct hil_board_image *image)
{
	char beside[PATH_MAX];
	int ret = 0;

	*image = (struct hil_board_image){ .kernel = "" };
	if (!path)
		ret = beside_program(beside, sizeof(beside));
	if (ret)
		return ret;
	path = path ? path : beside;
	if (access(path, R_OK)) {
		hil_error("the virtual board is not built: cannot read %s: "
			  "%s; run ./run.sh, which makes it",
			  path, strerror(errno));
		return -ENOENT;
	}
	ret = hil_ini_read(path, take_entry, image);
	return ret ? ret : check_image(path, image);
}
