/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects a reply piece by piece. */
#include "rig/instrument/scpi_stream.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "rig/instrument/tcp.h"

int hil_scpi_stream_receive(int fd, char reply[HIL_SCPI_REPLY_BYTES],
			    int64_t deadline_ns)
{
	size_t used = 0;

	for (;;) {
		int ret = hil_tcp_wait(fd, POLLIN, deadline_ns);
		ssize_t n = ret ? 0
				: read(fd, reply + used,
				       HIL_SCPI_REPLY_BYTES - used);

		if (ret)
			return ret;
		if (!n)
			return -ECONNRESET;
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return -errno;
		if (n < 0)
			continue;
		used += (size_t)n;
		ret = hil_scpi_reply_line(reply, used);
		if (ret)
			return ret < 0 ? ret : 0;
		if (used == HIL_SCPI_REPLY_BYTES)
			return -EMSGSIZE;
	}
}
