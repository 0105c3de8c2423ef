/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Siglent's SDG: what it cannot do it clips or ignores, what it does not know
 * it ignores, and it never says so.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fake_generator.h"

#define MAX_HZ 25e6

static void put_output(const struct fake_generator *f, char *reply, size_t size)
{
	char load[32] = "HZ";

	if (!isinf(f->load_ohms))
		snprintf(load, sizeof(load), "%g", f->load_ohms);
	snprintf(reply, size, "C1:OUTP %s,LOAD,%s,PLRT,NOR",
		 f->on ? "ON" : "OFF", load);
}

static void put_wave(const struct fake_generator *f, char *reply, size_t size)
{
	double high = fake_generator_shown(f, f->high_volts);
	double low = fake_generator_shown(f, f->low_volts);

	snprintf(reply, size,
		 "C1:BSWV WVTP,%s,FRQ,%.9gHZ,PERI,%.9gS,AMP,%gV,OFST,%gV,"
		 "HLEV,%gV,LLEV,%gV,PHSE,0,DUTY,%g",
		 f->square ? "SQUARE" : "SINE", f->hz, 1 / f->hz, high - low,
		 (high + low) / 2, high, low, f->duty_percent);
}

static void put_burst(const struct fake_generator *f, char *reply, size_t size)
{
	if (f->burst)
		snprintf(
			reply, size,
			"C1:BTWV STATE,ON,PRD,%.9gS,STPS,0,TRSR,%s,TRMD,OFF,"
			"TIME,%g,DLAY,6.8e-07S,GATE_NCYC,NCYC,CARR,WVTP,SQUARE",
			f->every_s, f->by_trigger ? "MAN" : "INT", f->cycles);
	else
		snprintf(reply, size, "C1:BTWV STATE,OFF");
}

static void put_sweep(const struct fake_generator *f, char *reply, size_t size)
{
	if (f->sweep)
		snprintf(reply, size,
			 "C1:SWWV STATE,ON,TIME,%.9gS,STOP,%.9gHZ,START,%.9gHZ,"
			 "TRSR,INT,TRMD,OFF,SWMD,LINE,DIR,%s,CARR,WVTP,SQUARE",
			 f->sweep_s, f->stop_hz, f->start_hz,
			 f->sweep_down ? "DOWN" : "UP");
	else
		snprintf(reply, size, "C1:SWWV STATE,OFF");
}

/* A first frequency above the second one it does not take. */
static void set_sweep(struct fake_generator *f, const char *key,
		      const char *value)
{
	double number = strtod(value, NULL);

	if (!strcmp(key, "STATE"))
		f->sweep = !strcmp(value, "ON");
	else if (!f->sweep)
		return;
	else if (!strcmp(key, "TIME"))
		f->sweep_s = number;
	else if (!strcmp(key, "DIR"))
		f->sweep_down = !strcmp(value, "DOWN");
	else if (!strcmp(key, "START") && number < f->stop_hz)
		f->start_hz = number;
	else if (!strcmp(key, "STOP") && number > f->start_hz)
		f->stop_hz = number;
}

static void set_wave(struct fake_generator *f, const char *key,
		     const char *value)
{
	double number = strtod(value, NULL);
	double pin = fake_generator_at_pin(f, number);

	if (!strcmp(key, "WVTP"))
		f->square = !strcmp(value, "SQUARE");
	else if (!strcmp(key, "FRQ"))
		f->hz = fmin(number, MAX_HZ);
	else if (!strcmp(key, "DUTY"))
		f->duty_percent = fmin(number, 99);
	else if (!strcmp(key, "HLEV") && pin > f->low_volts)
		f->high_volts = fmin(pin, 10);
	else if (!strcmp(key, "LLEV") && pin < f->high_volts)
		f->low_volts = fmax(pin, -10);
}

static void set_burst(struct fake_generator *f, const char *key,
		      const char *value)
{
	if (!strcmp(key, "STATE"))
		f->burst = !strcmp(value, "ON");
	else if (!strcmp(key, "MTRIG"))
		f->triggers++;
	else if (!f->burst)
		return;
	else if (!strcmp(key, "TRSR"))
		f->by_trigger = !strcmp(value, "MAN");
	else if (!strcmp(key, "TIME"))
		f->cycles = strtod(value, NULL);
	else if (!strcmp(key, "PRD"))
		f->every_s = strtod(value, NULL);
}

static void set_output(struct fake_generator *f, const char *key,
		       const char *value)
{
	if (!strcmp(key, "LOAD") && !f->load_is_stuck)
		f->load_ohms =
			strcmp(value, "HZ") ? strtod(value, NULL) : HUGE_VAL;
	else if (!strcmp(key, "ON") || !strcmp(key, "OFF"))
		f->on = key[1] == 'N';
}

void fake_siglent_do(struct fake_generator *f, const char *line, char *reply,
		     size_t size)
{
	char fields[128], *rest = fields, *header, *key;

	snprintf(fields, sizeof(fields), "%s", line);
	header = strsep(&rest, " ");
	if (!strcmp(header, "C1:OUTP?"))
		put_output(f, reply, size);
	else if (!strcmp(header, "C1:BSWV?"))
		put_wave(f, reply, size);
	else if (!strcmp(header, "C1:BTWV?"))
		put_burst(f, reply, size);
	else if (!strcmp(header, "C1:SWWV?"))
		put_sweep(f, reply, size);
	while (rest && *rest) {
		const char *value;

		key = strsep(&rest, ",");
		value = rest ? strsep(&rest, ",") : "";
		if (!strcmp(header, "C1:OUTP"))
			set_output(f, key, value);
		else if (!strcmp(header, "C1:BSWV"))
			set_wave(f, key, value);
		else if (!strcmp(header, "C1:BTWV"))
			set_burst(f, key, value);
		else if (!strcmp(header, "C1:SWWV"))
			set_sweep(f, key, value);
	}
}
