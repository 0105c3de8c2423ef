/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pin in the words of a generator: frequency, duty, pattern, output. There
 * are no levels, they are those of the pin. While it is on nothing but the
 * output can be changed.
 */
#include "daemon/stimulus/source_scpi.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int get_identity(void *context, char *reply, size_t size)
{
	const struct hil_source_scpi *s = context;

	snprintf(reply, size, "hilrig-%s,%s,0," HIL_VERSION, s->kind->name,
		 s->model);
	return HIL_SCPI_OK;
}

static int get_one(void *context, char *reply, size_t size)
{
	(void)context;
	snprintf(reply, size, "1");
	return HIL_SCPI_OK;
}

static int set_clear(void *context, char *arguments)
{
	struct hil_source_scpi *s = context;

	s->scpi.error_count = 0;
	return arguments ? HIL_SCPI_PARAMETER_NOT_ALLOWED : HIL_SCPI_OK;
}

static int get_error(void *context, char *reply, size_t size)
{
	struct hil_source_scpi *s = context;

	hil_scpi_pop(&s->scpi, reply, size);
	return HIL_SCPI_OK;
}

static int get_status(void *context, char *reply, size_t size)
{
	struct hil_source_scpi *s = context;
	struct hil_source_report r = { 0 };

	s->kind->report(s->member, &r);
	snprintf(reply, size, "%" PRIu64 ",%" PRIu64 ",0", r.skipped, r.late);
	return HIL_SCPI_OK;
}

/* edges; ns behind their time: least, mean, 99 %, most */
static int get_lateness(void *context, char *reply, size_t size)
{
	struct hil_source_scpi *s = context;
	struct hil_source_report r = { 0 };

	s->kind->report(s->member, &r);
	snprintf(reply, size,
		 "%" PRIu64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64,
		 r.edges, r.late_min_ns, r.late_mean_ns, r.late_p99_ns,
		 r.late_max_ns);
	return HIL_SCPI_OK;
}

/* What cannot be is refused here; the pin itself may refuse more. */
static int change(struct hil_source_scpi *s, const struct hil_source_wave *wave)
{
	char problem[HIL_PATTERN_TEXT];
	double hz = wave->frequency_hz;
	int ret;

	if (s->wave.on && wave->on)
		return HIL_SCPI_SETTINGS_CONFLICT;
	if (!(s->kind->patterns & HIL_PATTERN_BIT(wave->pattern.kind)))
		return HIL_SCPI_ILLEGAL_PARAMETER;
	if (hil_pattern_check(&wave->pattern, llround(1e9 / hz), problem))
		return HIL_SCPI_SETTINGS_CONFLICT;
	if ((double)hil_pattern_bounds(&wave->pattern, llround(1e9 / hz))
		    .min_ns < 0.999999e9 / s->kind->hz_max)
		return HIL_SCPI_OUT_OF_RANGE;
	ret = s->kind->apply(s->member, wave, &s->actual_hz);
	if (ret)
		return ret == -ERANGE ? HIL_SCPI_OUT_OF_RANGE
				      : HIL_SCPI_HARDWARE;
	s->wave = *wave;
	return HIL_SCPI_OK;
}

static int take_number(char *arguments, const char *unit, double min,
		       double max, double *value)
{
	const char *word = hil_scpi_word(&arguments);
	int ret;

	if (!word)
		return HIL_SCPI_MISSING_PARAMETER;
	ret = arguments ? HIL_SCPI_PARAMETER_NOT_ALLOWED
			: hil_scpi_number(word, unit, value);
	if (ret)
		return ret;
	return *value >= min && *value <= max ? HIL_SCPI_OK
					      : HIL_SCPI_OUT_OF_RANGE;
}

static int set_frequency(void *context, char *arguments)
{
	struct hil_source_scpi *s = context;
	struct hil_source_wave wave = s->wave;
	int ret = take_number(arguments, "HZ", s->kind->hz_min, s->kind->hz_max,
			      &wave.frequency_hz);

	return ret ? ret : change(s, &wave);
}

