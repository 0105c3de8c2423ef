/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The GPIO line that a source moves.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_STIMULUS_SOURCE_LINE_H
#define HIL_STIMULUS_SOURCE_LINE_H

#include "daemon/lines.h"
#include "daemon/stimulus/source.h"

struct hil_source_line {
	struct hil_lines lines; /* the chip only */
	unsigned int offset;
	bool was_input;
	bool failed; /* it could not be set, and that was said */
	struct gpiod_line_request *request;
};

/**
 * hil_source_line_open() - request a line as output, low
 *
 * Return: 0; as hil_lines_open(); hil_source_line_close() in any case.
 */
int hil_source_line_open(struct hil_source_line *l,
			 const struct hil_source_place *place) HIL_MUST_CHECK;

/** hil_source_line_set() - high or low; the first failure is printed */
void hil_source_line_set(struct hil_source_line *l, bool high);

/** hil_source_line_close() - low, and an input again if it was one */
void hil_source_line_close(struct hil_source_line *l);

#endif
