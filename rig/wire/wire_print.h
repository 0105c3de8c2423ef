/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wiring table and the findings, for people and as JSON.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_WIRE_WIRE_PRINT_H
#define HIL_WIRE_WIRE_PRINT_H

#include <jansson.h>

#include "rig/wire/wire_run.h"

/** hil_wire_print() - text on standard output */
void hil_wire_print(const struct hil_wire_search *s,
		    const struct hil_wire_verdict *v);

/**
 * hil_wire_to_json() - schema hilrig-wire-1; what is not known is null
 *
 * Return: new reference; NULL without memory.
 */
json_t *hil_wire_to_json(const struct hil_wire_search *s,
			 const struct hil_wire_verdict *v);

/** hil_wire_polarity() - "normal", "inverted", "unknown"; "-": has none */
const char *hil_wire_polarity(enum hil_wire_source source, bool known,
			      bool inverted);

/** hil_wire_has_threshold() - can the analyzer's threshold be moved? */
bool hil_wire_has_threshold(const struct hil_wire_search *s);

#endif
