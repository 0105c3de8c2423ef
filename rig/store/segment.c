/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Packing and checking of a segment's pieces in memory. Files, order and
 * recovery are the business of segment_write.c and scan.c.
 */
#include "rig/store/segment.h"

#include <string.h>

#include "daemon/base/crc32c.h"

/* The CRC covers everything of a record behind the crc field. */
#define RECORD_COVERED offsetof(struct hil_segment_record, sequence)

uint32_t hil_segment_seed(const uint8_t run_id[16])
{
	return hil_crc32c(0, run_id, 16);
}

uint32_t hil_segment_record_crc(uint32_t seed,
				const struct hil_segment_record *r,
				const void *payload)
{
	const uint8_t *bytes = (const uint8_t *)r;
	uint32_t crc = hil_crc32c(seed, bytes + RECORD_COVERED,
				  sizeof(*r) - RECORD_COVERED);

	return hil_crc32c(crc, payload, r->length);
}

size_t hil_segment_pack(uint8_t *to, uint32_t seed,
			struct hil_segment_record *r, const void *payload)
{
	r->magic = HIL_SEGMENT_RECORD_MAGIC;
	r->crc = hil_segment_record_crc(seed, r, payload);
	memcpy(to, r, sizeof(*r));
	if (r->length)
		memcpy(to + sizeof(*r), payload, r->length);
	return sizeof(*r) + r->length;
}

bool hil_segment_record_sane(const struct hil_segment_record *r)
{
	return r->magic == HIL_SEGMENT_RECORD_MAGIC &&
	       r->length <= HIL_SEGMENT_PIECE_MAX &&
	       (r->flags & ~HIL_SEGMENT_MORE) == 0 && r->reserved == 0;
}

void hil_segment_header_seal(struct hil_segment_header *h)
{
	h->magic = HIL_SEGMENT_MAGIC;
	h->version = HIL_SEGMENT_VERSION;
	h->size = sizeof(*h);
	h->schema = HIL_SEGMENT_SCHEMA;
	h->reserved = 0;
	h->crc = hil_crc32c(0, h, offsetof(struct hil_segment_header, crc));
}

bool hil_segment_header_sound(const struct hil_segment_header *h)
{
	return h->magic == HIL_SEGMENT_MAGIC &&
	       h->version == HIL_SEGMENT_VERSION && h->size == sizeof(*h) &&
	       h->schema == HIL_SEGMENT_SCHEMA && h->first_sequence >= 1 &&
	       h->first_sequence <= INT64_MAX &&
	       h->crc == hil_crc32c(0, h,
				    offsetof(struct hil_segment_header, crc));
}

void hil_segment_footer_seal(struct hil_segment_footer *f)
{
	f->magic = HIL_SEGMENT_FOOTER_MAGIC;
	f->size = sizeof(*f);
	f->reserved = 0;
	f->crc = hil_crc32c(0, f, offsetof(struct hil_segment_footer, crc));
}

bool hil_segment_footer_sound(const struct hil_segment_footer *f)
{
	return f->magic == HIL_SEGMENT_FOOTER_MAGIC && f->size == sizeof(*f) &&
	       f->crc == hil_crc32c(0, f,
				    offsetof(struct hil_segment_footer, crc));
}
