/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bursts and sweeps of Siglent's SDG series. Their keys exist only while the
 * burst or the sweep is on, and each goes into a command of its own: some
 * models ignore a trigger source among others.
 *
 * Source: Siglent, SDG Series Programming Guide, BTWV and SWWV.
 */
#include <inttypes.h>
#include <stdio.h>

#include "rig/instrument/dialect_siglent.h"

#define WORD_BYTES 64

int hil_siglent_calm(struct hil_scpi_link *l)
{
	int ret = hil_siglent_send(l, "C1:BTWV STATE,OFF");

	if (!ret)
		ret = hil_siglent_word(l, "C1:BTWV?", "STATE", "OFF");
	if (!ret)
		ret = hil_siglent_send(l, "C1:SWWV STATE,OFF");
	return ret ? ret : hil_siglent_word(l, "C1:SWWV?", "STATE", "OFF");
}

static int set_number(struct hil_scpi_link *l, const char *group,
		      const char *key, const char *unit, double value,
		      double tolerance)
{
	char query[WORD_BYTES], what[WORD_BYTES];
	double actual;
	int ret = hil_siglent_send(l, "C1:%s %s,%.9g", group, key, value);

	snprintf(query, sizeof(query), "C1:%s?", group);
	snprintf(what, sizeof(what), "C1:%s %s", group, key);
	if (!ret)
		ret = hil_siglent_number(l, query, key, unit, &actual);
	return ret ? ret : hil_dialect_check(l, what, value, actual, tolerance);
}

static int set_word(struct hil_scpi_link *l, const char *group, const char *key,
		    const char *word)
{
	char query[WORD_BYTES];
	int ret = hil_siglent_send(l, "C1:%s %s,%s", group, key, word);

	snprintf(query, sizeof(query), "C1:%s?", group);
	return ret ? ret : hil_siglent_word(l, query, key, word);
}

static int set_burst(struct hil_scpi_link *l,
		     const struct hil_dialect_burst *burst)
{
	char cycles[WORD_BYTES];
	int ret = set_word(l, "BTWV", "STATE", "ON");

	if (!ret)
		ret = set_word(l, "BTWV", "GATE_NCYC", "NCYC");
	if (!ret)
		ret = set_word(l, "BTWV", "TRSR",
			       burst->every_s > 0 ? "INT" : "MAN");
	/* the pause has to fit whatever number of periods was there */
	if (!ret && burst->every_s > 0)
		ret = hil_siglent_send(l, "C1:BTWV TIME,1");
	if (!ret && burst->every_s > 0)
		ret = set_number(l, "BTWV", "PRD", "S", burst->every_s,
				 HIL_DIALECT_TIME_TOLERANCE * burst->every_s);
	snprintf(cycles, sizeof(cycles), "%" PRIu64, burst->cycles);
	return ret ? ret : set_word(l, "BTWV", "TIME", cycles);
}

/* Up or down between two frequencies; the first one is sent again, for a
 * moment it may have been above the old second one. */
static int set_sweep(struct hil_scpi_link *l, const struct hil_pattern *p)
{
	double from_hz = 1e9 / (double)p->from_ns;
	double to_hz = 1e9 / (double)p->to_ns;
	double low_hz = from_hz < to_hz ? from_hz : to_hz;
	double high_hz = from_hz < to_hz ? to_hz : from_hz;
	double over_s = (double)p->over_ns * 1e-9;
	int ret = set_word(l, "SWWV", "STATE", "ON");

	if (!ret)
		ret = set_number(l, "SWWV", "TIME", "S", over_s,
				 HIL_DIALECT_TIME_TOLERANCE * over_s);
	if (!ret)
		ret = hil_siglent_send(l, "C1:SWWV START,%.9g", low_hz);
	if (!ret)
		ret = set_number(l, "SWWV", "STOP", "HZ", high_hz,
				 HIL_DIALECT_HZ_TOLERANCE * high_hz);
	if (!ret)
		ret = set_number(l, "SWWV", "START", "HZ", low_hz,
				 HIL_DIALECT_HZ_TOLERANCE * low_hz);
	if (!ret)
		ret = set_word(l, "SWWV", "SWMD", "LINE");
	if (!ret)
		ret = set_word(l, "SWWV", "DIR",
			       from_hz < to_hz ? "UP" : "DOWN");
	return ret ? ret : set_word(l, "SWWV", "TRSR", "INT");
}

int hil_siglent_pattern(struct hil_scpi_link *l,
			const struct hil_generator_wave *wave)
{
	struct hil_dialect_burst burst = hil_dialect_as_burst(wave);

	if (burst.cycles)
		return set_burst(l, &burst);
	if (wave->pattern.kind == HIL_PATTERN_SWEEP)
		return set_sweep(l, &wave->pattern);
	return 0;
}
