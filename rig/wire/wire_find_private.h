/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tells signals apart on channels and on lines alike. */
#ifndef HIL_WIRE_WIRE_FIND_PRIVATE_H
#define HIL_WIRE_WIRE_FIND_PRIVATE_H

#include <math.h>

#include "rig/wire/wire_find.h"

#define HIL_WIRE_COUNT_TOLERANCE 0.15 /* of counted pulses */
#define HIL_WIRE_PERIODS_LEAST   8    /* fewer are no frequency */
#define HIL_WIRE_FLOATING_EDGES  3    /* fewer are an accident */

static inline bool hil_wire_near(double value, double wanted, double tolerance)
{
	return fabs(value - wanted) <= tolerance * wanted;
}

/**
 * hil_wire_take_polarity() - is a signal upside down?
 * @high: part of the time at the high level as seen, below 0: not known
 * @made: as it was made; about a half tells nothing
 */
void hil_wire_take_polarity(double high, double made, bool *known,
			    bool *inverted);

/** hil_wire_line_source() - what drives a line; sets its other results */
enum hil_wire_source hil_wire_line_source(const struct hil_wire *w,
					  struct hil_wire_line *l);

#endif
