/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holds a GPIO line as an output and gives it back as it was found. */
#include "daemon/stimulus/source_line.h"

#include <errno.h>
#include <gpiod.h>
#include <string.h>

#include "daemon/base/log.h"

#define CONSUMER "hilrig-stimulus"

void hil_source_line_set(struct hil_source_line *l, bool high)
{
	if (!gpiod_line_request_set_value(l->request, l->offset,
					  high ? GPIOD_LINE_VALUE_ACTIVE
					       : GPIOD_LINE_VALUE_INACTIVE))
		return;
	if (!l->failed)
		hil_error("cannot set line %u of %s: %s", l->offset,
			  l->lines.chip, strerror(errno));
	l->failed = true;
}

static int hold(struct hil_source_line *l)
{
	struct gpiod_line_info *info =
		gpiod_chip_get_line_info(l->lines.handle, l->offset);
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();
	struct gpiod_request_config *about = gpiod_request_config_new();
	int ret = -ENOMEM;

	l->was_input = info && gpiod_line_info_get_direction(info) ==
				       GPIOD_LINE_DIRECTION_INPUT;
	if (!settings || !config || !about)
		goto out;
	gpiod_line_settings_set_direction(settings,
					  GPIOD_LINE_DIRECTION_OUTPUT);
	gpiod_line_settings_set_output_value(settings,
					     GPIOD_LINE_VALUE_INACTIVE);
	gpiod_request_config_set_consumer(about, CONSUMER);
	if (gpiod_line_config_add_line_settings(config, &l->offset, 1,
						settings))
		goto out;
	l->request = gpiod_chip_request_lines(l->lines.handle, about, config);
	ret = l->request ? 0 : hil_lines_refused(&l->lines, l->offset, errno);
out:
	gpiod_request_config_free(about);
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	gpiod_line_info_free(info);
	return ret;
}

/* The levels of an input are whoever drives it, not ours any more. */
static void give_back(struct hil_source_line *l)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();

	hil_source_line_set(l, false);
	if (l->was_input && settings && config &&
	    !gpiod_line_settings_set_direction(settings,
					       GPIOD_LINE_DIRECTION_INPUT) &&
	    !gpiod_line_config_add_line_settings(config, &l->offset, 1,
						 settings) &&
	    gpiod_line_request_reconfigure_lines(l->request, config))
		hil_warning("line %u of %s stays an output: %s", l->offset,
			    l->lines.chip, strerror(errno));
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	gpiod_line_request_release(l->request);
}

int hil_source_line_open(struct hil_source_line *l,
			 const struct hil_source_place *place)
{
	int ret;

	memset(l, 0, sizeof(*l));
	l->lines.event_fd = l->lines.probe_fd = -1;
	ret = hil_lines_chip(&l->lines, place->chip);
	if (!ret)
		ret = hil_lines_offset(&l->lines, place->pin, "line",
				       &l->offset);
	return ret ? ret : hold(l);
}

void hil_source_line_close(struct hil_source_line *l)
{
	if (l->request)
		give_back(l);
	l->request = NULL;
	hil_lines_close(&l->lines);
}
