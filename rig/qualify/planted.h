/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults that no instrument makes when it is asked to, planted into the
 * records of a stored run while they are read again. */
#ifndef HIL_QUALIFY_PLANTED_H
#define HIL_QUALIFY_PLANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/link/record.h"
#include "rig/ledger/ledger.h"

#define HIL_PLANTED_LOST  2    /* a toggling probe keeps its parity */
#define HIL_PLANTED_EDGES 8192 /* of one record: 64 KiB */

struct hil_planted {
	/* the rows as they were */
	struct hil_row *row;
	size_t rows, room;
	uint64_t lost[HIL_PLANTED_LOST]; /* samples of answers that are left out
					  */
	size_t losses;
	uint64_t from, to; /* samples that are left out; 0: none */
	bool gap_told;
	struct hil_levels levels; /* of the analyzer's channels by now */
	uint64_t edge[HIL_PLANTED_EDGES];
};

/**
 * hil_planted_read() - a stored run through the ledger
 * @run: directory
 * @p: without @plant it gets the rows; with it, it says what is left out
 *
 * Context: any but RT. Return: the result, the caller's; NULL: the records
 * cannot be read.
 */
struct hil_result *hil_planted_read(const char *run, struct hil_planted *p,
				    bool plant);

/**
 * hil_planted_answered() - from the middle of the run on, the first of @count
 *	rows in line that were answered
 *
 * Return: borrowed; NULL: there are none.
 */
const struct hil_row *hil_planted_answered(const struct hil_planted *p,
					   size_t count);

#endif
