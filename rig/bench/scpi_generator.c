/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands of a square wave generator: the table, the common commands and
 * what all commands share. Each change goes to the thread as a whole.
 */
#include "rig/bench/scpi_generator.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "rig/bench/scpi_generator_private.h"

void hil_scpi_generator_apply(struct hil_scpi_generator *s)
{
	if (s->generator)
		hil_generator_set(s->generator, &s->settings);
}

int hil_scpi_generator_take(char **arguments, const char *unit, double min,
			    double max, double *value)
{
	const char *word = hil_scpi_word(arguments);
	int ret;

	if (!word)
		return HIL_SCPI_MISSING_PARAMETER;
	if (strncasecmp(word, "MIN", 3) == 0)
		*value = min;
	else if (strncasecmp(word, "MAX", 3) == 0)
		*value = max;
	else if ((ret = hil_scpi_number(word, unit, value)) != 0)
		return ret;
	return *value >= min && *value <= max ? HIL_SCPI_OK
					      : HIL_SCPI_OUT_OF_RANGE;
}

int hil_scpi_generator_number(struct hil_scpi_generator *s, char *arguments,
			      const char *unit, const double range[2],
			      double *value)
{
	double number;
	int ret = hil_scpi_generator_take(&arguments, unit, range[0], range[1],
					  &number);

	if (!ret && arguments)
		ret = HIL_SCPI_PARAMETER_NOT_ALLOWED;
	if (ret)
		return ret;
	*value = number;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

int hil_scpi_generator_put(double value, char *reply, size_t size)
{
	snprintf(reply, size, "%.9E", value);
	return HIL_SCPI_OK;
}

int hil_scpi_generator_switch(struct hil_scpi_generator *s, char *arguments,
			      bool *value)
{
	bool on;
	int ret = arguments ? hil_scpi_bool(arguments, &on)
			    : HIL_SCPI_MISSING_PARAMETER;

	if (ret)
		return ret;
	*value = on;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

static int get_identity(void *context, char *reply, size_t size)
{
	(void)context;
	snprintf(reply, size, "hilrig,virtual bench generator,0," HIL_VERSION);
	return HIL_SCPI_OK;
}

static int get_one(void *context, char *reply, size_t size)
{
	(void)context;
	snprintf(reply, size, "1");
	return HIL_SCPI_OK;
}

static int do_nothing(void *context, char *arguments)
{
	(void)context;
	return arguments ? HIL_SCPI_PARAMETER_NOT_ALLOWED : HIL_SCPI_OK;
}

static void reset(struct hil_scpi_generator *s)
{
	s->settings = (struct hil_generator_settings){ .frequency_hz = 1000,
						       .high_volts = 0.05,
						       .low_volts = -0.05,
						       .limit_high_volts = 10,
						       .limit_low_volts = -10,
						       .load_ohms = 50,
						       .duty_percent = 50,
						       .cycles = 1 };
	s->phase_degrees = 0;
	hil_scpi_generator_apply(s);
}

static int set_reset(void *context, char *arguments)
{
	if (arguments)
		return HIL_SCPI_PARAMETER_NOT_ALLOWED;
	reset(context);
	return HIL_SCPI_OK;
}

static int set_clear(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	s->scpi.error_count = 0;
	return do_nothing(context, arguments);
}

static int get_error(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	hil_scpi_pop(&s->scpi, reply, size);
	return HIL_SCPI_OK;
}

static int set_trigger(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	if (arguments)
		return HIL_SCPI_PARAMETER_NOT_ALLOWED;
	if (!s->settings.burst || !s->settings.on)
		return HIL_SCPI_SETTINGS_CONFLICT;
	if (s->generator)
		hil_generator_trigger(s->generator);
	return HIL_SCPI_OK;
}

/* Bursts wait for *TRG, whatever a generator calls that. */
static int set_trigger_source(void *context, char *arguments)
{
	(void)context;
	if (!arguments)
		return HIL_SCPI_MISSING_PARAMETER;
	return strcasecmp(arguments, "BUS") == 0 ? HIL_SCPI_OK
						 : HIL_SCPI_ILLEGAL_PARAMETER;
}

static int get_trigger_source(void *context, char *reply, size_t size)
{
	(void)context;
	snprintf(reply, size, "BUS");
	return HIL_SCPI_OK;
}

static int set_output(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_switch(s, arguments, &s->settings.on);
}

static int get_output(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	snprintf(reply, size, "%d", s->settings.on);
	return HIL_SCPI_OK;
}

static void read_counters(struct hil_scpi_generator *s,
			  struct hil_generator_counters *counters)
{
	*counters = (struct hil_generator_counters){ 0 };
	if (s->generator)
		hil_generator_counters(s->generator, counters);
}

static int get_skipped(void *context, char *reply, size_t size)
{
	struct hil_generator_counters c;

	read_counters(context, &c);
	snprintf(reply, size, "%" PRIu64, c.skipped);
	return HIL_SCPI_OK;
}

/* skipped periods, late edges, stalls of the host */
static int get_status(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;
	struct hil_generator_counters c;

	read_counters(context, &c);
	snprintf(reply, size, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, c.skipped,
		 c.late, s->stalls);
	return HIL_SCPI_OK;
}

static const struct hil_scpi_command commands[] = {
	{ "*IDN", NULL, get_identity },
	{ "*RST", set_reset, NULL },
	{ "*CLS", set_clear, NULL },
	{ "*OPC", do_nothing, get_one },
	{ "*WAI", do_nothing, NULL },
	{ "*TRG", set_trigger, NULL },
	{ "TRIGger1[:SEQuence]:SOURce", set_trigger_source,
	  get_trigger_source },
	{ "SYSTem:ERRor[:NEXT]", NULL, get_error },
	{ "SYSTem:HIL:STATus", NULL, get_status },
	{ "[SOURce1:]FREQuency[:CW]", hil_scpi_set_frequency,
	  hil_scpi_get_frequency },
	{ "[SOURce1:]VOLTage[:LEVel][:IMMediate][:AMPLitude]",
	  hil_scpi_set_amplitude, hil_scpi_get_amplitude },
	{ "[SOURce1:]VOLTage[:LEVel][:IMMediate]:OFFSet", hil_scpi_set_offset,
	  hil_scpi_get_offset },
	{ "[SOURce1:]VOLTage[:LEVel][:IMMediate]:HIGH", hil_scpi_set_high,
	  hil_scpi_get_high },
	{ "[SOURce1:]VOLTage[:LEVel][:IMMediate]:LOW", hil_scpi_set_low,
	  hil_scpi_get_low },
	{ "[SOURce1:]VOLTage:LIMit:HIGH", hil_scpi_set_limit_high,
	  hil_scpi_get_limit_high },
	{ "[SOURce1:]VOLTage:LIMit:LOW", hil_scpi_set_limit_low,
	  hil_scpi_get_limit_low },
	{ "[SOURce1:]VOLTage:LIMit:STATe", hil_scpi_set_limited,
	  hil_scpi_get_limited },
	{ "[SOURce1:]APPLy:SQUare", hil_scpi_set_apply, NULL },
	{ "[SOURce1:]APPLy", NULL, hil_scpi_get_apply },
	{ "[SOURce1:]FUNCtion[:SHAPe]", hil_scpi_set_function,
	  hil_scpi_get_function },
	{ "[SOURce1:]FUNCtion:SQUare:DCYCle", hil_scpi_set_duty,
	  hil_scpi_get_duty },
	{ "[SOURce1:]BURSt[:STATe]", hil_scpi_set_burst, hil_scpi_get_burst },
	{ "[SOURce1:]BURSt:NCYCles", hil_scpi_set_cycles, hil_scpi_get_cycles },
	{ "[SOURce1:]HIL:PATTern", hil_scpi_set_pattern, hil_scpi_get_pattern },
	{ "[SOURce1:]HIL:SKIPped", NULL, get_skipped },
	{ "OUTPut1[:STATe]", set_output, get_output },
	{ "OUTPut1:LOAD", hil_scpi_set_load, hil_scpi_get_load },
	{ NULL, NULL, NULL },
};

void hil_scpi_generator_init(struct hil_scpi_generator *s,
			     struct hil_generator *generator)
{
	*s = (struct hil_scpi_generator){ .generator = generator };
	s->scpi.commands = commands;
	s->scpi.context = s;
	reset(s);
}
