/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One segment file being written: header, bytes, footer with SHA-256. */
#ifndef HIL_STORE_SEGMENT_WRITE_H
#define HIL_STORE_SEGMENT_WRITE_H

#include <nettle/sha2.h>

#include "daemon/base/attr.h"
#include "rig/store/disk.h"
#include "rig/store/segment.h"

#define HIL_SEGMENT_NAME "segment-%06u.hil"

struct hil_segment_file {
	const struct hil_disk *disk;
	int fd; /* -1: none is open */
	uint32_t number;
	uint64_t bytes; /* written */
	struct sha256_ctx sha;
};

/**
 * hil_segment_create() - a new file in @folder, its header written
 * @f: disk is set; fd is -1
 * @header: number, ids, times and first_sequence are set; it is sealed here
 *
 * The folder is synced: the file's name survives a power cut from here on.
 * Context: any but RT. Return: 0; -errno, and no file is open.
 */
int hil_segment_create(struct hil_segment_file *f, const char *folder,
		       struct hil_segment_header *header) HIL_MUST_CHECK;

/**
 * hil_segment_write() - append bytes
 * @done: result, bytes that are in the file, also on failure
 *
 * Context: any but RT. Return: 0; -errno.
 */
int hil_segment_write(struct hil_segment_file *f, const void *bytes,
		      size_t size, size_t *done) HIL_MUST_CHECK;

/**
 * hil_segment_finish() - write the footer and sync; the file stays open
 * @footer: records, payload_bytes and last_sequence are set
 *
 * Context: any but RT. Return: 0; -errno.
 */
int hil_segment_finish(struct hil_segment_file *f,
		       struct hil_segment_footer *footer) HIL_MUST_CHECK;

#endif
