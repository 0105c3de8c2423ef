/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stream of frames in pieces: the first byte says whether a banner may stand
 * before it and how large the pieces are. How it is cut must change nothing.
 */
#include "daemon/link/frame.h"

#include "daemon/base/crc32c.h"
#include "tests/fuzz/fuzz.h"

/* A check over all frames that came through; the last return value in @ret. */
static uint32_t read_all(const uint8_t *data, size_t size, size_t piece,
			 int search, int *ret)
{
	struct hil_frame_reader *r = hil_frame_reader_new();
	struct hil_frame f;
	uint32_t crc = 0, expected = 0;
	size_t at = 0;

	if (!r)
		abort();
	if (search)
		hil_frame_reader_search(r);
	do {
		size_t left = size - at;
		int n = hil_frame_reader_feed(r, data + at,
					      left < piece ? left : piece);

		if (n < 0)
			abort();
		at += (size_t)n;
		while ((*ret = hil_frame_reader_next(r, &f)) == 1) {
			if (f.length > HIL_FRAME_PAYLOAD_MAX ||
			    f.sequence != expected++)
				abort();
			crc = hil_crc32c(crc, &f.type, 1);
			crc = hil_crc32c(crc, f.payload, f.length);
		}
	} while (!*ret && at < size);
	hil_frame_reader_free(r);
	return crc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int whole_ret, pieces_ret;
	uint32_t whole, pieces;
	int search;

	if (size < 2)
		return 0;
	search = data[0] & 1;
	whole = read_all(data + 1, size - 1, size, search, &whole_ret);
	/* single bytes make a search quadratic: only small ones */
	if (search && size > 4096)
		return 0;
	pieces = read_all(data + 1, size - 1, 1 + data[0] / 2, search,
			  &pieces_ret);
	if (!search && (whole != pieces || whole_ret != pieces_ret))
		abort();
	return 0;
}
