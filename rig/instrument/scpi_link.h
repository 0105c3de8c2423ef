/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An instrument that speaks SCPI: commands whose success is checked, values
 * read strictly, one message per failure with device, command and reason.
 */
#ifndef HIL_INSTRUMENT_SCPI_LINK_H
#define HIL_INSTRUMENT_SCPI_LINK_H

#include "daemon/base/attr.h"
#include "rig/instrument/scpi_transport.h"

struct hil_scpi_link {
	const struct hil_scpi_transport *transport;
	void *connection;   /* of the transport; NULL: not open */
	const char *device; /* for messages; borrowed */
	const char *board;  /* board.exec; borrowed; NULL: unknown */
};

/**
 * hil_scpi_link_open() - connect
 * @address: what follows the kind in the device
 *
 * Return: 0; -errno of the transport, the message is printed.
 */
int hil_scpi_link_open(struct hil_scpi_link *l, const char *address,
		       int64_t wait_ns) HIL_MUST_CHECK;

/** hil_scpi_link_close() - disconnect; it may be opened again */
void hil_scpi_link_close(struct hil_scpi_link *l);

/** hil_scpi_link_alive() - is it connected? Does not wait. */
bool hil_scpi_link_alive(const struct hil_scpi_link *l);

/**
 * hil_scpi_link_query() - ask for a text
 *
 * Return: 0; -errno of the transport, the message is printed.
 */
int hil_scpi_link_query(struct hil_scpi_link *l, const char *command,
			char reply[HIL_SCPI_REPLY_BYTES]) HIL_MUST_CHECK;

/**
 * hil_scpi_link_number() - ask for a number
 *
 * Infinity is 9.9e37 in SCPI, or a word; it comes as INFINITY.
 * Return: 0; -EBADMSG the reply is no number; as hil_scpi_link_query().
 */
int hil_scpi_link_number(struct hil_scpi_link *l, const char *command,
			 double *value) HIL_MUST_CHECK;

/**
 * hil_scpi_link_errors() - empty the instrument's error queue
 * @first: result, the oldest error; "" when there is none
 *
 * Return: 0; -EBADMSG the queue has no end; as hil_scpi_link_query().
 */
int hil_scpi_link_errors(struct hil_scpi_link *l,
			 char first[HIL_SCPI_REPLY_BYTES]) HIL_MUST_CHECK;

/**
 * hil_scpi_link_send() - send a command and leave it at that
 *
 * Return: 0; -errno of the transport, the message is printed.
 */
int hil_scpi_link_send(struct hil_scpi_link *l,
		       const char *command) HIL_MUST_CHECK;

/**
 * hil_scpi_link_command() - send a command, then look at the error queue
 *
 * Return: 0; -EIO the instrument reported an error; as hil_scpi_link_query().
 */
int hil_scpi_link_command(struct hil_scpi_link *l, const char *fmt, ...)
	HIL_PRINTF(2, 3) HIL_MUST_CHECK;

#endif
