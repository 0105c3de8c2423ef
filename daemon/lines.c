/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Requests the lines through libgpiod; lines_find.c knows where they are.
 * Events are read and the probe is set on the requests' descriptors by the IST
 * itself.
 */
#include "daemon/lines.h"

#include <errno.h>
#include <gpiod.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "daemon/base/log.h"

/* Names who holds a line, when one of @offsets is the reason for EBUSY. */
static bool owner_named(const struct hil_lines *l, const unsigned int *offsets,
			size_t count)
{
	struct gpiod_line_info *info;
	bool named = false;
	const char *owner;

	while (count-- && !named) {
		info = gpiod_chip_get_line_info(l->handle, *offsets);
		if (info && gpiod_line_info_is_used(info)) {
			owner = gpiod_line_info_get_consumer(info);
			hil_error("cannot request line %u of %s: it is in use "
				  "by '%s'; stop that or choose another line",
				  *offsets, l->chip,
				  owner ? owner : "the kernel");
			named = true;
		}
		gpiod_line_info_free(info);
		offsets++;
	}
	return named;
}

static int request_failed(const struct hil_lines *l,
			  const unsigned int *offsets, size_t count)
{
	int error = errno;

	if (error == EBUSY && owner_named(l, offsets, count))
		return -EBUSY;
	if (error == ENXIO)
		hil_error("cannot watch line %u of %s: the controller has no "
			  "edge interrupt for it",
			  *offsets, l->chip);
	else
		hil_error("cannot request line %u of %s: %s", *offsets, l->chip,
			  strerror(error));
	return -error;
}

int hil_lines_refused(const struct hil_lines *lines, unsigned int offset,
		      int error)
{
	errno = error;
	return request_failed(lines, &offset, 1);
}

static struct gpiod_line_request *
request(struct hil_lines *l, struct gpiod_line_config *lines, size_t events)
{
	struct gpiod_request_config *config = gpiod_request_config_new();
	struct gpiod_line_request *made = NULL;

	if (config) {
		gpiod_request_config_set_consumer(config, l->consumer);
		gpiod_request_config_set_event_buffer_size(config, events);
		made = gpiod_chip_request_lines(l->handle, config, lines);
	}
	gpiod_request_config_free(config);
	return made;
}

static int edges_request(struct hil_lines *l, bool falling)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();
	const unsigned int offsets[2] = { l->stimulus, l->spare };
	int ret = -ENOMEM;

	if (!settings || !config)
		goto out;
	gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
	gpiod_line_settings_set_edge_detection(
		settings,
		falling ? GPIOD_LINE_EDGE_FALLING : GPIOD_LINE_EDGE_RISING);
	ret = gpiod_line_config_add_line_settings(config, offsets, 1, settings);
	gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_NONE);
	if (!ret)
		ret = gpiod_line_config_add_line_settings(config, &offsets[1],
							  1, settings);
	if (!ret) {
		l->edges = request(l, config, HIL_LINES_BUFFER);
		ret = l->edges ? 0 : request_failed(l, offsets, 2);
	}
out:
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	return ret;
}

static int probe_request(struct hil_lines *l)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();
	int ret = -ENOMEM;

	if (!settings || !config)
		goto out;
	gpiod_line_settings_set_direction(settings,
					  GPIOD_LINE_DIRECTION_OUTPUT);
	gpiod_line_settings_set_output_value(settings,
					     GPIOD_LINE_VALUE_INACTIVE);
	ret = gpiod_line_config_add_line_settings(config, &l->probe, 1,
						  settings);
	if (!ret) {
		l->answer = request(l, config, 0);
		ret = l->answer ? 0 : request_failed(l, &l->probe, 1);
	}
out:
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	return ret;
}

static void name_consumer(struct hil_lines *lines)
{
	memset(lines, 0, sizeof(*lines));
	snprintf(lines->consumer, sizeof(lines->consumer), "hilrigd-%d",
		 (int)getpid());
}

int hil_lines_probe(struct hil_lines *lines, const char *chip,
		    const char *probe)
{
	int ret;

	name_consumer(lines);
	ret = hil_lines_chip(lines, chip);
	if (!ret)
		ret = hil_lines_offset(lines, probe, "--probe", &lines->probe);
	if (!ret)
		ret = probe_request(lines);
	if (ret) {
		hil_lines_close(lines);
		return ret;
	}
	lines->probe_fd = gpiod_line_request_get_fd(lines->answer);
	return 0;
}

int hil_lines_open(struct hil_lines *lines,
		   const struct hil_lines_config *config)
{
	int ret;

	name_consumer(lines);
	ret = hil_lines_find(lines, config);
	if (!ret)
		ret = probe_request(lines);
	if (!ret)
		ret = edges_request(lines, config->falling);
	if (ret) {
		hil_lines_close(lines);
		return ret;
	}
	lines->event_fd = gpiod_line_request_get_fd(lines->edges);
	lines->probe_fd = gpiod_line_request_get_fd(lines->answer);
	return 0;
}

void hil_lines_close(struct hil_lines *lines)
{
	if (!lines)
		return;
	if (lines->edges)
		gpiod_line_request_release(lines->edges);
	if (lines->answer)
		gpiod_line_request_release(lines->answer);
	if (lines->handle)
		gpiod_chip_close(lines->handle);
	lines->edges = NULL;
	lines->answer = NULL;
	lines->handle = NULL;
}

static unsigned int polled(const struct hil_lines *lines)
{
	struct pollfd fd = { .fd = lines->event_fd, .events = POLLIN };

	return poll(&fd, 1, 0) > 0 ? (unsigned int)fd.revents : 0;
}

bool hil_lines_gone(const struct hil_lines *lines)
{
	return polled(lines) & (POLLERR | POLLHUP);
}

bool hil_lines_pending(const struct hil_lines *lines)
{
	return polled(lines) & POLLIN;
}
