/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes frames; frame_reader.c takes them apart. */
#include "daemon/link/frame.h"

#include <errno.h>
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include "daemon/base/crc32c.h"
#include "daemon/link/frame_private.h"

void hil_frame_writer_init(struct hil_frame_writer *w, int fd)
{
	*w = (struct hil_frame_writer){ .fd = fd };
}

static void make_header(uint8_t *header, uint8_t type, uint32_t sequence,
			const void *payload, size_t length)
{
	uint32_t crc;

	hil_frame_put(header, HIL_FRAME_MAGIC, 2);
	header[2] = HIL_FRAME_VERSION;
	header[3] = type;
	hil_frame_put(header + 4, (uint32_t)length, 4);
	hil_frame_put(header + 8, sequence, 4);
	crc = hil_crc32c(0, header, HIL_FRAME_CRC_AT);
	crc = hil_crc32c(crc, payload, length);
	hil_frame_put(header + HIL_FRAME_CRC_AT, crc, 4);
}

static int wait_writable(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	if (poll(&p, 1, -1) < 0 && errno != EINTR)
		return -errno;
	return 0;
}

/* Both pieces, however many writes it takes. */
static int write_all(int fd, struct iovec piece[2])
{
	size_t left = piece[0].iov_len + piece[1].iov_len;

	while (left) {
		ssize_t n = writev(fd, piece, 2);

		if (n < 0) {
			int ret = errno == EINTR ? 0 : -errno;

			if (ret == -EAGAIN)
				ret = wait_writable(fd);
			if (ret)
				return ret;
			continue;
		}
		left -= (size_t)n;
		for (int i = 0; i < 2; i++) {
			size_t done = (size_t)n < piece[i].iov_len
					      ? (size_t)n
					      : piece[i].iov_len;

			piece[i].iov_base = (char *)piece[i].iov_base + done;
			piece[i].iov_len -= done;
			n -= (ssize_t)done;
		}
	}
	return 0;
}

int hil_frame_write(struct hil_frame_writer *w, uint8_t type,
		    const void *payload, size_t length)
{
	uint8_t header[HIL_FRAME_HEADER];
	union {
		const void *in;
		void *out;
	} bytes = { payload }; /* iovec has no const; writev() only reads */
	struct iovec piece[2] = { { header, sizeof(header) },
				  { bytes.out, length } };
	int ret;

	if (length > HIL_FRAME_PAYLOAD_MAX)
		return -EMSGSIZE;
	make_header(header, type, w->sequence, payload, length);
	ret = write_all(w->fd, piece);
	if (ret)
		return ret;
	w->sequence++;
	w->bytes += HIL_FRAME_HEADER + length;
	return 0;
}
