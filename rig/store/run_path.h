/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where runs lie and how their folders are named. */
#ifndef HIL_STORE_RUN_PATH_H
#define HIL_STORE_RUN_PATH_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/store/disk.h"

#define HIL_RUN_PATH_MAX 3072 /* of any path that the store makes */

/**
 * hil_run_root() - the folder of all runs, absolute
 * @root: NULL: $HILRIG_RUNS, else $XDG_STATE_HOME/hilrig/runs, else
 *	~/.local/state/hilrig/runs
 * @path: result, @size bytes
 *
 * Context: any but RT.
 * Return: 0; -ENOENT no home folder is known; -ENAMETOOLONG; -errno of
 * getcwd.
 */
int hil_run_root(const char *root, char *path, size_t size) HIL_MUST_CHECK;

/** hil_run_name_ok() - 1 to 64 of [A-Za-z0-9._-], no dot first */
int hil_run_name_ok(const char *name);

/** hil_run_make_root() - make @root and its parents where they are missing */
int hil_run_make_root(const struct hil_disk *disk,
		      const char *root) HIL_MUST_CHECK;

/**
 * hil_run_make_folder() - make a new run's folder in @root
 * @name: end of the folder's name, after the UTC time
 * @path: result, @size bytes; a number is added when the name is taken
 *
 * Context: any but RT. Return: 0; -ENAMETOOLONG; -errno of mkdir.
 */
int hil_run_make_folder(const struct hil_disk *disk, const char *root,
			const char *name, char *path,
			size_t size) HIL_MUST_CHECK;

#endif
