/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check over the constant part of the memory. */
#include "daemon/shm/layout.h"

#include <string.h>

#include "daemon/base/crc32c.h"

uint32_t hil_shm_layout_crc(const struct hil_shm_header *header,
			    const struct hil_shm_ring ring[])
{
	unsigned char copy[sizeof(*header)];
	uint32_t crc;

	memcpy(copy, header, sizeof(copy));
	memset(copy + offsetof(struct hil_shm_header, magic), 0,
	       sizeof(header->magic));
	memset(copy + offsetof(struct hil_shm_header, layout_crc), 0,
	       sizeof(header->layout_crc));
	crc = hil_crc32c(0, copy, sizeof(copy));
	return hil_crc32c(crc, ring, header->ring_count * sizeof(ring[0]));
}
