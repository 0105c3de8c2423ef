/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Siglent's SDG series: no tree of commands but lists of keys and values, and
 * answers in the same form, with units ("C1:BSWV WVTP,SQUARE,FRQ,250HZ,…").
 * A value that it cannot do is ignored or clipped in silence and older ones
 * have no error queue: what counts is what it says afterwards.
 *
 * Bursts and sweeps are in dialect_siglent_pattern.c.
 *
 * Source: Siglent, SDG Series Programming Guide, OUTP and BSWV.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "daemon/base/log.h"
#include "rig/instrument/dialect_siglent.h"

#define VALUE_BYTES 64

/* One value of what a query lists. */
static int ask_field(struct hil_scpi_link *l, const char *query,
		     const char *key, char value[VALUE_BYTES])
{
	char reply[HIL_SCPI_REPLY_BYTES];
	int ret = hil_scpi_link_query(l, query, reply);

	if (ret)
		return ret;
	if (hil_scpi_reply_field(reply, key, value, VALUE_BYTES)) {
		hil_error("cannot use generator %s: its answer to %s has no "
			  "%s: \"%.80s\"",
			  l->device, query, key, reply);
		return -EBADMSG;
	}
	return 0;
}

int hil_siglent_number(struct hil_scpi_link *l, const char *query,
		       const char *key, const char *unit, double *value)
{
	char text[VALUE_BYTES];
	int ret = ask_field(l, query, key, text);

	if (!ret && hil_scpi_reply_quantity(text, unit, value)) {
		hil_error("cannot use generator %s: its answer to %s has "
			  "%s,%s, which is no number",
			  l->device, query, key, text);
		ret = -EBADMSG;
	}
	return ret;
}

int hil_siglent_send(struct hil_scpi_link *l, const char *fmt, ...)
{
	char command[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	return hil_scpi_link_send(l, command);
}

/* A key of the wave, and what the instrument made of it. */
static int set_number(struct hil_scpi_link *l, const char *key,
		      const char *unit, double value, double tolerance)
{
	char what[VALUE_BYTES];
	double actual;
	int ret = hil_siglent_send(l, "C1:BSWV %s,%.9g", key, value);

	if (!ret)
		ret = hil_siglent_number(l, "C1:BSWV?", key, unit, &actual);
	snprintf(what, sizeof(what), "C1:BSWV %s", key);
	return ret ? ret : hil_dialect_check(l, what, value, actual, tolerance);
}

/* A key whose value is a word. */
int hil_siglent_word(struct hil_scpi_link *l, const char *query,
		     const char *key, const char *wanted)
{
	char text[VALUE_BYTES];
	int ret = ask_field(l, query, key, text);

	if (ret || !strcasecmp(text, wanted))
		return ret;
	hil_error("generator %s cannot do %s,%s: %s says %s", l->device, key,
		  wanted, query, text);
	return -ERANGE;
}

static int siglent_output(const struct hil_dialect *d, struct hil_scpi_link *l,
			  bool on)
{
	char reply[HIL_SCPI_REPLY_BYTES], *word, *end;
	bool actual;
	int ret = hil_siglent_send(l, "C1:OUTP %s", on ? "ON" : "OFF");

	(void)d;
	if (!ret)
		ret = hil_scpi_link_query(l, "C1:OUTP?", reply);
	if (ret)
		return ret;
	/* "C1:OUTP OFF,LOAD,HZ,PLRT,NOR", without header after CHDR OFF */
	word = strchr(reply, ' ');
	word = word ? word + 1 : reply;
	end = strchr(word, ',');
	if (end)
		*end = '\0';
	if (hil_scpi_reply_switch(word, &actual)) {
		hil_error("cannot use generator %s: its answer to C1:OUTP? is "
			  "neither on nor off: \"%.80s\"",
			  l->device, reply);
		return -EBADMSG;
	}
	if (actual == on)
		return 0;
	hil_error("generator %s does not turn %s", l->device,
		  on ? "on" : "off");
	return -EIO;
}

static int set_load(struct hil_scpi_link *l, double ohms)
{
	char wanted[VALUE_BYTES] = "HZ"; /* high impedance, not hertz */
	int ret;

	if (isfinite(ohms))
		snprintf(wanted, sizeof(wanted), "%.0f", ohms);
	ret = hil_siglent_send(l, "C1:OUTP LOAD,%s", wanted);
	return ret ? ret : hil_siglent_word(l, "C1:OUTP?", "LOAD", wanted);
}

static int set_level(struct hil_scpi_link *l, const char *key, double volts)
{
	return set_number(l, key, "V", volts,
			  HIL_DIALECT_VOLTS_TOLERANCE + 0.01 * volts);
}

/* One after the other, the high level above the low one at any moment. */
static int set_levels(struct hil_scpi_link *l,
		      const struct hil_generator_wave *wave)
{
	double high = 0;
	int ret = hil_siglent_number(l, "C1:BSWV?", "HLEV", "V", &high);
	bool low_first = wave->low_volts < high;

	if (!ret && low_first)
		ret = set_level(l, "LLEV", wave->low_volts);
	if (!ret)
		ret = set_level(l, "HLEV", wave->high_volts);
	if (!ret && !low_first)
		ret = set_level(l, "LLEV", wave->low_volts);
	return ret;
}

static int siglent_set(const struct hil_dialect *d, struct hil_scpi_link *l,
		       const struct hil_generator_wave *wave, double *actual_hz)
{
	int ret = set_load(l, wave->load_ohms);

	(void)d;
	if (!ret)
		ret = hil_siglent_calm(l);
	if (!ret)
		ret = hil_siglent_send(l, "C1:BSWV WVTP,SQUARE");
	if (!ret)
		ret = hil_siglent_word(l, "C1:BSWV?", "WVTP", "SQUARE");
	if (!ret)
		ret = set_number(l, "FRQ", "HZ", wave->frequency_hz,
				 HIL_DIALECT_HZ_TOLERANCE * wave->frequency_hz);
	if (!ret)
		ret = hil_siglent_number(l, "C1:BSWV?", "FRQ", "HZ", actual_hz);
	if (!ret)
		ret = set_number(l, "DUTY", "%", 100 * wave->duty,
				 HIL_DIALECT_DUTY_TOLERANCE);
	if (!ret)
		ret = set_levels(l, wave);
	return ret ? ret : hil_siglent_pattern(l, wave);
}

static int siglent_trigger(const struct hil_dialect *d, struct hil_scpi_link *l)
{
	int ret = hil_scpi_link_send(l, "C1:BTWV MTRIG");

	(void)d;
	/* the answer comes after the trigger was taken */
	return ret ? ret : hil_siglent_word(l, "C1:BTWV?", "STATE", "ON");
}

static const char *const siglent_makers[] = { "Siglent", "SDG", NULL };

const struct hil_dialect hil_dialect_siglent = {
	.name = "Siglent SDG",
	.makers = siglent_makers,
	.error_queue = false,
	.single_by_trigger = true,
	.patterns = HIL_DIALECT_BOX_PATTERNS,
	.output = siglent_output,
	.set = siglent_set,
	.trigger = siglent_trigger,
};
