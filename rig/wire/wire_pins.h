/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-pins on the board, seen from the measuring host. */
#ifndef HIL_WIRE_WIRE_PINS_H
#define HIL_WIRE_WIRE_PINS_H

#include <jansson.h>
#include <stddef.h>
#include <sys/types.h>

#include "daemon/base/attr.h"
#include "rig/run/options.h"

#define HIL_WIRE_PINS_LINE 65536

struct hil_wire_pins {
	pid_t pid; /* 0: not running */
	int in, out;
	size_t used, total;
	char text[HIL_WIRE_PINS_LINE];
};

/**
 * hil_wire_pins_start() - run hilrig-pins on the board
 * @args: after the program's name, NULL at the end
 *
 * Beside hilrigd, where the config gives a path for that.
 * Context: any but RT. Return: 0; -errno, the message is printed.
 */
int hil_wire_pins_start(struct hil_wire_pins *p,
			const struct hil_run_options *o,
			const char *const *args) HIL_MUST_CHECK;

/**
 * hil_wire_pins_next() - the next JSON object it printed; does not wait
 *
 * What a login prints before it is passed over.
 * Return: 1 @json is set, a new reference; 0 nothing now; -EPIPE it ended;
 * -EBADMSG it prints without end.
 */
int hil_wire_pins_next(struct hil_wire_pins *p, json_t **json) HIL_MUST_CHECK;

/** hil_wire_pins_ask() - ask a watcher for its counts. Return: 0; -EPIPE */
int hil_wire_pins_ask(struct hil_wire_pins *p) HIL_MUST_CHECK;

/**
 * hil_wire_pins_end() - close its input and wait; kill it after 2 s
 *
 * Return: 0 it ended well, or was not running; -EREMOTEIO it did not, and what
 * to do about it is printed.
 */
int hil_wire_pins_end(struct hil_wire_pins *p);

#endif
