/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pulses on one line, and when each edge was made. */
#include <errno.h>
#include <gpiod.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/base/json_print.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/pins/pins.h"

static void sleep_until(int64_t mono_ns)
{
	const struct timespec at = { .tv_sec = mono_ns / HIL_NS_PER_S,
				     .tv_nsec = mono_ns % HIL_NS_PER_S };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) ==
	       EINTR)
		;
}

static int set(struct gpiod_line_request *request, unsigned int offset,
	       bool high, json_t *edges)
{
	if (gpiod_line_request_set_value(request, offset,
					 high ? GPIOD_LINE_VALUE_ACTIVE
					      : GPIOD_LINE_VALUE_INACTIVE))
		return -errno;
	return json_array_append_new(edges, json_integer(hil_time_mono_ns()))
		       ? -ENOMEM
		       : 0;
}

/* Late pulses are not made up for: the next ones keep their distance. */
static int pulse(struct gpiod_line_request *request, unsigned int offset,
		 const struct hil_pins_options *o, json_t *edges)
{
	int ret = 0;

	for (uint64_t i = 0; i < o->pulses && !ret; i++) {
		int64_t start_ns = hil_time_mono_ns();

		ret = set(request, offset, true, edges);
		sleep_until(start_ns + o->high_ns);
		if (!ret)
			ret = set(request, offset, false, edges);
		sleep_until(start_ns + o->period_ns);
	}
	return ret;
}

static int print(unsigned int offset, const struct hil_pins_options *o,
		 json_t *edges)
{
	return hil_json_print(
		json_pack("{s:i,s:I,s:I,s:I,s:O}", "line", (int)offset,
			  "pulses", (json_int_t)o->pulses, "period_ns",
			  (json_int_t)o->period_ns, "high_ns",
			  (json_int_t)o->high_ns, "edges_ns", edges),
		JSON_COMPACT);
}

int hil_pins_toggle(const struct hil_pins_options *o)
{
	struct gpiod_line_request *request = NULL;
	struct hil_lines lines = { .handle = NULL };
	json_t *edges = json_array();
	unsigned int offset;
	int ret = edges ? hil_lines_chip(&lines, o->chip) : -ENOMEM;

	if (!ret)
		ret = hil_lines_offset(&lines, o->line, "--line", &offset);
	if (!ret)
		ret = hil_pins_output(&lines, offset, &request);
	if (ret)
		goto out;
	ret = pulse(request, offset, o, edges);
	if (ret)
		hil_error("cannot set line %u of %s: %s", offset, lines.chip,
			  strerror(-ret));
	else
		ret = print(offset, o, edges);
	gpiod_line_request_release(request);
out:
	hil_lines_close(&lines);
	json_decref(edges);
	return ret ? 1 : 0;
}
