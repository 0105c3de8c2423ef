/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Segments in, sound records out. Nothing is believed that its CRC and its
 * place in the sequence do not prove; memory is one payload.
 */
#ifndef HIL_STORE_SCAN_H
#define HIL_STORE_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/base/attr.h"
#include "rig/store/segment.h"

#define HIL_SCAN_PAYLOAD_MAX 65536u

struct hil_scan {
	int (*record)(void *context, uint8_t type, const void *payload,
		      size_t length);
	void *context;
	int stopped; /* what @record returned, when not 0 */
	bool run_known;
	uint8_t run_id[16];
	uint64_t next_sequence; /* 1 at the start */
	uint64_t lost_records;  /* known to have been there */
	uint64_t repeated;      /* met again in a later segment */
	bool torn_payload;      /* pieces whose end is missing were dropped */

	/* a payload of several pieces; @record sees this buffer */
	_Alignas(8) uint8_t payload[HIL_SCAN_PAYLOAD_MAX];
	size_t size;
	bool open; /* the next record continues it */
	uint8_t type;
};

/* What one segment was like. */
struct hil_scan_segment {
	bool header, footer, sha_ok;
	uint32_t number;
	uint64_t first_sequence, records;
	uint64_t sound_bytes, bad_bytes;
	uint8_t sha256[32]; /* of all before the footer */
	const char *why;    /* what ended the sound part; NULL: its footer */
};

/** hil_scan_init() - before the first segment */
void hil_scan_init(struct hil_scan *s,
		   int (*record)(void *context, uint8_t type,
				 const void *payload, size_t length),
		   void *context);

/**
 * hil_scan_segment() - deliver the records of the next segment
 * @file: at its start
 * @found: result
 *
 * Context: any but RT; time is linear in the file's size.
 * Return: 0; -EIO the file cannot be read; what the function given to
 * hil_scan_init() returned.
 */
int hil_scan_segment(struct hil_scan *s, FILE *file,
		     struct hil_scan_segment *found) HIL_MUST_CHECK;

/** hil_scan_end() - after the last segment: drop a payload without its end */
void hil_scan_end(struct hil_scan *s);

#endif
