/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Generators with SCPI's tree of commands: Keysight, Rigol and those that are
 * not known. They differ in a few words and in how they write an answer.
 *
 * APPLy is not used: some instruments turn the output on with it.
 *
 * Source: Keysight, 33500 Series Operating and Service Guide, SCPI reference;
 * Rigol, DG1000Z Series Programming Guide, chapter 2. Patterns and limits are
 * in dialect_pattern.c.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/log.h"
#include "rig/instrument/dialect_tree.h"

#define HEADER_BYTES HIL_DIALECT_HEADER

/* A setting, and what the instrument made of it. */
static int set_number(struct hil_scpi_link *l, const char *header, double value,
		      double tolerance, double *actual)
{
	char query[HEADER_BYTES];
	int ret = isinf(value)
			  ? hil_scpi_link_command(l, "%s INF", header)
			  : hil_scpi_link_command(l, "%s %.9g", header, value);

	snprintf(query, sizeof(query), "%s?", header);
	if (!ret)
		ret = hil_scpi_link_number(l, query, actual);
	return ret ? ret
		   : hil_dialect_check(l, header, value, *actual, tolerance);
}

int hil_dialect_tree_set(const struct hil_dialect *d, struct hil_scpi_link *l,
			 const char *what, double value, double tolerance)
{
	char header[HEADER_BYTES - 1];
	double actual;

	snprintf(header, sizeof(header), "%s%s", d->words->source, what);
	return set_number(l, header, value, tolerance, &actual);
}

int hil_dialect_tree_output(const struct hil_dialect *d,
			    struct hil_scpi_link *l, bool on)
{
	char query[HEADER_BYTES], reply[HIL_SCPI_REPLY_BYTES];
	const char *word = on ? "ON" : "OFF";
	bool actual;
	int ret = hil_scpi_link_command(l, "%s %s", d->words->output, word);

	snprintf(query, sizeof(query), "%s?", d->words->output);
	if (!ret)
		ret = hil_scpi_link_query(l, query, reply);
	if (ret)
		return ret;
	if (hil_scpi_reply_switch(reply, &actual)) {
		hil_error("cannot use generator %s: its answer to %s is "
			  "neither on nor off: \"%.80s\"",
			  l->device, query, reply);
		return -EBADMSG;
	}
	if (actual == on)
		return 0;
	hil_error("generator %s does not turn %s", l->device,
		  on ? "on" : "off");
	return -EIO;
}

static int set_square(const struct hil_dialect *d, struct hil_scpi_link *l)
{
	char query[HEADER_BYTES], reply[HIL_SCPI_REPLY_BYTES];
	int ret = hil_scpi_link_command(l, "%sFUNC SQU", d->words->source);

	snprintf(query, sizeof(query), "%sFUNC?", d->words->source);
	if (!ret)
		ret = hil_scpi_link_query(l, query, reply);
	if (ret || !strncasecmp(reply, "SQU", strlen("SQU")))
		return ret;
	hil_error("generator %s does not make a square wave: it says \"%.80s\"",
		  l->device, reply);
	return -ERANGE;
}

static int set_level(const struct hil_dialect *d, struct hil_scpi_link *l,
		     const char *what, double volts)
{
	return hil_dialect_tree_set(d, l, what, volts,
				    HIL_DIALECT_VOLTS_TOLERANCE + 0.01 * volts);
}

/* One after the other, the high level above the low one at any moment. */
static int set_levels(const struct hil_dialect *d, struct hil_scpi_link *l,
		      const struct hil_generator_wave *wave)
{
	char query[HEADER_BYTES];
	double high = 0;
	bool low_first;
	int ret;

	snprintf(query, sizeof(query), "%sVOLT:HIGH?", d->words->source);
	ret = hil_scpi_link_number(l, query, &high);
	low_first = wave->low_volts < high;
	if (!ret && low_first)
		ret = set_level(d, l, "VOLT:LOW", wave->low_volts);
	if (!ret)
		ret = set_level(d, l, "VOLT:HIGH", wave->high_volts);
	if (!ret && !low_first)
		ret = set_level(d, l, "VOLT:LOW", wave->low_volts);
	return ret;
}

