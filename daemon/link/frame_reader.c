/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes frames out of a byte stream and lets none through that is damaged, out
 * of order or too long. An error stays: after it nothing in the stream can be
 * trusted. What a payload means is for others to check.
 */
#include <errno.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/crc32c.h"
#include "daemon/link/frame.h"
#include "daemon/link/frame_private.h"

/* Several frames of the largest size, so that reads stay few. */
#define BUFFER_BYTES (4 * (HIL_FRAME_HEADER + HIL_FRAME_PAYLOAD_MAX))
/* A longer banner is no banner; also bounds the work of searching it. */
#define SEARCH_MAX (1u << 20)

struct hil_frame_reader {
	size_t head, tail; /* bytes in use are buffer[head … tail - 1] */
	uint64_t offset;   /* of buffer[head] in the stream */
	uint32_t sequence; /* expected next */
	bool search;       /* the first frame has yet to be found */
	int error;
	/* a payload that does not lie on an 8-byte border is moved here */
	alignas(8) uint8_t aligned[HIL_FRAME_PAYLOAD_MAX];
	alignas(8) uint8_t buffer[BUFFER_BYTES];
};

struct hil_frame_reader *hil_frame_reader_new(void)
{
	return calloc(1, sizeof(struct hil_frame_reader));
}

void hil_frame_reader_free(struct hil_frame_reader *r)
{
	free(r);
}

void hil_frame_reader_search(struct hil_frame_reader *r)
{
	r->search = true;
}

size_t hil_frame_reader_pending(const struct hil_frame_reader *r)
{
	return r->tail - r->head;
}

uint64_t hil_frame_reader_offset(const struct hil_frame_reader *r)
{
	return r->offset;
}

/* Room at the end of the buffer, after what is in use moved to its front. */
static size_t make_room(struct hil_frame_reader *r)
{
	if (r->head == r->tail) {
		r->head = 0;
		r->tail = 0;
	} else if (r->tail > sizeof(r->buffer) / 2) {
		memmove(r->buffer, r->buffer + r->head, r->tail - r->head);
		r->tail -= r->head;
		r->head = 0;
	}
	return sizeof(r->buffer) - r->tail;
}

int hil_frame_reader_fill(struct hil_frame_reader *r, int fd)
{
	size_t room = make_room(r);
	ssize_t n;

	if (!room)
		return -ENOBUFS;
	n = read(fd, r->buffer + r->tail, room);
	if (n < 0)
		return errno == EINTR ? -EAGAIN : -errno;
	r->tail += (size_t)n;
	return (int)n;
}

int hil_frame_reader_feed(struct hil_frame_reader *r, const void *bytes,
			  size_t size)
{
	size_t room = make_room(r);

	if (!room)
		return -ENOBUFS;
	if (size > room)
		size = room;
	memcpy(r->buffer + r->tail, bytes, size);
	r->tail += size;
	return (int)size;
}

/* 1 a valid frame stands at @at, 0 more bytes are needed, or -EBADMSG. */
static int check_frame(const uint8_t *at, size_t available)
{
	uint32_t length, crc;

	/* whatever is there must fit, even before the header is complete */
	if ((available >= 1 && at[0] != (HIL_FRAME_MAGIC & 0xff)) ||
	    (available >= 2 && at[1] != HIL_FRAME_MAGIC >> 8) ||
	    (available >= 3 && at[2] != HIL_FRAME_VERSION))
		return -EBADMSG;
	if (available < HIL_FRAME_HEADER)
		return 0;
	length = hil_frame_get(at + 4, 4);
	if (length > HIL_FRAME_PAYLOAD_MAX)
		return -EBADMSG;
	if (available < HIL_FRAME_HEADER + length)
		return 0;
	crc = hil_crc32c(0, at, HIL_FRAME_CRC_AT);
	crc = hil_crc32c(crc, at + HIL_FRAME_HEADER, length);
	return crc == hil_frame_get(at + HIL_FRAME_CRC_AT, 4) ? 1 : -EBADMSG;
}

static void skip(struct hil_frame_reader *r, size_t bytes)
{
	r->head += bytes;
	r->offset += bytes;
}

/*
 * Find the first frame behind a banner. Text that happens to look like a
 * header must not hide a complete frame behind it, so the search goes on past
 * places where more bytes would be needed; those are kept for the next time.
 */
static int search_frame(struct hil_frame_reader *r)
{
	size_t keep = r->tail;

	for (size_t at = r->head; at < r->tail; at++) {
		int ret = check_frame(r->buffer + at, r->tail - at);

		if (ret == 1) {
			skip(r, at - r->head);
			r->search = false;
			return 1;
		}
		if (!ret && keep == r->tail)
			keep = at;
	}
	skip(r, keep - r->head);
	return r->offset > SEARCH_MAX ? -EBADMSG : 0;
}

static void take_frame(struct hil_frame_reader *r, struct hil_frame *frame)
{
	const uint8_t *at = r->buffer + r->head;
	const uint8_t *payload = at + HIL_FRAME_HEADER;

	frame->type = at[3];
	frame->length = hil_frame_get(at + 4, 4);
	frame->sequence = hil_frame_get(at + 8, 4);
	if ((uintptr_t)payload % 8) {
		memcpy(r->aligned, payload, frame->length);
		payload = r->aligned;
	}
	frame->payload = payload;
	skip(r, HIL_FRAME_HEADER + frame->length);
}

int hil_frame_reader_next(struct hil_frame_reader *r, struct hil_frame *frame)
{
	const uint8_t *at;
	int ret;

	if (r->error)
		return r->error;
	if (r->search)
		ret = search_frame(r);
	else
		ret = check_frame(r->buffer + r->head, r->tail - r->head);
	if (ret < 0)
		r->error = ret;
	if (ret != 1)
		return ret;
	at = r->buffer + r->head;
	if (hil_frame_get(at + 8, 4) != r->sequence) {
		r->error = -EILSEQ;
		return r->error;
	}
	r->sequence++;
	take_frame(r, frame);
	return 1;
}
