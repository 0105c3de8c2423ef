/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ledger's rows against the truth of the simulated run they came from. */
#ifndef HIL_SIM_JUDGE_H
#define HIL_SIM_JUDGE_H

#include "tests/sim/sim.h"

struct hil_judge {
	const struct hil_sim *sim;
	size_t next; /* edge that the next row must be about */
	uint64_t rows[4];
	uint64_t answered;   /* edges whose own answer can be seen */
	uint64_t indistinct; /* edges of which nobody could tell */
	uint64_t wrong;      /* matched, but not with its own answer */
	uint64_t forgiven;   /* likewise, of indistinct edges */
	uint64_t wrong_event;
	uint64_t false_bound; /* at_least above the true latency */
	uint64_t stray;       /* rows that are about no edge */
	uint64_t digest;      /* of all rows, bit for bit */
};

void hil_judge_init(struct hil_judge *j, const struct hil_sim *sim);

/** hil_judge_row() - a row callback, @context is a struct hil_judge */
void hil_judge_row(void *context, const struct hil_row *row);

/** hil_judge_run() - feed a run to a ledger and judge it
 * Return: the result; NULL when a record was refused. */
struct hil_result *hil_judge_run(const struct hil_sim *sim, struct hil_judge *j,
				 enum hil_sim_order order, uint64_t seed);

/** hil_judge_add() - totals over runs */
void hil_judge_add(struct hil_judge *to, const struct hil_judge *from);

/** hil_judge_digest() - mix bytes into a digest */
uint64_t hil_judge_digest(uint64_t digest, const void *bytes, size_t length);

#endif
