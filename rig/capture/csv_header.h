/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands above the rows of a CSV capture: comments and labels. */
#ifndef HIL_CAPTURE_CSV_HEADER_H
#define HIL_CAPTURE_CSV_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/channels.h"
#include "rig/capture/fault.h"

#define HIL_CSV_COLUMNS_MAX 256u

struct hil_csv_header {
	uint64_t samplerate_hz;     /* from sigrok's comment, 0: none */
	struct hil_channels listed; /* sigrok's "Channels" comment */
	struct hil_channels channels;
	char separator;
	unsigned int columns;
	bool has_labels;   /* else the line given was the first row */
	int time_column;   /* -1: a row is a sample */
	int time_exponent; /* a time of 1 is 10^this seconds */
	bool time_unit_known;
	int16_t channel[HIL_CSV_COLUMNS_MAX]; /* of a column, -1: none */
};

/** hil_csv_is_comment() - sigrok's lines above the labels */
bool hil_csv_is_comment(const char *line);

/** hil_csv_header_comment() - learn from such a line */
void hil_csv_header_comment(struct hil_csv_header *h, const char *line);

/**
 * hil_csv_header_labels() - learn from the first line that is no comment
 * @line: is changed
 *
 * Return: 0; -EBADMSG it is neither labels nor a row of levels.
 */
int hil_csv_header_labels(struct hil_csv_header *h, char *line,
			  struct hil_fault *fault) HIL_MUST_CHECK;

/**
 * hil_csv_split() - cut a line at the separator, quotes and blanks removed
 * @field: result, pointers into @line
 *
 * Return: fields, or -EBADMSG when there are more than @max.
 */
int hil_csv_split(char *line, char separator, char *field[], unsigned int max);

#endif
