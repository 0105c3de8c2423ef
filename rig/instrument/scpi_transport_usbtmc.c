/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USBTMC as one of the ways to an instrument. */
#include <errno.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/instrument/scpi_transport.h"
#include "rig/instrument/usbtmc.h"

static int open_found(const char *device, const struct hil_usbtmc_found *found,
		      int64_t wait_ns, void **connection)
{
	struct hil_usbtmc *t;
	int ret = hil_usbtmc_open(found, wait_ns, &t);

	*connection = t;
	if (ret == -EBUSY)
		hil_error("cannot open generator %s: another program uses it",
			  device);
	else if (ret)
		hil_error("cannot open generator %s on bus %d, device %d: %s",
			  device, found->bus, found->address, strerror(-ret));
	return ret;
}

static int usbtmc_open(const struct hil_scpi_place *place, int64_t wait_ns,
		       void **connection)
{
	const char *device = place->device;
	struct hil_usbtmc_wanted wanted;
	const struct hil_usbtmc_found *found;
	struct hil_usbtmc_list list;
	int ret = hil_usbtmc_wanted(place->address, &wanted);

	*connection = NULL;
	if (ret) {
		hil_error("cannot open generator %s: it is not "
			  "usbtmc[:serial=TEXT][:vid=HEX,pid=HEX]",
			  device);
		return ret;
	}
	ret = hil_usbtmc_list(&list);
	if (ret)
		hil_error("cannot look for generator %s on USB: %s", device,
			  strerror(-ret));
	if (!ret)
		ret = hil_usbtmc_choose(&list, &wanted, device, &found);
	if (!ret)
		ret = open_found(device, found, wait_ns, connection);
	hil_usbtmc_list_free(&list);
	return ret;
}

static int usbtmc_send(void *connection, const char *line)
{
	return hil_usbtmc_send(connection, line);
}

static int usbtmc_ask(void *connection, const char *line,
		      char reply[HIL_SCPI_REPLY_BYTES])
{
	return hil_usbtmc_ask(connection, line, reply);
}

static bool usbtmc_alive(void *connection)
{
	return hil_usbtmc_alive(connection);
}

static void usbtmc_close(void *connection)
{
	hil_usbtmc_close(connection);
}

const struct hil_scpi_transport hil_scpi_transport_usbtmc = {
	.open = usbtmc_open,
	.send = usbtmc_send,
	.ask = usbtmc_ask,
	.alive = usbtmc_alive,
	.close = usbtmc_close,
};