static int get_frequency(void *context, char *reply, size_t size)
{
	const struct hil_source_scpi *s = context;

	snprintf(reply, size, "%.9E", s->actual_hz);
	return HIL_SCPI_OK;
}

static int set_duty(void *context, char *arguments)
{
	struct hil_source_scpi *s = context;
	struct hil_source_wave wave = s->wave;
	double percent = 0;
	int ret = take_number(arguments, "", 1, 99, &percent);

	wave.duty = percent / 100;
	return ret ? ret : change(s, &wave);
}

static int get_duty(void *context, char *reply, size_t size)
{
	const struct hil_source_scpi *s = context;

	snprintf(reply, size, "%.9E", s->wave.duty * 100);
	return HIL_SCPI_OK;
}

static int set_pattern(void *context, char *arguments)
{
	struct hil_source_scpi *s = context;
	struct hil_source_wave wave = s->wave;
	char text[HIL_PATTERN_TEXT], problem[HIL_PATTERN_TEXT];
	int ret;

	if (!arguments)
		return HIL_SCPI_MISSING_PARAMETER;
	ret = hil_scpi_string(arguments, text, sizeof(text));
	if (!ret && hil_pattern_parse(text, &wave.pattern, problem))
		ret = HIL_SCPI_ILLEGAL_PARAMETER;
	return ret ? ret : change(s, &wave);
}

static int get_pattern(void *context, char *reply, size_t size)
{
	const struct hil_source_scpi *s = context;
	char text[HIL_PATTERN_TEXT];

	snprintf(reply, size, "\"%s\"",
		 hil_pattern_format(&s->wave.pattern, text));
	return HIL_SCPI_OK;
}

static int set_output(void *context, char *arguments)
{
	struct hil_source_scpi *s = context;
	struct hil_source_wave wave = s->wave;
	int ret = arguments ? hil_scpi_bool(arguments, &wave.on)
			    : HIL_SCPI_MISSING_PARAMETER;

	if (ret || (wave.on && s->wave.on))
		return ret;
	return change(s, &wave);
}

static int get_output(void *context, char *reply, size_t size)
{
	const struct hil_source_scpi *s = context;

	snprintf(reply, size, "%d", s->wave.on);
	return HIL_SCPI_OK;
}

static int set_reset(void *context, char *arguments)
{
	struct hil_source_scpi *s = context;

	return arguments
		       ? HIL_SCPI_PARAMETER_NOT_ALLOWED
		       : change(s, &(struct hil_source_wave){
					   .frequency_hz = 100, .duty = 0.5 });
}

static const struct hil_scpi_command commands[] = {
	{ "*IDN", NULL, get_identity },
	{ "*RST", set_reset, NULL },
	{ "*CLS", set_clear, NULL },
	{ "*OPC", NULL, get_one },
	{ "SYSTem:ERRor[:NEXT]", NULL, get_error },
	{ "SYSTem:HIL:STATus", NULL, get_status },
	{ "SYSTem:HIL:LATEness", NULL, get_lateness },
	{ "[SOURce1:]FREQuency[:CW]", set_frequency, get_frequency },
	{ "[SOURce1:]FUNCtion:SQUare:DCYCle", set_duty, get_duty },
	{ "[SOURce1:]HIL:PATTern", set_pattern, get_pattern },
	{ "OUTPut1[:STATe]", set_output, get_output },
	{ NULL, NULL, NULL },
};

void hil_source_scpi_init(struct hil_source_scpi *s,
			  const struct hil_source_kind *kind, void *member,
			  const char *model)
{
	*s = (struct hil_source_scpi){
		.scpi = { .commands = commands, .context = s },
		.kind = kind,
		.member = member,
		.model = model,
		.wave = { .frequency_hz = 100, .duty = 0.5 },
		.actual_hz = 100,
	};
}
