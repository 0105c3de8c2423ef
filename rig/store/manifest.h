/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.json: written once, whole or not at all. */
#ifndef HIL_STORE_MANIFEST_H
#define HIL_STORE_MANIFEST_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/store/disk.h"

/**
 * hil_manifest_write() - put a manifest into a run's folder, atomically
 *
 * Written under another name, synced, renamed, folder synced: after a power
 * cut there is the whole manifest or none.
 * Context: any but RT. Return: 0; -ENOMEM; -errno.
 */
int hil_manifest_write(const struct hil_disk *disk, const char *folder,
		       const json_t *manifest) HIL_MUST_CHECK;

/**
 * hil_manifest_read() - a run's manifest
 * @manifest: result, new reference; NULL when there is none
 *
 * Context: any but RT.
 * Return: 0, also without one; -EBADMSG not a JSON object or larger than
 * 16 MiB; -errno.
 */
int hil_manifest_read(const char *folder, json_t **manifest) HIL_MUST_CHECK;

#endif
