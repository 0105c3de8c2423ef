/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints and judges rows of checks, those of hilrigd and our own alike. */
#include "rig/cmd/rows.h"

#include <stdio.h>
#include <string.h>

#include "rig/run/feed.h"

void hil_rows_add(json_t *rows, const char *id, const char *title,
		  const char *state, const char *value, const char *advice)
{
	json_array_append_new(rows,
			      json_pack("{s:s,s:s,s:s,s:s,s:s}", "id", id,
					"title", title, "state", state, "value",
					value, "advice", advice ? advice : ""));
}

void hil_rows_print(const char *heading, const json_t *rows)
{
	const char *state, *advice;
	json_t *row;
	size_t i;

	printf("%s\n", heading);
	json_array_foreach(rows, i, row)
	{
		state = hil_feed_string(row, "state");
		advice = hil_feed_string(row, "advice");
		printf("  %-7s  %-26s  %s\n", state,
		       hil_feed_string(row, "title"),
		       hil_feed_string(row, "value"));
		if (*advice && strcmp(state, "good"))
			printf("           -> %s\n", advice);
	}
}

bool hil_rows_bad(const json_t *rows)
{
	json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		if (!strcmp(hil_feed_string(row, "state"), "bad"))
			return true;
	}
	return false;
}
