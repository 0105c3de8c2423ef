/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two segments of a run, as files of others. The first byte says whether the
 * CRCs are made right first, so that what lies behind them is reached; the
 * next two are the length of the first segment.
 */
#include <stdio.h>

#include "daemon/base/crc32c.h"
#include "rig/store/scan.h"
#include "tests/fuzz/fuzz.h"

static int check_record(void *context, uint8_t type, const void *payload,
			size_t length)
{
	uint64_t *bytes = context;

	(void)type;
	if (length > HIL_SCAN_PAYLOAD_MAX || (uintptr_t)payload % 8)
		abort();
	*bytes += length;
	return 0;
}

static void repair(uint8_t *data, size_t size)
{
	struct hil_segment_header h;
	struct hil_segment_record r;
	size_t at = sizeof(h);
	uint32_t seed;

	if (size < sizeof(h))
		return;
	memcpy(&h, data, sizeof(h));
	hil_segment_header_seal(&h);
	memcpy(data, &h, sizeof(h));
	seed = hil_segment_seed(h.run_id);
	while (at + sizeof(r) <= size) {
		memcpy(&r, data + at, sizeof(r));
		if (!hil_segment_record_sane(&r) ||
		    at + sizeof(r) + r.length > size)
			return;
		r.crc = hil_segment_record_crc(seed, &r, data + at + sizeof(r));
		memcpy(data + at, &r, sizeof(r));
		at += sizeof(r) + r.length;
	}
}

static void scan(struct hil_scan *s, uint8_t *data, size_t size)
{
	struct hil_scan_segment found;
	uint64_t before = s->next_sequence;
	FILE *file;

	if (!size)
		return;
	file = fmemopen(data, size, "rb");
	if (!file)
		abort();
	if (hil_scan_segment(s, file, &found))
		abort();
	fclose(file);
	if (found.sound_bytes + found.bad_bytes != size)
		abort();
	if (s->next_sequence < before)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hil_scan *s = malloc(sizeof(*s));
	uint64_t bytes = 0;
	size_t first;
	uint8_t *copy;

	if (size < 3 || !s) {
		free(s);
		return 0;
	}
	copy = malloc(size);
	if (!copy)
		abort();
	memcpy(copy, data, size);
	first = (size_t)data[1] | (size_t)data[2] << 8;
	if (first > size - 3)
		first = size - 3;
	if (data[0] & 1) {
		repair(copy + 3, first);
		repair(copy + 3 + first, size - 3 - first);
	}
	hil_scan_init(s, check_record, &bytes);
	scan(s, copy + 3, first);
	scan(s, copy + 3 + first, size - 3 - first);
	hil_scan_end(s);
	if (bytes > size)
		abort();
	free(copy);
	free(s);
	return 0;
}
