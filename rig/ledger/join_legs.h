/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows whose legs need both clocks, and the clock that they tell: rows wait in
 * a block until its own and the block before have bounded the offset, those
 * that contradict the rest are named and set aside.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_LEDGER_JOIN_LEGS_H
#define HIL_LEDGER_JOIN_LEGS_H

#include "calibration/clock_knots.h"
#include "calibration/clock_squares.h"
#include "rig/ledger/result.h"

/* Rows of a block that wait for its bounds. */
#define HIL_JOIN_BLOCK 2048

struct hil_join_leg {
	int64_t at_ns; /* since the first sample */
	int64_t edge_ns, hardirq_ns, begin_ns, end_ns, probe_ns;
	uint64_t row, event;
	bool delivery; /* hardirq is the edge's own stamp */
	bool unpaired; /* an answer without an edge of its own: no legs, but
			* its command may contradict the clock */
};

struct hil_join_legs {
	/* of the block before, then of this one */
	struct hil_join_leg leg[2 * HIL_JOIN_BLOCK];
	size_t before, count; /* of the block before; in all */
	/* their inequalities, from leg[0]'s edge and over base_ns */
	double upper_at_ns[2 * HIL_JOIN_BLOCK], upper_ns[2 * HIL_JOIN_BLOCK];
	double lower_at_ns[2 * HIL_JOIN_BLOCK], lower_ns[2 * HIL_JOIN_BLOCK];
	bool contradicts[2 * HIL_JOIN_BLOCK];
	bool drift_known; /* of the block before */
	double drift_low, drift_high;
	bool straight; /* first and last offset are known */
	int64_t first_at_ns, last_at_ns;
	double first_ns, last_ns; /* offsets there, over base_ns */
	bool jumped;              /* offsets belong to several parts */
	double drift;             /* of the last block */
	double width_ns;          /* largest of all legs */
	double residual_ns;       /* largest contradiction */
	uint64_t rows;            /* that agree */
	struct hil_clock_squares squares;
	struct hil_clock_result *clock; /* owned until it is in a result */
};

struct hil_join;

/** hil_join_legs_init() - Return: 0; -ENOMEM. */
int hil_join_legs_init(struct hil_join_legs *k) HIL_MUST_CHECK;

/** hil_join_leg() - a matched row of a plain event */
void hil_join_leg(struct hil_join *j, const struct hil_join_leg *leg);

/** hil_join_leg_flush() - the block ends: decide its rows */
void hil_join_leg_flush(struct hil_join *j);

/** hil_join_leg_jump() - the clock has jumped: nothing before holds on */
void hil_join_leg_jump(struct hil_join *j);

/** hil_join_contradicts() - name a row that no clock fits */
void hil_join_contradicts(struct hil_join_legs *k,
			  const struct hil_contradiction *c);

/**
 * hil_join_block() - bounds of the offset for the rows from @from up to @to,
 *	each handed to hil_join_take_leg()
 */
void hil_join_block(struct hil_join *j, size_t from, size_t to);

/** hil_join_take_leg() - row @i; @knots NULL: no clock fits around it */
void hil_join_take_leg(struct hil_join *j, size_t i,
		       const struct hil_clock_knots *knots);

/** hil_join_leg_beyond() - how far a row is from what @knots allow
 * @late: result: its command is behind its probe edge; else its interrupt is
 *	before its edge
 * Return: ns; 0 or less: it agrees. */
double hil_join_leg_beyond(const struct hil_join_legs *k,
			   const struct hil_clock_knots *knots, size_t i,
			   bool *late);

#endif
