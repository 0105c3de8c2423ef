/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is written whole or not at all: under another name until then. */
#ifndef HIL_BASE_DRAFT_H
#define HIL_BASE_DRAFT_H

#include <stdio.h>

#include "daemon/base/attr.h"

struct hil_draft {
	FILE *out; /* to write to */
	char *path, *name;
};

/**
 * hil_draft_open() - begin a file that may already be there
 * @path: a link is followed; what is no regular file is written as it is
 *
 * Context: any but RT. Return: 0; -errno, then there is nothing to close.
 */
int hil_draft_open(struct hil_draft *d, const char *path) HIL_MUST_CHECK;

/**
 * hil_draft_close() - give it its name, or take it away
 * @ret: of the writing; what stood there stays when it is not 0
 *
 * Return: 0; @ret, or why the disk did not take it (-ENOSPC).
 */
int hil_draft_close(struct hil_draft *d, int ret) HIL_MUST_CHECK;

#endif
