/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which digits of a time are worth printing, and how rates read. */
#include "rig/report/unit.h"

#include <math.h>
#include <stdio.h>

struct hil_unit hil_unit_for(const struct hil_distribution *d, bool nanoseconds)
{
	struct hil_unit unit = { "us", 1000, 3 };
	double expanded_us = d ? d->u_ns * d->k / 1000 : 0;

	if (nanoseconds)
		return (struct hil_unit){ "ns", 1, 0 };
	if (expanded_us >= 10)
		unit.decimals = 0;
	else if (expanded_us >= 1)
		unit.decimals = 1;
	else if (expanded_us >= 0.1)
		unit.decimals = 2;
	return unit;
}

char *hil_unit_text(char text[HIL_UNIT_TEXT], const struct hil_unit *unit,
		    double ns)
{
	if (isfinite(ns))
		snprintf(text, HIL_UNIT_TEXT, "%.*f", unit->decimals,
			 ns / unit->ns);
	else
		snprintf(text, HIL_UNIT_TEXT, "unknown");
	return text;
}

char *hil_unit_rate(char text[HIL_UNIT_TEXT], uint64_t num, uint64_t den)
{
	static const char *const prefix[] = { "", "k", "M", "G" };
	double hz = den ? (double)num / (double)den : 0;
	size_t step = 0;

	while (hz >= 1000 && step < 3) {
		hz /= 1000;
		step++;
	}
	snprintf(text, HIL_UNIT_TEXT, "%.9g %sHz", hz, prefix[step]);
	return text;
}

char *hil_unit_quantile(char text[HIL_UNIT_TEXT], double q)
{
	snprintf(text, HIL_UNIT_TEXT, "p%.6g", q * 100);
	return text;
}
