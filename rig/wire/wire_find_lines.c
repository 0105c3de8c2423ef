/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What drives a line of the board, by what the board counted on it. */
#include "rig/wire/wire_find_private.h"

#define BOARD_TOLERANCE 0.25 /* a thread makes and a thread counts */
#define HIGH_LOW        0.4  /* below: mostly low; above 1 - this: high */

void hil_wire_take_polarity(double high, double made, bool *known,
			    bool *inverted)
{
	bool mostly_low = made<HIGH_LOW, mostly_high = made> 1 - HIGH_LOW;

	*known = (mostly_low || mostly_high) && high >= 0 &&
		 (high < HIGH_LOW || high > 1 - HIGH_LOW);
	*inverted = *known && (high < HIGH_LOW) != mostly_low;
}

static double count_hz(const struct hil_wire_count *c)
{
	return c->rising < 2 || c->span_ns <= 0
		       ? 0
		       : (double)(c->rising - 1) * 1e9 / (double)c->span_ns;
}

static bool line_counts(const struct hil_wire *w, const struct hil_wire_line *l,
			enum hil_wire_phase p)
{
	return w->watched[p] && l->count[p].rising >= HIL_WIRE_PERIODS_LEAST &&
	       hil_wire_near(count_hz(&l->count[p]), w->hz[p], BOARD_TOLERANCE);
}

static void line_polarity(const struct hil_wire *w, struct hil_wire_line *l,
			  enum hil_wire_phase p)
{
	const struct hil_wire_count *c = &l->count[p];

	l->hz = count_hz(c);
	hil_wire_take_polarity((double)c->high_ns / (double)c->span_ns,
			       w->high[p], &l->polarity_known, &l->inverted);
}

enum hil_wire_source hil_wire_line_source(const struct hil_wire *w,
					  struct hil_wire_line *l)
{
	const struct hil_wire_count *quiet = &l->count[HIL_WIRE_QUIET];
	bool pulses =
		w->pulses && w->watched[HIL_WIRE_TOGGLE] &&
		hil_wire_near((double)l->count[HIL_WIRE_TOGGLE].rising,
			      (double)w->pulses, HIL_WIRE_COUNT_TOLERANCE);
	bool any = false;

	for (int p = 0; p < HIL_WIRE_PHASES; p++)
		any |= w->watched[p];
	if (!any || (l->state[0] != 'w'))
		return HIL_WIRE_UNKNOWN;
	if (hil_wire_generator_ran(w) && line_counts(w, l, HIL_WIRE_FAST) &&
	    line_counts(w, l, HIL_WIRE_SLOW)) {
		line_polarity(w, l, HIL_WIRE_FAST);
		l->also_probe = pulses;
		return HIL_WIRE_FROM_GENERATOR;
	}
	if (pulses) {
		line_polarity(w, l, HIL_WIRE_TOGGLE);
		return HIL_WIRE_FROM_PROBE;
	}
	if (quiet->rising + quiet->falling >= HIL_WIRE_FLOATING_EDGES)
		return HIL_WIRE_FLOATING;
	return HIL_WIRE_NOTHING;
}
