/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probe commands whose time windows overlap, looked at together. */
#ifndef HIL_LEDGER_JOIN_CLUSTER_H
#define HIL_LEDGER_JOIN_CLUSTER_H

#include "rig/ledger/join.h"

/* Windows that overlap without end mean that the fit is wider than the time
 * between commands; more than this is not looked at together. */
#define HIL_CLUSTER_MAX 256

struct hil_cluster {
	size_t events; /* at the front of the join's */
	size_t edges;  /* of the probe queue's front, in its windows */
	int64_t low_ns, high_ns;
	bool lost; /* commands before, behind or inside, whose events did not
		    * reach the host: their edges may be among these */
};

/**
 * hil_cluster_close() - find the end of the cluster that the first event opens
 *
 * Return: false while an event to come may be in it.
 */
bool hil_cluster_close(struct hil_join *j, struct hil_cluster *c);

#endif
