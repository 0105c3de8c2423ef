/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One trial of where the join may start: a probe edge taken as the answer to
 * an event, and how well the events behind it fit then. */
#ifndef HIL_LEDGER_JOIN_TRIAL_H
#define HIL_LEDGER_JOIN_TRIAL_H

#include "rig/ledger/join.h"

struct hil_trial {
	size_t event, edge;             /* taken together */
	int64_t at_ns, low_ns, high_ns; /* the offset that follows */
	int64_t score;                  /* what fits less what does not */
	double room_ns; /* that all pairs leave for a straight clock */
	bool at_edge;   /* gives the first edge to the first event */
};

/**
 * hil_trial_run() - score a trial
 * @t: @event and @edge are set
 * @first: event from which on to score
 * @count: events to score
 */
void hil_trial_run(struct hil_join *j, struct hil_trial *t, size_t first,
		   size_t count);

#endif
