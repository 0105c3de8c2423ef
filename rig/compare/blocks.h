/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a run go to the block of their edge: of a run that goes on, and of
 * one that is read again. */
#ifndef HIL_COMPARE_BLOCKS_H
#define HIL_COMPARE_BLOCKS_H

#include "rig/compare/comparison.h"

struct hil_blocks {
	struct hil_comparison *c; /* its spans are followed, its arms filled */
	size_t at;                /* block that takes rows now */
	int64_t *value_ns;        /* of it, heap */
	size_t count, room;
	int error; /* 0 or -ENOMEM */
};

/**
 * hil_blocks_row() - give a row to its arm and its block
 * @b: zeroed before the first row but for its comparison
 * @edge_s: since the first sample; not below that of the row before
 *
 * Context: any but RT.
 */
void hil_blocks_row(struct hil_blocks *b, const struct hil_row *row,
		    double edge_s);

/** hil_blocks_finish() - no row comes any more: sum up what is left */
void hil_blocks_finish(struct hil_blocks *b);

/** hil_blocks_free() - its comparison stays */
void hil_blocks_free(struct hil_blocks *b);

#endif
