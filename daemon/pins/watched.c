/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each line is a request of its own, so that one that has no interrupt, or an
 * owner, keeps no other from being watched.
 */
#include "daemon/pins/watched.h"

#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"

#define EVENTS 64 /* read at once */

/* Is @offset in "1,17,GPIO22"? */
static int list_has(const struct hil_lines *l, const char *list,
		    const char *option, unsigned int offset, bool *has)
{
	char copy[256], *rest = NULL;
	int ret = 0;

	*has = false;
	if (!list)
		return 0;
	if (strlen(list) >= sizeof(copy)) {
		hil_error("%s takes at most %zu characters", option,
			  sizeof(copy) - 1);
		return -EINVAL;
	}
	strcpy(copy, list);
	for (char *word = strtok_r(copy, ",", &rest); word && !ret;
	     word = strtok_r(NULL, ",", &rest)) {
		unsigned int named;

		ret = hil_lines_offset(l, word, option, &named);
		if (!ret && named == offset)
			*has = true;
	}
	return ret;
}

static void copy_text(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from ? from : "");
}

/* Why a free input is not watched after all. */
static const char *refusal(int error)
{
	switch (error) {
	case EBUSY:
		return "busy";
	case ENXIO:
		return "no interrupt";
	case EACCES:
	case EPERM:
		return "not allowed";
	default:
		return "refused";
	}
}

static void hold(struct hil_watched *w, struct hil_watched_line *line,
		 bool also)
{
	struct gpiod_line_info *info =
		gpiod_chip_get_line_info(w->lines.handle, line->offset);
	int ret;

	if (!info) {
		line->why = "not readable";
		return;
	}
	copy_text(line->name, sizeof(line->name),
		  gpiod_line_info_get_name(info));
	if (gpiod_line_info_is_used(info)) {
		line->why = "busy";
		copy_text(line->owner, sizeof(line->owner),
			  gpiod_line_info_get_consumer(info));
	} else if (!also && gpiod_line_info_get_direction(info) ==
				    GPIOD_LINE_DIRECTION_OUTPUT) {
		line->why = "output";
	} else {
		ret = hil_pins_input(&w->lines, line->offset, &line->request);
		if (ret)
			line->why = refusal(-ret);
	}
	gpiod_line_info_free(info);
}

static int hold_all(struct hil_watched *w, const struct hil_pins_options *o)
{
	struct gpiod_chip_info *info = gpiod_chip_get_info(w->lines.handle);
	size_t count = info ? gpiod_chip_info_get_num_lines(info) : 0;

	gpiod_chip_info_free(info);
	if (count > HIL_WATCHED_MAX)
		count = HIL_WATCHED_MAX;
	for (w->count = 0; w->count < count; w->count++) {
		struct hil_watched_line *line = &w->line[w->count];
		bool also, skip;
		int ret;

		line->offset = (unsigned int)w->count;
		ret = list_has(&w->lines, o->also, "--also", line->offset,
			       &also);
		if (!ret)
			ret = list_has(&w->lines, o->skip, "--skip",
				       line->offset, &skip);
		if (ret)
			return ret;
		if (skip)
			line->why = "skipped";
		else
			hold(w, line, also);
	}
	return 0;
}

int hil_watched_open(struct hil_watched *w, const struct hil_pins_options *o)
{
	int ret = hil_lines_chip(&w->lines, o->chip);

	if (ret)
		return ret;
	w->events = gpiod_edge_event_buffer_new(EVENTS);
	ret = w->events ? hold_all(w, o) : -ENOMEM;
	if (ret)
		hil_watched_close(w);
	return ret;
}

void hil_watched_close(struct hil_watched *w)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->line[i].request)
			gpiod_line_request_release(w->line[i].request);
	w->count = 0;
	gpiod_edge_event_buffer_free(w->events);
	w->events = NULL;
	hil_lines_close(&w->lines);
}

int hil_watched_fd(const struct hil_watched_line *line)
{
	return line->request ? gpiod_line_request_get_fd(line->request) : -1;
}

static void count(struct hil_watched_line *line, struct gpiod_edge_event *e)
{
	int64_t at_ns = (int64_t)gpiod_edge_event_get_timestamp_ns(e);
	uint64_t seqno = gpiod_edge_event_get_line_seqno(e);
	bool rising = gpiod_edge_event_get_event_type(e) ==
		      GPIOD_EDGE_EVENT_RISING_EDGE;

	if (seqno > line->last_seqno + 1)
		line->lost += seqno - line->last_seqno - 1;
	line->last_seqno = seqno;
	if (line->rising + line->falling == 0)
		line->first_ns = at_ns;
	else if (line->high)
		line->high_ns += at_ns - line->last_ns;
	line->last_ns = at_ns;
	line->high = rising;
	if (rising)
		line->rising++;
	else
		line->falling++;
}

int hil_watched_read(struct hil_watched *w, struct hil_watched_line *line)
{
	int n = gpiod_line_request_read_edge_events(line->request, w->events,
						    EVENTS);

	for (int i = 0; i < n; i++)
		count(line,
		      gpiod_edge_event_buffer_get_event(w->events, (size_t)i));
	return n < 0 ? -errno : 0;
}

json_t *hil_watched_lines_json(const struct hil_watched *w)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < w->count; i++) {
		const struct hil_watched_line *l = &w->line[i];

		json_array_append_new(list,
				      json_pack("{s:i,s:s,s:s,s:s}", "line",
						(int)l->offset, "name", l->name,
						"state",
						l->request ? "watched" : l->why,
						"owner", l->owner));
	}
	return json_pack("{s:s,s:o}", "chip", w->lines.chip, "lines", list);
}

json_t *hil_watched_counts_json(struct hil_watched *w)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < w->count; i++) {
		struct hil_watched_line *l = &w->line[i];

		if (!l->request)
			continue;
		json_array_append_new(
			list, json_pack("{s:i,s:I,s:I,s:I,s:I,s:I}", "line",
					(int)l->offset, "rising",
					(json_int_t)l->rising, "falling",
					(json_int_t)l->falling, "lost",
					(json_int_t)l->lost, "span_ns",
					(json_int_t)(l->last_ns - l->first_ns),
					"high_ns", (json_int_t)l->high_ns));
		l->rising = l->falling = l->lost = 0;
		l->first_ns = l->last_ns = l->high_ns = 0;
	}
	return json_pack("{s:o}", "counts", list);
}
