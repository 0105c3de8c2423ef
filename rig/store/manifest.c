/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing of manifest.json; its keys are its writers' affair. */
#include "rig/store/manifest.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/base/log.h"
#include "rig/store/run_path.h"

#define MANIFEST_MAX (16L << 20)

static int write_file(const struct hil_disk *disk, const char *path,
		      const char *text)
{
	size_t done;
	int fd, ret;

	disk->unlink(disk->context, path);
	fd = disk->create(disk->context, path);
	if (fd < 0)
		return fd;
	ret = hil_disk_write_all(disk, fd, text, strlen(text), &done);
	if (!ret)
		ret = disk->datasync(disk->context, fd);
	if (!ret)
		return disk->close(disk->context, fd);
	disk->close(disk->context, fd);
	return ret;
}

int hil_manifest_write(const struct hil_disk *disk, const char *folder,
		       const json_t *manifest)
{
	char *text = json_dumps(manifest, JSON_INDENT(1) | JSON_ENCODE_ANY);
	char path[HIL_RUN_PATH_MAX + 32], half[HIL_RUN_PATH_MAX + 32];
	int ret;

	if (!text)
		return -ENOMEM;
	snprintf(path, sizeof(path), "%s/manifest.json", folder);
	snprintf(half, sizeof(half), "%s/manifest.json.new", folder);
	ret = write_file(disk, half, text);
	if (!ret)
		ret = disk->rename(disk->context, half, path);
	if (!ret)
		ret = disk->sync_folder(disk->context, folder);
	if (ret)
		disk->unlink(disk->context, half);
	free(text);
	return ret;
}

/* What the reader relies on is there; the rest may be as it likes. */
static bool looks_right(const json_t *manifest)
{
	const json_t *store = json_object_get(manifest, "store");

	return json_is_integer(json_object_get(store, "records")) &&
	       json_is_array(json_object_get(manifest, "segments"));
}

int hil_manifest_read(const char *folder, json_t **manifest)
{
	char path[HIL_RUN_PATH_MAX + 32];
	json_error_t error;
	struct stat s;

	*manifest = NULL;
	snprintf(path, sizeof(path), "%s/manifest.json", folder);
	if (stat(path, &s))
		return errno == ENOENT ? 0 : -errno;
	if (!S_ISREG(s.st_mode) || s.st_size > MANIFEST_MAX) {
		hil_error("cannot read %s: not a file of at most 16 MiB", path);
		return -EBADMSG;
	}
	*manifest = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	if (looks_right(*manifest))
		return 0;
	if (*manifest)
		hil_error("cannot read %s: it is not a run's manifest", path);
	else
		hil_error("cannot read %s: line %d: %s", path, error.line,
			  error.text);
	json_decref(*manifest);
	*manifest = NULL;
	return -EBADMSG;
}
