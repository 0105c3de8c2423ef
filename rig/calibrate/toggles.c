/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of toggles out of JSON. */
#include "rig/calibrate/toggles.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#define COLUMNS 4
/* The board gives up reading after 20 ms; nothing takes a minute. */
#define TIME_MOST_NS INT64_C(60000000000)

static bool take_row(const json_t *row, struct hil_readback_sample *s)
{
	int64_t value[COLUMNS];

	if (json_array_size(row) != COLUMNS)
		return false;
	for (size_t i = 0; i < COLUMNS; i++) {
		const json_t *number = json_array_get(row, i);

		value[i] = json_integer_value(number);
		if (!json_is_integer(number) || value[i] < 0 ||
		    value[i] > TIME_MOST_NS)
			return false;
	}
	*s = (struct hil_readback_sample){ .set_ns = value[0],
					   .idle_ns = value[1],
					   .seen_ns = value[2],
					   .reads = value[3] };
	return true;
}

int hil_toggles_judge(const json_t *answer, struct hil_readback *r)
{
	const json_t *rows = json_object_get(answer, "samples");
	size_t count = json_array_size(rows);
	struct hil_readback_sample *s = calloc(count + 1, sizeof(*s));
	int ret = 0;

	*r = (struct hil_readback){ 0 };
	if (!s)
		return -ENOMEM;
	for (size_t i = 0; i < count && !ret; i++)
		if (!take_row(json_array_get(rows, i), &s[i]))
			ret = -EBADMSG;
	if (!count)
		ret = -EBADMSG;
	if (!ret)
		ret = hil_readback_judge(s, count, r);
	free(s);
	return ret;
}
