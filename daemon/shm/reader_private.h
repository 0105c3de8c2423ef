/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the reader, shared by its checks and its snapshots. */
#ifndef HIL_SHM_READER_PRIVATE_H
#define HIL_SHM_READER_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/shm/layout.h"
#include "daemon/shm/reader.h"
#include "daemon/shm/ring.h"

#define HIL_SHM_SLOT_BYTES_MAX 4096u

struct hil_shm_reader {
	void *map;                 /* for munmap() only */
	const unsigned char *base; /* the same, to read */
	size_t bytes;
	int pidfd; /* -1: only the heartbeat tells */
	const struct hil_shm_housekeeping *housekeeping;
	const struct hil_shm_ist *ist;
	/* Private copies: nobody can change them after they were checked. */
	struct hil_shm_header header;
	struct hil_shm_ring ring[HIL_SHM_RINGS_MAX];
};

/**
 * hil_shm_header_check() - can what the private copies say be true?
 *
 * Context: any; bounded by HIL_SHM_RINGS_MAX squared.
 * Return: NULL, or what is wrong.
 */
const char *hil_shm_header_check(const struct hil_shm_header *header,
				 const struct hil_shm_ring ring[],
				 uint64_t bytes);

#endif
