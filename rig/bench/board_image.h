/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that QEMU boots. */
#ifndef HIL_BENCH_BOARD_IMAGE_H
#define HIL_BENCH_BOARD_IMAGE_H

#include <limits.h>

#include "daemon/base/attr.h"

struct hil_board_image {
	char kernel[PATH_MAX];
	char initrd[PATH_MAX];
	char release[128];
};

/**
 * hil_board_image_read() - board.conf: where kernel and initramfs are
 * @path: file, NULL: board/board.conf beside this program
 *
 * Prints what is missing and how to make it.
 * Return: 0; -ENOENT; -EINVAL; other -errno.
 */
int hil_board_image_read(const char *path,
			 struct hil_board_image *image) HIL_MUST_CHECK;

#endif
