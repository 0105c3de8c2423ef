/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Were samples lost without a word? A signal of steady period says so: across
 * a loss of n samples its phase moves by n. Whole periods cannot be told from
 * none, so a loss is known modulo the period.
 *
 * A heartbeat is steady from edge to edge, and each interval is looked at. The
 * stimulus's own period is a weaker witness: its generator is late now and
 * then, so only a move that lasts counts, and small ones drown in jitter.
 */
#ifndef HIL_CALIBRATION_HEARTBEAT_H
#define HIL_CALIBRATION_HEARTBEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_HEARTBEAT_FIRST 64 /* edges that tell period and jitter */
#define HIL_HEARTBEAT_BLOCK 16 /* edges whose median is a phase */
#define HIL_SPLICES         16 /* listed */

struct hil_splice {
	uint64_t before, behind; /* edges that were still, and again, in step */
	double missing_samples;  /* or so many and whole periods */
};

struct hil_heartbeat {
	bool weak; /* the stimulus */
	size_t kept;
	uint64_t first[HIL_HEARTBEAT_FIRST];
	double period_samples; /* 0: not yet known */
	double slack_samples;  /* a smaller loss does not show */
	bool steady;
	uint64_t last;
	uint64_t intervals; /* in step */
	uint64_t splices;
	struct hil_splice splice[HIL_SPLICES];
	/* of a weak one: phases over the grid of @period_samples */
	uint64_t anchor;
	uint64_t periods; /* since it, of @last */
	double phase[HIL_HEARTBEAT_BLOCK];
	size_t phases, blocks;
	uint64_t block_from, before_from;
	double median, slope; /* of the last block; by block */
	double wander;        /* what a block usually moves besides */
	double moved;         /* by the block before; 0: in step */
};

/** hil_heartbeat_init() - no edge yet; @weak: of the stimulus */
void hil_heartbeat_init(struct hil_heartbeat *h, bool weak);

/**
 * hil_heartbeat_add() - an edge of one direction
 * @sample: above that of the edge before
 *
 * Context: any; amortised O(1).
 */
void hil_heartbeat_add(struct hil_heartbeat *h, uint64_t sample);

/** hil_heartbeat_gap() - what follows is behind a loss that was told */
void hil_heartbeat_gap(struct hil_heartbeat *h);

/** hil_heartbeat_finish() - no more edges: look at what is kept */
void hil_heartbeat_finish(struct hil_heartbeat *h);

#endif
