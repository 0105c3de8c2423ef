/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a chip as a watcher has them, and their counts as JSON. */
#ifndef HIL_PINS_WATCHED_H
#define HIL_PINS_WATCHED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "daemon/pins/pins.h"

#define HIL_WATCHED_MAX 128 /* lines of one chip that are looked at */

struct hil_watched_line {
	unsigned int offset;
	struct gpiod_line_request *request; /* NULL: not watched */
	const char *why;                    /* not: "busy", "output" … */
	char name[32], owner[32];
	/* since the counts were told last */
	uint64_t rising, falling, lost;
	int64_t first_ns, last_ns, high_ns;
	bool high;           /* after the last edge */
	uint64_t last_seqno; /* of the line, over all */
};

struct hil_watched {
	struct hil_lines lines;
	struct gpiod_edge_event_buffer *events;
	size_t count;
	struct hil_watched_line line[HIL_WATCHED_MAX];
};

/**
 * hil_watched_open() - hold every line that is free to be watched
 *
 * An output is left alone, since making it an input may switch off what it
 * drives, unless @o names it.
 * Context: start-up only. Return: 0; -errno, the message is printed.
 */
int hil_watched_open(struct hil_watched *w,
		     const struct hil_pins_options *o) HIL_MUST_CHECK;

/** hil_watched_close() - give all lines back */
void hil_watched_close(struct hil_watched *w);

/** hil_watched_fd() - to poll, -1 for a line that is not watched */
int hil_watched_fd(const struct hil_watched_line *line);

/** hil_watched_read() - take what is waiting. Return: 0; -errno of the chip */
int hil_watched_read(struct hil_watched *w,
		     struct hil_watched_line *line) HIL_MUST_CHECK;

/** hil_watched_lines_json() - which lines are watched, and why others are not
 */
json_t *hil_watched_lines_json(const struct hil_watched *w);

/** hil_watched_counts_json() - the counts; they begin again at 0 */
json_t *hil_watched_counts_json(struct hil_watched *w);

#endif
