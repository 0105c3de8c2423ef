/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines to and from a USBTMC instrument, each with a deadline. */
#ifndef HIL_INSTRUMENT_USBTMC_H
#define HIL_INSTRUMENT_USBTMC_H

#include "rig/instrument/scpi_reply.h"
#include "rig/instrument/usbtmc_find.h"

struct hil_usbtmc;

/**
 * hil_usbtmc_open() - take a device from its kernel driver
 * @wait_ns: deadline of every line
 *
 * Context: any but RT. @list may be freed afterwards.
 * Return: 0; -ENOMEM; -EBUSY another program has it; -EACCES; other -errno.
 */
int hil_usbtmc_open(const struct hil_usbtmc_found *found, int64_t wait_ns,
		    struct hil_usbtmc **t) HIL_MUST_CHECK;

/** hil_usbtmc_close() - give it back; NULL-safe */
void hil_usbtmc_close(struct hil_usbtmc *t);

/**
 * hil_usbtmc_send() - one line; the newline is added here
 *
 * After a failure the device is cleared, so that the next line works again.
 * Return: 0; -ETIMEDOUT; -EREMOTEIO a stall; -ENODEV unplugged; -EMSGSIZE.
 */
int hil_usbtmc_send(struct hil_usbtmc *t, const char *line) HIL_MUST_CHECK;

/**
 * hil_usbtmc_ask() - send one line, read the message that answers it
 * @reply: result without line end, printable ASCII
 *
 * Return: 0; as hil_usbtmc_send(); -EPROTO, -ESTALE as hil_usbtmc_take();
 * -EMSGSIZE 4 KiB or more; -EBADMSG no single line of text.
 */
int hil_usbtmc_ask(struct hil_usbtmc *t, const char *line,
		   char reply[HIL_SCPI_REPLY_BYTES]) HIL_MUST_CHECK;

/** hil_usbtmc_alive() - still plugged in; does not wait */
bool hil_usbtmc_alive(struct hil_usbtmc *t);

#endif
