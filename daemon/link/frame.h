/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames on a byte stream: 16-byte little-endian header {magic u16, version
 * u8, type u8, length u32 <= 64 KiB, sequence u32, CRC32C u32} and a payload.
 * The CRC covers the header's first 12 bytes and the payload.
 */
#ifndef HIL_LINK_FRAME_H
#define HIL_LINK_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_FRAME_MAGIC       0x4c48u /* "HL" */
#define HIL_FRAME_VERSION     1u
#define HIL_FRAME_HEADER      16u
#define HIL_FRAME_PAYLOAD_MAX 65536u

/* Puts frames on a descriptor. Open: the caller may read the counters. */
struct hil_frame_writer {
	int fd;
	uint32_t sequence;
	uint64_t bytes;
};

/** hil_frame_writer_init() - writer on a blocking or non-blocking @fd */
void hil_frame_writer_init(struct hil_frame_writer *w, int fd);

/**
 * hil_frame_write() - write one frame completely
 * @type: enum hil_record
 * @payload: @length bytes, at most HIL_FRAME_PAYLOAD_MAX
 *
 * Waits (poll) on a full pipe. SIGPIPE must be ignored by the program.
 * Context: any but RT; one thread at a time.
 * Return: 0; -EMSGSIZE; -EPIPE the peer is gone; other -errno of write.
 */
int hil_frame_write(struct hil_frame_writer *w, uint8_t type,
		    const void *payload, size_t length) HIL_MUST_CHECK;

struct hil_frame {
	uint8_t type;
	uint32_t sequence;
	uint32_t length;
	const uint8_t *payload; /* 8-byte aligned, valid until the next call */
};

struct hil_frame_reader; /* bytes in, checked frames out */

/**
 * hil_frame_reader_new() - reader without a descriptor of its own
 *
 * Return: NULL without memory.
 */
struct hil_frame_reader *hil_frame_reader_new(void);
void hil_frame_reader_free(struct hil_frame_reader *r);

/**
 * hil_frame_reader_search() - discard bytes until the first valid frame
 *
 * For streams with login banners before the hello. Without this, the first
 * byte must start a frame. After the first frame, garbage is always an error.
 */
void hil_frame_reader_search(struct hil_frame_reader *r);

/**
 * hil_frame_reader_fill() - read once from @fd into the buffer
 *
 * Context: any but RT.
 * Return: bytes read; 0 at end of file; -EAGAIN nothing now, or a signal came;
 * other -errno; -ENOBUFS the buffer is full: call _next() until it returns 0.
 */
int hil_frame_reader_fill(struct hil_frame_reader *r, int fd) HIL_MUST_CHECK;

/**
 * hil_frame_reader_feed() - as _fill(), from memory; for tests and fuzzing
 *
 * Return: bytes taken, maybe fewer than @size; -ENOBUFS.
 */
int hil_frame_reader_feed(struct hil_frame_reader *r, const void *bytes,
			  size_t size) HIL_MUST_CHECK;

/**
 * hil_frame_reader_next() - the next complete frame
 *
 * The first frame has sequence 0. An error stays for good.
 * Return: 1 @frame is set; 0 more bytes are needed; -EBADMSG magic, version,
 * length or CRC is wrong; -EILSEQ a sequence number is missing or repeated.
 */
int hil_frame_reader_next(struct hil_frame_reader *r,
			  struct hil_frame *frame) HIL_MUST_CHECK;

/** hil_frame_reader_pending() - bytes of an incomplete frame in the buffer */
size_t hil_frame_reader_pending(const struct hil_frame_reader *r);

/** hil_frame_reader_offset() - where in the stream they begin, for messages */
uint64_t hil_frame_reader_offset(const struct hil_frame_reader *r);

#endif
