/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holds single lines, through libgpiod. */
#include <errno.h>
#include <gpiod.h>
#include <stdbool.h>
#include <stdio.h>

#include "daemon/pins/pins.h"

static struct gpiod_line_request *hold(const struct hil_lines *l,
				       unsigned int offset,
				       struct gpiod_line_settings *settings)
{
	struct gpiod_request_config *config = gpiod_request_config_new();
	struct gpiod_line_config *lines = gpiod_line_config_new();
	struct gpiod_line_request *made = NULL;

	if (config && lines &&
	    !gpiod_line_config_add_line_settings(lines, &offset, 1, settings)) {
		gpiod_request_config_set_consumer(config, "hilrig-pins");
		gpiod_request_config_set_event_buffer_size(config,
							   HIL_LINES_BUFFER);
		made = gpiod_chip_request_lines(l->handle, config, lines);
	}
	gpiod_line_config_free(lines);
	gpiod_request_config_free(config);
	return made;
}

int hil_pins_output(const struct hil_lines *lines, unsigned int offset,
		    struct gpiod_line_request **request)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	int ret = 0;

	if (!settings)
		return -ENOMEM;
	gpiod_line_settings_set_direction(settings,
					  GPIOD_LINE_DIRECTION_OUTPUT);
	gpiod_line_settings_set_output_value(settings,
					     GPIOD_LINE_VALUE_INACTIVE);
	*request = hold(lines, offset, settings);
	if (!*request)
		ret = hil_lines_refused(lines, offset, errno);
	gpiod_line_settings_free(settings);
	return ret;
}

int hil_pins_input(const struct hil_lines *lines, unsigned int offset,
		   struct gpiod_line_request **request)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	int ret = 0;

	if (!settings)
		return -ENOMEM;
	gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
	gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
	*request = hold(lines, offset, settings);
	if (!*request)
		ret = -errno;
	gpiod_line_settings_free(settings);
	return ret;
}
