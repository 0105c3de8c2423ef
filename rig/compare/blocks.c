/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block that was not measured to its end counts in its arm's numbers, for
 * these edges were seen beside it, and in no verdict. */
#include "rig/compare/blocks.h"

#include <errno.h>
#include <stdlib.h>

static struct hil_arm *arm_of(struct hil_blocks *b)
{
	return &b->c->arm[b->c->order[b->at]];
}

/* No row of the block can come any more. */
static void close_block(struct hil_blocks *b)
{
	const struct hil_block_span *span = &b->c->span[b->at];
	struct hil_compare_block *block;

	if (b->at < b->c->ended) {
		block = &arm_of(b)->block[b->at / b->c->arms];
		*block = hil_compare_block(b->value_ns, b->count);
		block->at_s = (span->from_s + span->to_s) / 2;
	}
	b->count = 0;
	b->at++;
}

static void take_value(struct hil_blocks *b, int64_t ns)
{
	size_t more = b->room ? b->room * 2 : 4096;
	int64_t *moved;

	if (b->count == b->room) {
		moved = realloc(b->value_ns, more * sizeof(*moved));
		if (!moved) {
			b->error = -ENOMEM;
			return;
		}
		b->value_ns = moved;
		b->room = more;
	}
	b->value_ns[b->count++] = ns;
}

void hil_blocks_row(struct hil_blocks *b, const struct hil_row *row,
		    double edge_s)
{
	const struct hil_comparison *c = b->c;
	struct hil_arm *arm;

	while (b->at < c->begun && edge_s >= c->span[b->at].to_s)
		close_block(b);
	if (b->at == c->begun || edge_s < c->span[b->at].from_s)
		return;
	arm = arm_of(b);
	hil_arm_row(arm, row, edge_s);
	if (row->row_class != HIL_ROW_MATCHED)
		return;
	take_value(b, row->latency_ns);
	if (arm->variant->front == HIL_FRONT_MANAGED &&
	    row->event != HIL_UNKNOWN_EVENT)
		hil_arm_edge(arm, row->wake_ns, row->latency_ns);
}

void hil_blocks_finish(struct hil_blocks *b)
{
	while (b->at < b->c->begun)
		close_block(b);
}

void hil_blocks_free(struct hil_blocks *b)
{
	free(b->value_ns);
	b->value_ns = NULL;
	b->count = b->room = 0;
}
