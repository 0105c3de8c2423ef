/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a store's writer: run_store.c calls, writer.c decides. */
#ifndef HIL_STORE_WRITER_H
#define HIL_STORE_WRITER_H

#include <jansson.h>
#include <stdbool.h>

#include "rig/store/run_store_private.h"
#include "rig/store/segment_write.h"

struct hil_store_writer {
	const struct hil_disk *disk;
	struct hil_store_limits limits;
	char *path, *reserve;
	bool reserved; /* the reserve file is there */
	uint8_t run_id[16], boot_id[16];
	uint32_t seed;
	uint64_t next_sequence, safe_sequence;
	int64_t last_sync_ns, opened_ns;
	int error;    /* the first of the run */
	bool stopped; /* nothing is written any more */
	uint64_t refused_records, refused_bytes;

	struct hil_segment_file file;
	uint64_t first_sequence, records, payload_bytes; /* of the segment */
	json_t *segments; /* those that are closed */

	uint8_t *ring; /* all bytes since the last good sync */
	size_t ring_size, used, written;
	uint64_t ring_records, ring_payload;
};

/** hil_writer_open() - begin the next segment. Return: 0; -errno. */
int hil_writer_open(struct hil_store_writer *w) HIL_MUST_CHECK;

/**
 * hil_writer_put() - one record of at most HIL_SEGMENT_PIECE_MAX bytes
 *
 * Return: 0; -errno: the writer is stopped.
 */
int hil_writer_put(struct hil_store_writer *w, uint8_t type, uint8_t flags,
		   const void *payload, size_t length) HIL_MUST_CHECK;

/**
 * hil_writer_sync() - write and sync the ring, whatever that takes
 *
 * Return: 0 all records are safe; -errno: the writer is stopped.
 */
int hil_writer_sync(struct hil_store_writer *w) HIL_MUST_CHECK;

/** hil_writer_end() - footer, sync, close. Return: 0; -errno. */
int hil_writer_end(struct hil_store_writer *w) HIL_MUST_CHECK;

/** hil_writer_free_reserve() - give the reserved space back; once is enough */
void hil_writer_free_reserve(struct hil_store_writer *w);

#endif
