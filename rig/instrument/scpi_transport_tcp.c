/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raw TCP as one of the ways to an instrument. */
#include <errno.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/instrument/scpi_tcp.h"
#include "rig/instrument/scpi_transport.h"

static int tcp_open(const struct hil_scpi_place *place, int64_t wait_ns,
		    void **connection)
{
	const char *device = place->device;
	struct hil_scpi_tcp *t;
	int ret = hil_scpi_tcp_open(place->address, wait_ns, &t);

	*connection = t;
	if (ret == -EINVAL)
		hil_error("cannot open generator %s: the address is not "
			  "HOST[:PORT]",
			  device);
	else if (ret == -ENXIO)
		hil_error("cannot open generator %s: there is no such host",
			  device);
	else if (ret)
		hil_error("cannot open generator %s: %s; is it on, and is raw "
			  "SCPI on that port?",
			  device, strerror(-ret));
	return ret;
}

static int tcp_send(void *connection, const char *line)
{
	return hil_scpi_tcp_send(connection, line);
}

static int tcp_ask(void *connection, const char *line,
		   char reply[HIL_SCPI_REPLY_BYTES])
{
	return hil_scpi_tcp_ask(connection, line, reply);
}

static bool tcp_alive(void *connection)
{
	return hil_scpi_tcp_alive(connection);
}

static void tcp_close(void *connection)
{
	hil_scpi_tcp_close(connection);
}

const struct hil_scpi_transport hil_scpi_transport_tcp = {
	.open = tcp_open,
	.send = tcp_send,
	.ask = tcp_ask,
	.alive = tcp_alive,
	.close = tcp_close,
};
