/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of checks: {id, title, state, value, advice}, good, bad or unknown. */
#ifndef HIL_CMD_ROWS_H
#define HIL_CMD_ROWS_H

#include <jansson.h>
#include <stdbool.h>

/** hil_rows_add() - one more row at the end of an array */
void hil_rows_add(json_t *rows, const char *id, const char *title,
		  const char *state, const char *value, const char *advice);

/** hil_rows_print() - a table for people, under a heading */
void hil_rows_print(const char *heading, const json_t *rows);

/** hil_rows_bad() - is there a row in state "bad"? */
bool hil_rows_bad(const json_t *rows);

#endif
