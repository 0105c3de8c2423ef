/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logic analyzers that people own, and the rates that they can be set to. */
#ifndef HIL_WIRE_ANALYZER_TABLE_H
#define HIL_WIRE_ANALYZER_TABLE_H

#include <stdint.h>

#define HIL_ANALYZER_RATES 20

struct hil_analyzer_facts {
	const char *driver; /* in sigrok's words */
	const char *title;
	/* ascending, 0 ends it early; empty: any whole rate up to most_hz */
	uint64_t rate_hz[HIL_ANALYZER_RATES];
	uint64_t most_hz; /* for hours, with the two channels of a rig */
	const char *note;
};

extern const struct hil_analyzer_facts hil_analyzer_table[]; /* NULL driver
							      * ends it */

/**
 * hil_analyzer_rate() - slowest rate of an analyzer that is fast enough
 * @least_hz: rate that is needed
 *
 * Return: Hz; 0 it has none.
 */
uint64_t hil_analyzer_rate(const struct hil_analyzer_facts *a, double least_hz);

#endif
