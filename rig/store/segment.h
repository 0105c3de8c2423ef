/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The format of one segment of a run: header, records, footer, little endian.
 * A record's CRC is seeded with the run's id, so that what an old file left
 * on the disk is never taken for a record of this run. Sequence numbers count
 * the records of the whole run from 1.
 */
#ifndef HIL_STORE_SEGMENT_H
#define HIL_STORE_SEGMENT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_SEGMENT_MAGIC        0x53474c48u /* "HLGS" */
#define HIL_SEGMENT_RECORD_MAGIC 0x52474c48u /* "HLGR" */
#define HIL_SEGMENT_FOOTER_MAGIC 0x46474c48u /* "HLGF" */
#define HIL_SEGMENT_VERSION      1u
#define HIL_SEGMENT_SCHEMA       1u /* hilrig-store-1, record.h */
#define HIL_SEGMENT_PIECE_MAX    4096u

#define HIL_SEGMENT_MORE 1u /* flag: the next record continues this one */

struct hil_segment_header {
	uint32_t magic;
	uint16_t version;
	uint16_t size; /* of this header */
	uint32_t schema;
	uint32_t number; /* of the segment, from 1 */
	uint8_t run_id[16];
	uint8_t boot_id[16]; /* of the measuring host */
	uint64_t first_sequence;
	int64_t wall_ns;
	int64_t mono_ns;
	uint32_t reserved;
	uint32_t crc; /* of all before */
};

struct hil_segment_record {
	uint32_t magic;
	uint32_t crc; /* seed, then all that follows and the payload */
	uint64_t sequence;
	uint32_t length; /* of the payload, at most HIL_SEGMENT_PIECE_MAX */
	uint8_t type;    /* enum hil_record */
	uint8_t flags;
	uint16_t reserved; /* 0 */
};

struct hil_segment_footer {
	uint32_t magic;
	uint32_t size; /* of this footer */
	uint64_t records;
	uint64_t payload_bytes;
	uint64_t last_sequence; /* 0: no record in the run yet */
	uint8_t sha256[32];     /* of the segment up to here */
	uint32_t reserved;
	uint32_t crc; /* of all before */
};

_Static_assert(sizeof(struct hil_segment_header) == 80, "disk");
_Static_assert(sizeof(struct hil_segment_record) == 24, "disk");
_Static_assert(sizeof(struct hil_segment_footer) == 72, "disk");

/** hil_segment_seed() - what the CRC of each record starts with */
uint32_t hil_segment_seed(const uint8_t run_id[16]);

/**
 * hil_segment_pack() - one record as bytes
 * @to: at least sizeof(struct hil_segment_record) + @r->length bytes
 * @r: magic and crc are filled in
 *
 * Context: any. Return: bytes written.
 */
size_t hil_segment_pack(uint8_t *to, uint32_t seed,
			struct hil_segment_record *r, const void *payload);

/** hil_segment_record_sane() - magic, length, flags and reserved are legal */
bool hil_segment_record_sane(const struct hil_segment_record *r);

/** hil_segment_record_crc() - what the record's CRC must be */
uint32_t hil_segment_record_crc(uint32_t seed,
				const struct hil_segment_record *r,
				const void *payload);

/** hil_segment_header_seal() - fill in magic, version, sizes and CRC */
void hil_segment_header_seal(struct hil_segment_header *h);
/**
 * hil_segment_header_sound() - magic, version, schema, size and CRC fit, and
 *	sequence numbers from here on cannot wrap
 */
bool hil_segment_header_sound(const struct hil_segment_header *h);
/** hil_segment_footer_seal() - fill in magic, size and CRC */
void hil_segment_footer_seal(struct hil_segment_footer *f);
/** hil_segment_footer_sound() - magic, size and CRC fit */
bool hil_segment_footer_sound(const struct hil_segment_footer *f);

#endif
