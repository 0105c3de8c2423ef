/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times as text in us or ns, with as many digits as are worth printing. */
#ifndef HIL_REPORT_UNIT_H
#define HIL_REPORT_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "rig/ledger/result.h"

struct hil_unit {
	const char *name; /* "us" or "ns" */
	double ns;        /* in one */
	int decimals;
};

#define HIL_UNIT_TEXT 48 /* bytes that any value fits into */

/**
 * hil_unit_for() - unit for the values of a distribution
 * @d: NULL: as if nothing were known
 * @nanoseconds: -N
 *
 * Two digits of the expanded uncertainty are printed, none behind them.
 * Context: any.
 * Source: JCGM 100:2008, 7.2.6.
 */
struct hil_unit hil_unit_for(const struct hil_distribution *d,
			     bool nanoseconds);

/** hil_unit_text() - @ns in the unit, without its name. Return: @text. */
char *hil_unit_text(char text[HIL_UNIT_TEXT], const struct hil_unit *unit,
		    double ns);

/** hil_unit_rate() - "24 MHz", "1.5 MHz", "23976.024 Hz". Return: @text. */
char *hil_unit_rate(char text[HIL_UNIT_TEXT], uint64_t num, uint64_t den);

/** hil_unit_quantile() - "p99.9". Return: @text. */
char *hil_unit_quantile(char text[HIL_UNIT_TEXT], double q);

#endif
