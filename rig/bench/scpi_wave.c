/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frequency, duty cycle, bursts and patterns of the generator. */
#include "rig/bench/scpi_generator_private.h"

#include <math.h>
#include <stdio.h>
#include <strings.h>

#define CYCLES_MAX 1000000000.0

/* Can the generator make it? Return: 0; the error for the queue */
static int check_pattern(const struct hil_pattern *p, double frequency_hz)
{
	int64_t period_ns = llround(1e9 / frequency_hz);
	char problem[HIL_PATTERN_TEXT];

	if (p->kind == HIL_PATTERN_STEADY)
		return HIL_SCPI_OK;
	if (hil_pattern_check(p, period_ns, problem))
		return HIL_SCPI_SETTINGS_CONFLICT;
	return (double)hil_pattern_bounds(p, period_ns).min_ns <
			       1e9 / HIL_SCPI_HZ_MAX
		       ? HIL_SCPI_OUT_OF_RANGE
		       : HIL_SCPI_OK;
}

int hil_scpi_set_frequency(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	double hz = s->settings.frequency_hz;
	int ret = hil_scpi_generator_take(&arguments, "HZ", HIL_SCPI_HZ_MIN,
					  HIL_SCPI_HZ_MAX, &hz);

	if (!ret && arguments)
		ret = HIL_SCPI_PARAMETER_NOT_ALLOWED;
	if (!ret)
		ret = check_pattern(&s->settings.pattern, hz);
	if (ret)
		return ret;
	s->settings.frequency_hz = hz;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

int hil_scpi_get_frequency(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(s->settings.frequency_hz, reply, size);
}

int hil_scpi_set_function(void *context, char *arguments)
{
	(void)context;
	if (!arguments)
		return HIL_SCPI_MISSING_PARAMETER;
	return strcasecmp(arguments, "SQU") == 0 ||
			       strcasecmp(arguments, "SQUARE") == 0
		       ? HIL_SCPI_OK
		       : HIL_SCPI_ILLEGAL_PARAMETER;
}

int hil_scpi_get_function(void *context, char *reply, size_t size)
{
	(void)context;
	snprintf(reply, size, "SQU");
	return HIL_SCPI_OK;
}

int hil_scpi_set_duty(void *context, char *arguments)
{
	static const double range[] = { 1, 99 };
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_number(s, arguments, "", range,
					 &s->settings.duty_percent);
}

int hil_scpi_get_duty(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put(s->settings.duty_percent, reply, size);
}

int hil_scpi_set_burst(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_switch(s, arguments, &s->settings.burst);
}

int hil_scpi_get_burst(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	snprintf(reply, size, "%d", s->settings.burst);
	return HIL_SCPI_OK;
}

int hil_scpi_set_cycles(void *context, char *arguments)
{
	static const double range[] = { 1, CYCLES_MAX };
	struct hil_scpi_generator *s = context;
	double cycles = (double)s->settings.cycles;
	int ret = hil_scpi_generator_number(s, arguments, "", range, &cycles);

	if (ret)
		return ret;
	s->settings.cycles = (uint64_t)cycles;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

int hil_scpi_get_cycles(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_put((double)s->settings.cycles, reply, size);
}

/* HIL:PATTern "jitter:percent=10": the words of `hilrig run --pattern` */
int hil_scpi_set_pattern(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	char text[HIL_PATTERN_TEXT], problem[HIL_PATTERN_TEXT];
	struct hil_pattern pattern;
	int ret;

	if (!arguments)
		return HIL_SCPI_MISSING_PARAMETER;
	ret = hil_scpi_string(arguments, text, sizeof(text));
	if (ret)
		return ret;
	if (hil_pattern_parse(text, &pattern, problem))
		return HIL_SCPI_ILLEGAL_PARAMETER;
	ret = check_pattern(&pattern, s->settings.frequency_hz);
	if (ret)
		return ret;
	s->settings.pattern = pattern;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

int hil_scpi_get_pattern(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;
	char text[HIL_PATTERN_TEXT];

	snprintf(reply, size, "\"%s\"",
		 hil_pattern_format(&s->settings.pattern, text));
	return HIL_SCPI_OK;
}
