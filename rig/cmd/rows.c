/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints and judges rows of checks, those of hilrigd and our own alike. */
#include "rig/cmd/rows.h"

#include <stdio.h>
#include <string.h>

#include "rig/report/clean.h"
#include "rig/run/feed.h"

void hil_rows_add(json_t *rows, const char *id, const char *title,
		  const char *state, const char *value, const char *advice)
{
	json_array_append_new(rows,
			      json_pack("{s:s,s:s,s:s,s:s,s:s}", "id", id,
					"title", title, "state", state, "value",
					value, "advice", advice ? advice : ""));
}

/* What a board says, in a column. */
static void print_column(const char *text, int width)
{
	int length = (int)strnlen(text, (size_t)width);

	hil_clean_text(stdout, text);
	printf("%*s", width - length + 2, "");
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
		printf("  ");
		print_column(state, 7);
		print_column(hil_feed_string(row, "title"), 26);
		hil_clean_text(stdout, hil_feed_string(row, "value"));
		putchar('\n');
		if (!*advice || !strcmp(state, "good"))
			continue;
		printf("           -> ");
		hil_clean_text(stdout, advice);
		putchar('\n');
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
