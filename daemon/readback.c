/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Toggles the probe and reads it back. All samples go out; what they mean is
 * the measuring host's affair. */
#include "daemon/readback.h"

#include <errno.h>
#include <gpiod.h>
#include <jansson.h>
#include <linux/gpio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "daemon/base/json_print.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/facts.h"
#include "daemon/lines.h"
#include "daemon/rt_thread.h"

#define PAUSE_NS   300000 /* so that each toggle finds an idle board */
#define PATIENCE   (20 * HIL_NS_PER_MS)
#define RT_STOP_MS 1000

struct sample {
	int64_t set_ns;  /* of the ioctl that moves the pin */
	int64_t idle_ns; /* of a read with nothing under way */
	int64_t seen_ns; /* from the end of the set to that of the read that
			  * shows the new level */
	uint32_t reads;  /* how many that took; 0: it never showed */
};

struct readback {
	const struct hil_daemon_options *o;
	struct hil_lines lines;
	struct gpiod_line_request *input; /* NULL: the probe itself */
	unsigned int input_offset;
	int set_fd, get_fd;
	struct sample *sample;
	size_t count;
	int error;
};

static int get(const struct readback *r, bool *level)
{
	struct gpio_v2_line_values values = { .mask = 1 };

	if (ioctl(r->get_fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values))
		return -errno;
	*level = values.bits & 1;
	return 0;
}

static int read_idle(const struct readback *r, struct sample *s)
{
	bool level;
	int ret = get(r, &level); /* so that the next one meets warm caches */
	int64_t from_ns = hil_time_mono_ns();

	if (!ret)
		ret = get(r, &level);
	s->idle_ns = hil_time_mono_ns() - from_ns;
	return ret;
}

static int toggle(const struct readback *r, bool high, struct sample *s)
{
	struct gpio_v2_line_values values = { .mask = 1, .bits = high };
	int64_t begin_ns, end_ns, now_ns;
	bool level = !high;
	int ret = read_idle(r, s);

	if (ret)
		return ret;
	begin_ns = hil_time_mono_ns();
	if (ioctl(r->set_fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &values))
		return -errno;
	end_ns = now_ns = hil_time_mono_ns();
	s->set_ns = end_ns - begin_ns;
	for (s->reads = 0; level != high && now_ns - end_ns < PATIENCE;
	     s->reads++) {
		ret = get(r, &level);
		if (ret)
			return ret;
		now_ns = hil_time_mono_ns();
	}
	s->seen_ns = now_ns - end_ns;
	if (level != high)
		s->reads = 0;
	return 0;
}

static void run(void *context)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	struct readback *r = context;

	for (size_t i = 0; i < r->count && !r->error; i++) {
		r->error = toggle(r, i % 2 == 0, &r->sample[i]);
		if (!r->sample[i].reads)
			return; /* it will not show the others either */
		clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
	}
}

static int input_request(struct readback *r)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();
	int ret = -ENOMEM;

	if (settings && config) {
		gpiod_line_settings_set_direction(settings,
						  GPIOD_LINE_DIRECTION_INPUT);
		ret = gpiod_line_config_add_line_settings(
			config, &r->input_offset, 1, settings);
	}
	if (!ret) {
		r->input =
			gpiod_chip_request_lines(r->lines.handle, NULL, config);
		if (!r->input)
			ret = hil_lines_refused(&r->lines, r->input_offset,
						errno);
	}
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	return ret;
}

static int open_lines(struct readback *r)
{
	const char *line = r->o->readback_line;
	int ret = hil_lines_probe(&r->lines, r->o->chip, r->o->probe);

	if (!ret && line)
		ret = hil_lines_offset(&r->lines, line, "--readback-line",
				       &r->input_offset);
	if (!ret && line && r->input_offset == r->lines.probe) {
		hil_error("--readback-line %s: that is the probe itself; leave "
			  "it out to read the probe back",
			  line);
		ret = -EINVAL;
	}
	if (!ret && line)
		ret = input_request(r);
	if (ret)
		return ret;
	r->set_fd = r->lines.probe_fd;
	r->get_fd = r->input ? gpiod_line_request_get_fd(r->input) : r->set_fd;
	return 0;
}

static int measure(struct readback *r)
{
	struct hil_rt_thread thread = {
		.name = "hilrigd-probe",
		.priority = (int)r->o->priority,
		.cpu = r->o->cpu < 0 ? hil_facts_default_cpu("")
				     : (int)r->o->cpu,
		.run = run,
		.context = r,
	};
	int ret = hil_rt_prepare();

	if (!ret)
		ret = hil_rt_start(&thread);
	while (!ret && !thread.done)
		usleep(1000);
	if (!ret)
		ret = hil_rt_stop(&thread, RT_STOP_MS);
	return ret ? ret : r->error;
}

static json_t *samples_to_json(const struct readback *r)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < r->count; i++) {
		const struct sample *s = &r->sample[i];

		json_array_append_new(list, json_pack("[I,I,I,I]",
						      (json_int_t)s->set_ns,
						      (json_int_t)s->idle_ns,
						      (json_int_t)s->seen_ns,
						      (json_int_t)s->reads));
	}
	return list;
}

static int print(const struct readback *r)
{
	json_t *own = json_pack(
		"{s:s,s:s,s:s,s:i,s:o,s:o}", "schema", "hilrig-readback-1",
		"chip", r->lines.chip, "chip_label", r->lines.label,
		"probe_line", (int)r->lines.probe, "readback_line",
		r->input ? json_integer(r->input_offset) : json_null(),
		"samples", samples_to_json(r));
	json_t *all = hil_facts_machine();

	if (!own || json_object_update(all, own)) {
		json_decref(all);
		all = NULL;
	}
	json_decref(own);
	return hil_json_print(all, JSON_COMPACT);
}

int hil_readback_print(const struct hil_daemon_options *o)
{
	struct readback r = { .o = o, .count = (size_t)o->readback };
	int ret = -ENOMEM;

	r.sample = calloc(r.count, sizeof(*r.sample));
	if (r.sample)
		ret = open_lines(&r);
	if (!ret) {
		ret = measure(&r);
		if (ret)
			hil_error("cannot toggle the probe and read it back: "
				  "%s",
				  strerror(-ret));
	}
	if (!ret)
		ret = print(&r);
	if (r.input)
		gpiod_line_request_release(r.input);
	hil_lines_close(&r.lines);
	free(r.sample);
	return ret ? 1 : 0;
}
