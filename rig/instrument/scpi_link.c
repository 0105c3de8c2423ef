/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SCPI as an instrument's user sees it; a transport carries the lines. */
#include "rig/instrument/scpi_link.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/instrument/scpi_reply.h"

#define QUEUE_MAX 64 /* no instrument keeps more errors than this */

static const char *reason(int error)
{
	switch (error) {
	case -ETIMEDOUT:
		return "no answer in time";
	case -ECONNRESET:
	case -EPIPE:
		return "it closed the connection";
	case -EMSGSIZE:
		return "the answer is longer than 4 KiB";
	case -EBADMSG:
		return "the answer is not one line of printable text";
	case -ENODEV:
		return "it is no longer plugged in";
	case -EREMOTEIO:
		return "it refused the transfer (a stall of its USB endpoint)";
	case -ESTALE:
		return "the answer's tag is that of another question";
	case -EPROTO:
		return "the answer is not framed as USBTMC";
	default:
		return strerror(-error);
	}
}

int hil_scpi_link_open(struct hil_scpi_link *l, const char *address,
		       int64_t wait_ns)
{
	const struct hil_scpi_place place = { l->device, address, l->board };

	return l->transport->open(&place, wait_ns, &l->connection);
}

void hil_scpi_link_close(struct hil_scpi_link *l)
{
	if (l->connection)
		l->transport->close(l->connection);
	l->connection = NULL;
}

bool hil_scpi_link_alive(const struct hil_scpi_link *l)
{
	return l->connection && l->transport->alive(l->connection);
}

int hil_scpi_link_query(struct hil_scpi_link *l, const char *command,
			char reply[HIL_SCPI_REPLY_BYTES])
{
	int ret = l->transport->ask(l->connection, command, reply);

	if (ret)
		hil_error("cannot ask generator %s for %s: %s", l->device,
			  command, reason(ret));
	return ret;
}

int hil_scpi_link_number(struct hil_scpi_link *l, const char *command,
			 double *value)
{
	char reply[HIL_SCPI_REPLY_BYTES];
	int ret = hil_scpi_link_query(l, command, reply);

	if (ret)
		return ret;
	if (hil_scpi_reply_number(reply, value)) {
		hil_error("cannot use generator %s: its answer to %s is no "
			  "number: \"%.80s\"",
			  l->device, command, reply);
		return -EBADMSG;
	}
	return 0;
}

int hil_scpi_link_errors(struct hil_scpi_link *l,
			 char first[HIL_SCPI_REPLY_BYTES])
{
	char reply[HIL_SCPI_REPLY_BYTES];

	first[0] = '\0';
	for (int i = 0; i < QUEUE_MAX; i++) {
		int ret = hil_scpi_link_query(l, "SYST:ERR?", reply);

		if (ret || hil_scpi_reply_is_no_error(reply))
			return ret;
		if (!i)
			strcpy(first, reply);
	}
	hil_error("cannot use generator %s: its error queue has no end, "
		  "\"%.80s\"",
		  l->device, first);
	return -EBADMSG;
}

int hil_scpi_link_send(struct hil_scpi_link *l, const char *command)
{
	int ret = l->transport->send(l->connection, command);

	if (ret)
		hil_error("cannot send %s to generator %s: %s", command,
			  l->device, reason(ret));
	return ret;
}

int hil_scpi_link_command(struct hil_scpi_link *l, const char *fmt, ...)
{
	char command[256], error[HIL_SCPI_REPLY_BYTES];
	va_list args;
	int ret;

	va_start(args, fmt);
	vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	ret = hil_scpi_link_send(l, command);
	if (!ret)
		ret = hil_scpi_link_errors(l, error);
	if (ret || !error[0])
		return ret;
	hil_error("generator %s refuses %s: %.200s", l->device, command, error);
	return -EIO;
}
