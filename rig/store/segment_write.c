/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writing of one segment file. When to sync, when to begin a new one and what
 * to do after a failure is decided in run_store.c.
 */
#include "rig/store/segment_write.h"

#include <stdio.h>

#include "rig/store/run_path.h"

int hil_segment_create(struct hil_segment_file *f, const char *folder,
		       struct hil_segment_header *header)
{
	const struct hil_disk *disk = f->disk;
	char path[HIL_RUN_PATH_MAX];
	size_t done;
	int ret;

	snprintf(path, sizeof(path), "%s/" HIL_SEGMENT_NAME, folder,
		 header->number);
	ret = disk->create(disk->context, path);
	if (ret < 0)
		return ret;
	f->fd = ret;
	f->number = header->number;
	f->bytes = 0;
	sha256_init(&f->sha);
	hil_segment_header_seal(header);
	ret = hil_segment_write(f, header, sizeof(*header), &done);
	if (!ret)
		ret = disk->sync_folder(disk->context, folder);
	if (ret) {
		disk->close(disk->context, f->fd);
		disk->unlink(disk->context, path);
		f->fd = -1;
	}
	return ret;
}

int hil_segment_write(struct hil_segment_file *f, const void *bytes,
		      size_t size, size_t *done)
{
	int ret = hil_disk_write_all(f->disk, f->fd, bytes, size, done);

	sha256_update(&f->sha, *done, bytes);
	f->bytes += *done;
	return ret;
}

int hil_segment_finish(struct hil_segment_file *f,
		       struct hil_segment_footer *footer)
{
	struct sha256_ctx sha = f->sha;
	size_t done;
	int ret;

	sha256_digest(&sha, sizeof(footer->sha256), footer->sha256);
	hil_segment_footer_seal(footer);
	ret = hil_segment_write(f, footer, sizeof(*footer), &done);
	if (ret)
		return ret;
	return f->disk->datasync(f->disk->context, f->fd);
}
