/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keysight, Rigol and plain SCPI. The source has 50 ohm, so that a level shown
 * for a load of 50 ohm is half of what a pin gets.
 */
#include "tests/unit/fake_generator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE_OHMS 50
#define MAX_HZ      25e6

static const char *const identities[FAKE_MAKERS] = {
	"Maker,Model,Serial,1.0",
	"Agilent Technologies,33522B,MY57800256,5.00-1.19-2.00-58-00",
	"Rigol Technologies,DG1022Z,DG1ZA000000001,03.01.12",
	"Siglent Technologies,SDG1032X,SDG1XCAX000001,1.01.01.33R1B10",
};

void fake_generator_init(struct fake_generator *f, enum fake_maker maker)
{
	*f = (struct fake_generator){ .maker = maker,
				      .hz = 1000,
				      .duty_percent = 50,
				      .cycles = 1,
				      .high_volts = 5,
				      .low_volts = -5,
				      .load_ohms = 50,
				      .every_s = 0.01,
				      .start_hz = 100,
				      .stop_hz = 1000,
				      .sweep_s = 1,
				      .dwell_s = 1,
				      .limit_high_volts = 10,
				      .limit_low_volts = -10 };
}

void fake_generator_push(struct fake_generator *f, int error)
{
	if (f->errors < FAKE_ERRORS)
		f->error[f->errors++] = error;
}

double fake_generator_shown(const struct fake_generator *f, double volts)
{
	if (isinf(f->load_ohms))
		return volts;
	return volts * f->load_ohms / (f->load_ohms + SOURCE_OHMS);
}

double fake_generator_at_pin(const struct fake_generator *f, double shown)
{
	if (isinf(f->load_ohms))
		return shown;
	return shown * (f->load_ohms + SOURCE_OHMS) / f->load_ohms;
}

static void put_number(const struct fake_generator *f, double value,
		       char *reply, size_t size)
{
	static const char *const infinities[] = { "9.9E+37",
						  "+9.900000000000000E+37",
						  "INFINITY" };

	if (isinf(value))
		snprintf(reply, size, "%s", infinities[f->maker]);
	else if (f->maker == FAKE_KEYSIGHT)
		snprintf(reply, size, "%+.15E", value);
	else
		snprintf(reply, size, f->maker == FAKE_RIGOL ? "%.6E" : "%g",
			 value);
}

static void put_switch(const struct fake_generator *f, bool on, char *reply,
		       size_t size)
{
	if (f->maker == FAKE_RIGOL)
		snprintf(reply, size, on ? "ON" : "OFF");
	else
		snprintf(reply, size, on ? "1" : "0");
}

static void put_error(struct fake_generator *f, char *reply, size_t size)
{
	const char *plus = f->maker == FAKE_KEYSIGHT ? "+" : "";

	if (!f->errors) {
		snprintf(reply, size, "%s0,\"No error\"", plus);
		return;
	}
	snprintf(reply, size, "%d,\"%s\"", f->error[0],
		 f->error[0] == -113 ? "Undefined header"
				     : "Data out of range");
	memmove(f->error, f->error + 1, sizeof(f->error) - sizeof(int));
	f->errors--;
}

/* Channel 1, with or without saying so; NULL: a header of another maker. */
static const char *strip(const struct fake_generator *f, const char *header,
			 char stripped[64])
{
	bool number = f->maker != FAKE_PLAIN;

	header += f->maker == FAKE_RIGOL && *header == ':';
	if (number && !strncmp(header, "SOUR1:", 6))
		header += 6;
	if (number && !strncmp(header, "OUTP1", 5))
		snprintf(stripped, 64, "OUTP%s", header + 5);
	else if (number && !strncmp(header, "TRIG1", 5))
		snprintf(stripped, 64, "TRIG%s", header + 5);
	else
		snprintf(stripped, 64, "%s", header);
	return strchr(stripped, '1') || *stripped == ':' ? NULL : stripped;
}

static double *find_number(struct fake_generator *f, const char *header,
			   double *max)
{
	*max = INFINITY;
	if (!strcmp(header, "FREQ")) {
		*max = MAX_HZ;
		return &f->hz;
	}
	if (!strcmp(header, "FUNC:SQU:DCYC")) {
		*max = 99.99;
		return &f->duty_percent;
	}
	if (!strcmp(header, "BURS:NCYC"))
		return &f->cycles;
	if (f->maker != FAKE_PLAIN && !strcmp(header, "BURS:INT:PER"))
		return &f->every_s;
	if (f->maker != FAKE_PLAIN && !strncmp(header, "FREQ:ST", 7))
		return strcmp(header, "FREQ:STAR") ? &f->stop_hz : &f->start_hz;
	if (f->maker != FAKE_PLAIN && !strcmp(header, "SWE:TIME"))
		return &f->sweep_s;
	if (f->maker == FAKE_KEYSIGHT && !strcmp(header, "LIST:DWEL"))
		return &f->dwell_s;
	if (!strcmp(header, "OUTP:LOAD"))
		return &f->load_ohms;
	return NULL;
}

static bool *find_switch(struct fake_generator *f, const char *header)
{
	if (f->maker != FAKE_PLAIN && !strcmp(header, "SWE:STAT"))
		return &f->sweep;
	if (f->maker == FAKE_KEYSIGHT && !strcmp(header, "VOLT:LIM:STAT"))
		return &f->limited;
	if (!strcmp(header, "OUTP"))
		return &f->on;
	return strcmp(header, "BURS:STAT") ? NULL : &f->burst;
}