int hil_dialect_tree_wave(const struct hil_dialect *d, struct hil_scpi_link *l,
			  const struct hil_generator_wave *wave,
			  double *actual_hz)
{
	char header[HEADER_BYTES - 1];
	double actual;
	int ret = set_number(l, d->words->load, wave->load_ohms,
			     HIL_DIALECT_LOAD_TOLERANCE * wave->load_ohms,
			     &actual);

	if (!ret)
		ret = hil_dialect_tree_calm(d, l);
	if (!ret)
		ret = set_square(d, l);
	snprintf(header, sizeof(header), "%sFREQ", d->words->source);
	if (!ret)
		ret = set_number(l, header, wave->frequency_hz,
				 HIL_DIALECT_HZ_TOLERANCE * wave->frequency_hz,
				 actual_hz);
	if (!ret)
		ret = hil_dialect_tree_set(d, l, "FUNC:SQU:DCYC",
					   100 * wave->duty,
					   HIL_DIALECT_DUTY_TOLERANCE);
	if (!ret)
		ret = set_levels(d, l, wave);
	return ret;
}

static int set(const struct hil_dialect *d, struct hil_scpi_link *l,
	       const struct hil_generator_wave *wave, double *actual_hz)
{
	int ret = hil_dialect_tree_wave(d, l, wave, actual_hz);

	return ret ? ret : hil_dialect_tree_pattern(d, l, wave);
}

int hil_dialect_tree_trigger(const struct hil_dialect *d,
			     struct hil_scpi_link *l)
{
	return hil_scpi_link_command(l, "%s", d->words->trigger);
}

static const struct hil_dialect_words keysight_words = {
	.output = "OUTP1",
	.load = "OUTP1:LOAD",
	.source = "SOUR1:",
	.calm = { "SOUR1:SWE:STAT OFF", "SOUR1:FREQ:MODE CW" },
	.burst_setup = { "SOUR1:BURS:MODE TRIG", "TRIG1:SOUR BUS" },
	.burst_internal = { "SOUR1:BURS:MODE TRIG", "TRIG1:SOUR IMM" },
	.sweep_setup = { "SOUR1:SWE:SPAC LIN", "TRIG1:SOUR IMM" },
	.trigger = "*TRG",
};

static const char *const keysight_makers[] = { "Keysight", "Agilent",
					       "Hewlett-Packard", NULL };

const struct hil_dialect hil_dialect_keysight = {
	.name = "Keysight",
	.makers = keysight_makers,
	.error_queue = true,
	.single_by_trigger = true,
	.patterns =
		HIL_DIALECT_BOX_PATTERNS | HIL_PATTERN_BIT(HIL_PATTERN_STEP),
	.limit = hil_dialect_tree_limit,
	.words = &keysight_words,
	.output = hil_dialect_tree_output,
	.set = set,
	.trigger = hil_dialect_tree_trigger,
};

static const struct hil_dialect_words rigol_words = {
	.output = ":OUTP1",
	.load = ":OUTP1:LOAD",
	.source = ":SOUR1:",
	.calm = { ":SOUR1:SWE:STAT OFF", NULL },
	.burst_setup = { ":SOUR1:BURS:MODE TRIG", ":SOUR1:BURS:TRIG:SOUR MAN" },
	.burst_internal = { ":SOUR1:BURS:MODE TRIG",
			    ":SOUR1:BURS:TRIG:SOUR INT" },
	.sweep_setup = { ":SOUR1:SWE:SPAC LIN", ":SOUR1:SWE:TRIG:SOUR INT" },
	.trigger = ":SOUR1:BURS:TRIG",
};

static const char *const rigol_makers[] = { "Rigol", NULL };

const struct hil_dialect hil_dialect_rigol = {
	.name = "Rigol DG",
	.makers = rigol_makers,
	.error_queue = true,
	.single_by_trigger = true,
	.patterns = HIL_DIALECT_BOX_PATTERNS,
	.words = &rigol_words,
	.output = hil_dialect_tree_output,
	.set = set,
	.trigger = hil_dialect_tree_trigger,
};

/* No numbers: with one channel they may be unknown, with more they mean 1. */
static const struct hil_dialect_words generic_words = {
	.output = "OUTP",
	.load = "OUTP:LOAD",
	.source = "",
	.burst_setup = { "BURS:MODE TRIG", "TRIG:SOUR BUS" },
	.trigger = "*TRG",
};

static const char *const no_makers[] = { NULL };

const struct hil_dialect hil_dialect_generic = {
	.name = "plain SCPI",
	.makers = no_makers,
	.error_queue = true,
	.patterns = HIL_PATTERN_BIT(HIL_PATTERN_STEADY),
	.words = &generic_words,
	.output = hil_dialect_tree_output,
	.set = set,
	.trigger = hil_dialect_tree_trigger,
};
