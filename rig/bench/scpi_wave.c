/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frequency, duty cycle, bursts and patterns of the generator. */
#include "rig/bench/scpi_generator_private.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CYCLES_MAX  1000000000.0
#define DWELL_MIN_S 0.001
#define DWELL_MAX_S 86400.0

static const double frequency_range[] = { HIL_SCPI_HZ_MIN, HIL_SCPI_HZ_MAX };

int hil_scpi_set_frequency(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;

	return hil_scpi_generator_number(s, arguments, "HZ", frequency_range,
					 &s->settings.frequency_hz);
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

static int take_jitter(char **arguments, struct hil_wave_pattern *p)
{
	p->kind = HIL_WAVE_JITTER;
	return hil_scpi_generator_take(arguments, "", 0, 50,
				       &p->jitter_percent);
}

/* "f1,f2,…,dwell": the last number is the time, the others frequencies. */
static int take_steps(char **arguments, struct hil_wave_pattern *p)
{
	int ret = HIL_SCPI_OK;

	p->kind = HIL_WAVE_STEP;
	while (!ret && *arguments && strchr(*arguments, ',')) {
		if (p->steps == HIL_WAVE_STEPS)
			return HIL_SCPI_PARAMETER_NOT_ALLOWED;
		ret = hil_scpi_generator_take(arguments, "HZ", HIL_SCPI_HZ_MIN,
					      HIL_SCPI_HZ_MAX,
					      &p->step_hz[p->steps++]);
	}
	if (!ret && p->steps == 0)
		ret = HIL_SCPI_MISSING_PARAMETER;
	if (!ret)
		ret = hil_scpi_generator_take(arguments, "S", DWELL_MIN_S,
					      DWELL_MAX_S, &p->dwell_s);
	return ret;
}

/* HIL:PATTern STEADY | JITTER,percent | STEP,f1,f2…,dwell */
int hil_scpi_set_pattern(void *context, char *arguments)
{
	struct hil_scpi_generator *s = context;
	struct hil_wave_pattern pattern = { 0 };
	const char *word = hil_scpi_word(&arguments);
	int ret = HIL_SCPI_OK;

	if (!word)
		return HIL_SCPI_MISSING_PARAMETER;
	if (strcasecmp(word, "JITTER") == 0)
		ret = take_jitter(&arguments, &pattern);
	else if (strcasecmp(word, "STEP") == 0)
		ret = take_steps(&arguments, &pattern);
	else if (strcasecmp(word, "STEADY") != 0)
		ret = HIL_SCPI_ILLEGAL_PARAMETER;
	if (!ret && arguments)
		ret = HIL_SCPI_PARAMETER_NOT_ALLOWED;
	if (ret)
		return ret;
	s->settings.pattern = pattern;
	hil_scpi_generator_apply(s);
	return HIL_SCPI_OK;
}

int hil_scpi_get_pattern(void *context, char *reply, size_t size)
{
	struct hil_scpi_generator *s = context;
	const struct hil_wave_pattern *p = &s->settings.pattern;
	int used;

	if (p->kind == HIL_WAVE_STEADY) {
		snprintf(reply, size, "STEADY");
	} else if (p->kind == HIL_WAVE_JITTER) {
		snprintf(reply, size, "JITTER,%.9E", p->jitter_percent);
	} else {
		used = snprintf(reply, size, "STEP");
		for (unsigned int i = 0; i < p->steps; i++)
			used += snprintf(reply + used, size - (size_t)used,
					 ",%.9E", p->step_hz[i]);
		snprintf(reply + used, size - (size_t)used, ",%.9E",
			 p->dwell_s);
	}
	return HIL_SCPI_OK;
}
