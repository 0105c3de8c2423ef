/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small INI reader: sections, key = value, drop-ins, file:line for errors. */
#ifndef HIL_BASE_INI_H
#define HIL_BASE_INI_H

#include <stddef.h>

#include "daemon/base/attr.h"

/* Where an entry stands, for messages. */
struct hil_ini_entry {
	const char *file;
	unsigned int line;
	const char *section; /* "" before the first [section] */
	const char *key;
	const char *value; /* blanks at both ends removed, quotes kept out */
};

/**
 * hil_ini_read() - hand each entry of a file and of its drop-ins to a function
 * @path: FILE; then FILE.d/ *.conf in name order, where that folder exists
 * @entry: called per entry; a value other than 0 ends the reading. It has
 *	printed its own message.
 * @context: passed on
 *
 * '#' and ';' start a comment at the beginning of a line; a value may stand in
 * double quotes; a trailing backslash continues a line (a blank takes its
 * place); a duplicate key in one file is an error, in a drop-in it overrides.
 * Control characters, lines over 4,096 bytes and files over 1 MiB are refused.
 * Every error but @entry's is printed here, syntax errors with file:line.
 *
 * Context: any but RT.
 * Return: 0; -errno of open or read; -EINVAL syntax; what @entry returned.
 */
int hil_ini_read(const char *path,
		 int (*entry)(void *context, const struct hil_ini_entry *e),
		 void *context) HIL_MUST_CHECK;

/**
 * hil_ini_parse() - the same for one text in memory
 * @file: name for messages
 * @text: @size bytes and a NUL; the parser writes into it
 *
 * Context: any but RT. Return: as hil_ini_read().
 */
int hil_ini_parse(const char *file, char *text, size_t size,
		  int (*entry)(void *context, const struct hil_ini_entry *e),
		  void *context) HIL_MUST_CHECK;

#endif
