/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Levels and load of the generator. A change that would leave the range
 * changes nothing.
 */
#include "rig/bench/scpi_generator_private.h"

#include <math.h>
#include <stdio.h>
#include <strings.h>

#define VOLTS_MAX   10.0
#define SOURCE_OHMS 50.0
#define OHMS_MIN    1.0
#define OHMS_MAX    10000.0

/* Levels are changed together, so none of the steps between is put out. */
static int set_levels(struct hil_scpi_generator *s, double high, double low)
{
	if (fabs(high) > VOLTS_MAX || fabs(low) > VOLTS_MAX)
		return HIL_SCPI_OUT_OF_RANGE;
	if (high < low)
		return HIL_SCPI_SETTINGS_CONFLICT;
	if (s->settings.limited && (high > s->settings.limit_high_volts ||
				    low < s->settings.limit_low_volts))
		return HIL_SCPI_OUT_OF_RANGE;
	s->settings.high_volts = high;
	s->settings.low_volts = low;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

static int one_voltage(char *arguments, double *volts)
{
	int ret = hil_scpi_generator_take(&arguments, "V", -2 * VOLTS_MAX,
					  2 * VOLTS_MAX, volts);

	return ret ? ret : arguments ? HIL_SCPI_PARAMETER_NOT_ALLOWED : 0;
}

int hil_scpi_set_amplitude(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	double middle = (s->settings.high_volts + s->settings.low_volts) / 2;
	double volts;
	int ret = one_voltage(arguments, &volts);

	if (!ret && volts < 0)
		ret = HIL_SCPI_OUT_OF_RANGE;
	return ret ? ret
		   : set_levels(s, middle + volts / 2, middle - volts / 2);
}

int hil_scpi_get_amplitude(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(
		s->settings.high_volts - s->settings.low_volts, reply, size);
}

int hil_scpi_set_offset(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	double half = (s->settings.high_volts - s->settings.low_volts) / 2;
	double volts;
	int ret = one_voltage(arguments, &volts);

	return ret ? ret : set_levels(s, volts + half, volts - half);
}

int hil_scpi_get_offset(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(
		(s->settings.high_volts + s->settings.low_volts) / 2, reply,
		size);
}

int hil_scpi_set_high(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	double volts;
	int ret = one_voltage(arguments, &volts);

	return ret ? ret : set_levels(s, volts, s->settings.low_volts);
}

int hil_scpi_get_high(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(s->settings.high_volts, reply, size);
}

int hil_scpi_set_low(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	double volts;
	int ret = one_voltage(arguments, &volts);

	return ret ? ret : set_levels(s, s->settings.high_volts, volts);
}

int hil_scpi_get_low(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(s->settings.low_volts, reply, size);
}

static int set_limit(char *arguments, double *limit)
{
	double volts;
	int ret = one_voltage(arguments, &volts);

	if (!ret)
		*limit = volts;
	return ret;
}

int hil_scpi_set_limit_high(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	return set_limit(arguments, &s->settings.limit_high_volts);
}

int hil_scpi_get_limit_high(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(s->settings.limit_high_volts, reply,
				      size);
}

int hil_scpi_set_limit_low(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	return set_limit(arguments, &s->settings.limit_low_volts);
}

int hil_scpi_get_limit_low(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(s->settings.limit_low_volts, reply, size);
}

/* Limits that the levels already break are moved to the levels. */
int hil_scpi_set_limited(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	struct hil_generator_settings *g = &s->settings;
	int ret = hil_scpi_generator_switch(s, arguments, &g->limited);

	g->limit_high_volts = fmax(g->limit_high_volts, g->high_volts);
	g->limit_low_volts = fmin(g->limit_low_volts, g->low_volts);
	return ret;
}

int hil_scpi_get_limited(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	snprintf(reply, size, "%d", s->settings.limited);
	return HIL_SCPI_OK;
}

int hil_scpi_set_load(void *context, char *arguments)
{
	static const double range[] = { OHMS_MIN, OHMS_MAX };
	struct hil_scpi_generator *s = context;

	if (arguments && (strcasecmp(arguments, "INF") == 0 ||
			  strcasecmp(arguments, "INFINITY") == 0)) {
		s->settings.load_ohms = (double)INFINITY;
		hil_scpi_generator_apply(s);
		return HIL_SCPI_OK;
	}
	return hil_scpi_generator_number(s, arguments, "OHM", range,
					 &s->settings.load_ohms);
}

/* High impedance reads 9.9E+37, as SCPI writes infinity. */
int hil_scpi_get_load(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(
		isinf(s->settings.load_ohms) ? 9.9e37 : s->settings.load_ohms,
		reply, size);
}

/* APPLy:SQUare frequency[,amplitude[,offset[,phase]]] */
int hil_scpi_set_apply(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	struct hil_generator_settings old = s->settings;
	double hz = old.frequency_hz, volts = old.high_volts - old.low_volts;
	double offset = (old.high_volts + old.low_volts) / 2;
	double phase = 0;
	int ret;

	ret = hil_scpi_generator_take(&arguments, "HZ", HIL_SCPI_HZ_MIN,
				      HIL_SCPI_HZ_MAX, &hz);
	if (!ret && arguments)
		ret = hil_scpi_generator_take(&arguments, "V", 0, 2 * VOLTS_MAX,
					      &volts);
	if (!ret && arguments)
		ret = hil_scpi_generator_take(&arguments, "V", -VOLTS_MAX,
					      VOLTS_MAX, &offset);
	if (!ret && arguments)
		ret = hil_scpi_generator_take(&arguments, "DEG", -360, 360,
					      &phase);
	if (!ret && arguments)
		ret = HIL_SCPI_PARAMETER_NOT_ALLOWED;
	if (ret)
		return ret;
	s->settings.frequency_hz = hz;
	ret = set_levels(s, offset + volts / 2, offset - volts / 2);
	if (ret)
		s->settings = old;
	else
		s->phase_degrees = phase;
	return ret;
}

int hil_scpi_get_apply(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;
	const struct hil_generator_settings *g = &s->settings;

	snprintf(reply, size, "\"SQU,%.9E,%.9E,%.9E,%.9E\"", g->frequency_hz,
		 g->high_volts - g->low_volts,
		 (g->high_volts + g->low_volts) / 2, s->phase_degrees);
	return HIL_SCPI_OK;
}

double hil_scpi_generator_pin_volts(const struct hil_generator_settings *g)
{
	if (isinf(g->load_ohms))
		return g->high_volts;
	return g->high_volts * (g->load_ohms + SOURCE_OHMS) / g->load_ohms;
}
