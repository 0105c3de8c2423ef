/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connecting by TCP and waiting on it, never longer than a deadline. */
#ifndef HIL_INSTRUMENT_TCP_H
#define HIL_INSTRUMENT_TCP_H

#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_tcp_connect() - connect to the first address of a host that answers
 * @address: "HOST", "HOST:PORT", "[IPv6]" or "[IPv6]:PORT"
 * @port: decimal text, taken when @address has none
 * @deadline_ns: CLOCK_MONOTONIC
 *
 * Context: any but RT.
 * Return: a non-blocking descriptor; -EINVAL not an address; -ENXIO no such
 * host; -ETIMEDOUT; -ENOMEM; other -errno of socket or connect.
 */
int hil_tcp_connect(const char *address, const char *port,
		    int64_t deadline_ns) HIL_MUST_CHECK;

/**
 * hil_tcp_wait() - wait until a descriptor is ready
 * @events: POLLIN or POLLOUT
 *
 * Context: any but RT. Return: 0; -ETIMEDOUT; other -errno of poll.
 */
int hil_tcp_wait(int fd, short events, int64_t deadline_ns) HIL_MUST_CHECK;

#endif
