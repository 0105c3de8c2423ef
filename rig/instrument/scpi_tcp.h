/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines to and from an instrument on a raw TCP port, each with a deadline. */
#ifndef HIL_INSTRUMENT_SCPI_TCP_H
#define HIL_INSTRUMENT_SCPI_TCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/instrument/scpi_reply.h"

struct hil_scpi_tcp; /* a connection; after a failure it stays failed */

/**
 * hil_scpi_tcp_open() - connect
 * @address: "HOST", "HOST:PORT", "[IPv6]" or "[IPv6]:PORT"; port 5025
 * @wait_ns: deadline of the connection and of every line
 *
 * Context: any but RT. Return: 0; -EINVAL not an address; -ENXIO no such host;
 * -ENOMEM; -ETIMEDOUT; other -errno of connect.
 */
int hil_scpi_tcp_open(const char *address, int64_t wait_ns,
		      struct hil_scpi_tcp **t) HIL_MUST_CHECK;

/** hil_scpi_tcp_close() - NULL-safe */
void hil_scpi_tcp_close(struct hil_scpi_tcp *t);

/** hil_scpi_tcp_send() - one line; the newline is added here. Return: -errno */
int hil_scpi_tcp_send(struct hil_scpi_tcp *t, const char *line) HIL_MUST_CHECK;

/**
 * hil_scpi_tcp_ask() - send one line, read the one that answers it
 * @reply: result without line end, printable ASCII
 *
 * Return: 0; -ETIMEDOUT; -ECONNRESET the peer closed; -EMSGSIZE a reply of
 * 4 KiB or more; -EBADMSG bytes that are no text, or more than one line; other
 * -errno.
 */
int hil_scpi_tcp_ask(struct hil_scpi_tcp *t, const char *line,
		     char reply[HIL_SCPI_REPLY_BYTES]) HIL_MUST_CHECK;

/** hil_scpi_tcp_alive() - neither failed nor closed by the peer, as far as
 *	can be told without waiting */
bool hil_scpi_tcp_alive(const struct hil_scpi_tcp *t);

#endif
