/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * BeagleLogic's TCP protocol: text lines set what a capture is to be, "get"
 * starts it, "close" stops it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/number.h"
#include "rig/bench/analyzer_private.h"

static void reply(struct hil_analyzer *a, const char *text)
{
	if (hil_queue_put(&a->out, text, strlen(text)))
		hil_analyzer_hang_up(a);
}

struct parameter {
	const char *name;
	uint64_t min, max;
};

static const struct parameter parameters[] = {
	{ "samplerate", HIL_ANALYZER_RATE_MIN, HIL_ANALYZER_RATE_MAX },
	{ "sampleunit", 0, 1 },
	{ "triggerflags", 0, 1 },
	{ "memalloc", 1, UINT32_MAX },
	{ "bufunitsize", 1, UINT32_MAX },
};

static uint64_t get_parameter(const struct hil_analyzer *a, size_t index)
{
	const uint64_t values[] = { a->rate_hz, a->unit, a->trigger,
				    a->memory_bytes, a->buffer_bytes };

	return values[index];
}

static void set_parameter(struct hil_analyzer *a, size_t index, uint64_t value)
{
	switch (index) {
	case 0:
		a->rate_hz = value;
		break;
	case 1:
		a->unit = (unsigned int)value;
		break;
	case 2:
		a->trigger = (unsigned int)value;
		break;
	case 3:
		a->memory_bytes = value;
		break;
	default:
		a->buffer_bytes = value;
	}
}

static void run_parameter(struct hil_analyzer *a, size_t index,
			  const char *argument)
{
	const struct parameter *p = &parameters[index];
	char text[32];
	uint64_t value;

	if (!argument) {
		snprintf(text, sizeof(text), "%" PRIu64 "\n",
			 get_parameter(a, index));
		reply(a, text);
	} else if (hil_number_u64(argument, &value) || value < p->min ||
		   value > p->max || a->streaming) {
		reply(a, "error\n");
	} else {
		set_parameter(a, index, value);
		reply(a, "ok\n");
	}
}

void hil_analyzer_command(struct hil_analyzer *a, char *line)
{
	char *argument = strchr(line, ' ');

	line[strcspn(line, "\r")] = '\0';
	if (argument)
		*argument++ = '\0';
	if (strcmp(line, "version") == 0) {
		reply(a, "BeagleLogic 1.0\n");
		return;
	}
	if (strcmp(line, "get") == 0) {
		hil_analyzer_start(a);
		return;
	}
	if (strcmp(line, "close") == 0) {
		a->streaming = a->mute = false;
		return;
	}
	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++)
		if (strcmp(line, parameters[i].name) == 0) {
			run_parameter(a, i, argument);
			return;
		}
	reply(a, "error\n");
}
