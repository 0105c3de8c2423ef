/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of files, for a dossier and for tests that damage one. */
#ifndef HIL_QUALIFY_COPY_H
#define HIL_QUALIFY_COPY_H

#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_copy_file() - a new file with the bytes of another
 * @flip: place of a byte whose lowest bit is changed; -1: none
 *
 * Context: any but RT. Return: 0; -EEXIST there is a @to; other -errno.
 */
int hil_copy_file(const char *from, const char *to,
		  int64_t flip) HIL_MUST_CHECK;

#endif
