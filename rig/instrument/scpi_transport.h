/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How lines get to an instrument and back: each way is one struct. */
#ifndef HIL_INSTRUMENT_SCPI_TRANSPORT_H
#define HIL_INSTRUMENT_SCPI_TRANSPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "rig/instrument/scpi_reply.h"

/* Where an instrument is. */
struct hil_scpi_place {
	const char *device;  /* "lxi:HOST", for messages */
	const char *address; /* what follows its kind */
	const char *board;   /* board.exec; "": this machine; NULL: unknown */
};

struct hil_scpi_transport {
	/* says why it failed */
	int (*open)(const struct hil_scpi_place *place, int64_t wait_ns,
		    void **connection);
	/* these two say nothing, scpi_link.c knows the command */
	int (*send)(void *connection, const char *line);
	int (*ask)(void *connection, const char *line,
		   char reply[HIL_SCPI_REPLY_BYTES]);
	/* as far as can be told without waiting */
	bool (*alive)(void *connection);
	void (*close)(void *connection); /* NULL-safe */
};

extern const struct hil_scpi_transport hil_scpi_transport_tcp;
extern const struct hil_scpi_transport hil_scpi_transport_usbtmc;
extern const struct hil_scpi_transport hil_scpi_transport_exec;

#endif