static double *find_level(struct fake_generator *f, const char *header)
{
	if (f->maker == FAKE_KEYSIGHT && !strcmp(header, "VOLT:LIM:HIGH"))
		return &f->limit_high_volts;
	if (f->maker == FAKE_KEYSIGHT && !strcmp(header, "VOLT:LIM:LOW"))
		return &f->limit_low_volts;
	if (!strcmp(header, "VOLT:HIGH"))
		return &f->high_volts;
	return strcmp(header, "VOLT:LOW") ? NULL : &f->low_volts;
}

static void query(struct fake_generator *f, const char *header, char *reply,
		  size_t size)
{
	double max, *number = find_number(f, header, &max);
	double *level = find_level(f, header);
	bool *on = find_switch(f, header);

	if (!strcmp(header, "SYST:ERR"))
		put_error(f, reply, size);
	else if (!strcmp(header, "FUNC"))
		snprintf(reply, size, f->square ? "SQU" : "SIN");
	else if (f->maker == FAKE_KEYSIGHT && !strcmp(header, "LIST:FREQ:POIN"))
		put_number(f, f->points, reply, size);
	else if (number)
		put_number(f, *number, reply, size);
	else if (level)
		put_number(f, fake_generator_shown(f, *level), reply, size);
	else if (on)
		put_switch(f, *on, reply, size);
	else
		fake_generator_push(f, -113);
}

static void set_number(struct fake_generator *f, double *number, double max,
		       const char *text)
{
	double value = strcmp(text, "INF") ? strtod(text, NULL) : HUGE_VAL;

	if (number == &f->load_ohms && f->load_is_stuck)
		return;
	if (value > 0 && value <= max)
		*number = value;
	else
		fake_generator_push(f, -222);
}

static void set_level(struct fake_generator *f, double *level, const char *text)
{
	double value = fake_generator_at_pin(f, strtod(text, NULL));
	double high = level == &f->high_volts ? value : f->high_volts;
	double low = level == &f->low_volts ? value : f->low_volts;

	if (f->limited &&
	    (high > f->limit_high_volts || low < f->limit_low_volts))
		fake_generator_push(f, -222);
	else if (high > low && high <= 10 && low >= -10)
		*level = value;
	else
		fake_generator_push(f, -222);
}

/* Return: 1 by trigger, 0 by its own clock, -1 not such a command. */
static int trigger_source(const struct fake_generator *f, const char *header,
			  const char *text)
{
	bool rigol = f->maker == FAKE_RIGOL;

	if (strcmp(header, rigol ? "BURS:TRIG:SOUR" : "TRIG:SOUR") &&
	    (!rigol || strcmp(header, "SWE:TRIG:SOUR")))
		return -1;
	if (!strcmp(text, rigol ? "MAN" : "BUS"))
		return 1;
	return strcmp(text, rigol ? "INT" : "IMM") ? -1 : 0;
}

/* Modes and lists of the 33500. */
static bool set_mode(struct fake_generator *f, const char *header,
		     const char *text)
{
	if (f->maker == FAKE_PLAIN)
		return false;
	if (!strcmp(header, "SWE:SPAC") && !strcmp(text, "LIN"))
		return true;
	if (f->maker != FAKE_KEYSIGHT)
		return false;
	if (!strcmp(header, "FREQ:MODE")) {
		f->list = !strcmp(text, "LIST");
		return true;
	}
	if (strcmp(header, "LIST:FREQ"))
		return false;
	f->points = 1;
	for (; *text; text++)
		f->points += *text == ',';
	return true;
}

static void command(struct fake_generator *f, const char *header,
		    const char *text)
{
	const char *trigger = f->maker == FAKE_RIGOL ? "BURS:TRIG" : "*TRG";
	double max, *number = find_number(f, header, &max);
	double *level = find_level(f, header);
	bool *on = find_switch(f, header);

	if (number)
		set_number(f, number, max, text);
	else if (level)
		set_level(f, level, text);
	else if (on)
		*on = !strcmp(text, "ON");
	else if (!strcmp(header, "FUNC"))
		f->square = !strcmp(text, "SQU");
	else if (trigger_source(f, header, text) >= 0)
		f->by_trigger = trigger_source(f, header, text);
	else if (set_mode(f, header, text))
		return;
	else if (!strcmp(header, trigger))
		f->triggers++;
	else if (strcmp(header, "BURS:MODE"))
		fake_generator_push(f, -113);
}

void fake_generator_do(struct fake_generator *f, const char *line, char *reply,
		       size_t size)
{
	char header[64], stripped[64];
	size_t len = strcspn(line, " ?");
	const char *known;

	reply[0] = '\0';
	if (!strcmp(line, "*IDN?")) {
		snprintf(reply, size, "%s", identities[f->maker]);
		return;
	}
	if (f->maker == FAKE_SIGLENT) {
		fake_siglent_do(f, line, reply, size);
		return;
	}
	snprintf(header, sizeof(header), "%.*s", (int)len, line);
	known = strip(f, header, stripped);
	if (!known)
		fake_generator_push(f, -113);
	else if (line[len] == '?')
		query(f, known, reply, size);
	else
		command(f, known, line[len] ? line + len + 1 : "");
}
