/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the signals that tell what is connected to what, and watches them. */
#ifndef HIL_WIRE_WIRE_RUN_H
#define HIL_WIRE_WIRE_RUN_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/run/options.h"
#include "rig/wire/wire_judge.h"

/* What a search leaves behind. */
struct hil_wire_search {
	struct hil_wire wire;
	struct hil_wire_rules rules;
	json_t *capture;    /* the analyzer's first record */
	char chip[64];      /* of the board, "" when it was not asked */
	char identity[256]; /* of the generator, "" when it was not asked */
	uint64_t *edge;     /* what wire.edge points to */
};

/**
 * hil_wire_search() - all off, generator on, board's probe line toggled
 * @o: checked options
 * @tries: lines to toggle when the probe is not seen, "5,6"; NULL: none
 * @s: result, also after an error; hil_wire_search_clear() frees it
 *
 * The generator is turned off and every line given back, whatever happens.
 * The probe line is not toggled while the generator is wired to it: the two
 * would drive against each other.
 *
 * Context: any but RT; main thread. Takes about 4 s.
 * Return: 0; -errno, the message is printed; -EINTR a signal ended it.
 */
int hil_wire_search(const struct hil_run_options *o, const char *tries,
		    struct hil_wire_search *s) HIL_MUST_CHECK;

void hil_wire_search_clear(struct hil_wire_search *s);

#endif
