/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts what was found into a config file, and leaves the rest as it is. */
#ifndef HIL_WIRE_WIRE_CONFIG_H
#define HIL_WIRE_WIRE_CONFIG_H

#include <stddef.h>

#include "daemon/base/attr.h"
#include "daemon/base/option.h"
#include "rig/run/options.h"
#include "rig/wire/wire_run.h"

#define HIL_WIRE_EDITS 8

struct hil_wire_edit {
	const char *section, *key; /* "analyzer", "channels" */
	char value[512];
};

/**
 * hil_wire_edits() - what the config has to say from now on
 * @o: as configured
 *
 * Return: number of edits; -EINVAL a channel's name cannot stand in a config,
 * the message is printed.
 */
int hil_wire_edits(const struct hil_wire_search *s,
		   const struct hil_wire_verdict *v,
		   const struct hil_run_options *o,
		   struct hil_wire_edit edits[HIL_WIRE_EDITS]) HIL_MUST_CHECK;

/**
 * hil_wire_config_edit() - a config's text with some values changed
 * @file: name, for messages
 * @text: @size bytes and a NUL, not changed
 * @result: heap text
 *
 * Comments, order, blanks and line ends stay. A key that is not there comes
 * behind the last one of its section, or with a new section at the end.
 * Context: any but RT.
 * Return: 0; -EINVAL @text is no config, the message is printed; -ENOMEM.
 */
int hil_wire_config_edit(const char *file, const char *text, size_t size,
			 const struct hil_wire_edit *edits, size_t count,
			 char **result) HIL_MUST_CHECK;

/**
 * hil_wire_config_new() - a config with all that was given on the command line
 *
 * Return: 0; -ENOMEM.
 */
int hil_wire_config_new(const struct hil_option *table, const void *target,
			char **result) HIL_MUST_CHECK;

/**
 * hil_wire_config_write() - change a config file, or write another one
 * @config: the rig's config, NULL: there is none
 * @path: file to write, NULL or the same: @config itself, whose old text is
 *	kept as FILE~
 * @o: what a new one is made of
 *
 * A reader sees the old file or the new one. Another file is never
 * overwritten.
 * Return: 0; -EEXIST; -EINVAL a drop-in has the last word on a key; other
 * -errno. The message is printed.
 */
int hil_wire_config_write(const char *config, const char *path,
			  const struct hil_run_options *o,
			  const struct hil_wire_edit *edits,
			  size_t count) HIL_MUST_CHECK;

#endif
