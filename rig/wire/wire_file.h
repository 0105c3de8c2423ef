/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text of a config file.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_WIRE_WIRE_FILE_H
#define HIL_WIRE_WIRE_FILE_H

#include <stddef.h>

#include "daemon/base/attr.h"

/**
 * hil_wire_file_read() - all of it
 * @text: result, heap, also after an error; @size bytes and a NUL
 *
 * Return: 0; -EFBIG above 1 MiB; other -errno.
 */
int hil_wire_file_read(const char *path, char **text,
		       size_t *size) HIL_MUST_CHECK;

/** hil_wire_file_new() - whole or not at all. Return: 0; -EEXIST; -errno */
int hil_wire_file_new(const char *path, const char *text) HIL_MUST_CHECK;

/**
 * hil_wire_file_replace() - the old text is kept as "@path~" before the new
 *	one takes its name
 * @old: @size bytes, as they were read
 *
 * Return: 0; -errno, then @path is as it was.
 */
int hil_wire_file_replace(const char *path, const char *old, size_t size,
			  const char *text) HIL_MUST_CHECK;

#endif
