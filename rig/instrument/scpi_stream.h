/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An instrument's replies out of a stream of bytes, socket or pipe. */
#ifndef HIL_INSTRUMENT_SCPI_STREAM_H
#define HIL_INSTRUMENT_SCPI_STREAM_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/instrument/scpi_reply.h"

/**
 * hil_scpi_stream_receive() - one line, up to its newline, nothing behind it
 * @fd: does not block
 * @deadline_ns: CLOCK_MONOTONIC
 *
 * Context: any but RT. Return: 0; -ETIMEDOUT; -ECONNRESET its end; -EMSGSIZE
 * 4 KiB or more; as hil_scpi_reply_line(); other -errno of read.
 */
int hil_scpi_stream_receive(int fd, char reply[HIL_SCPI_REPLY_BYTES],
			    int64_t deadline_ns) HIL_MUST_CHECK;

#endif
