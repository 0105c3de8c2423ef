/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each witness saw in a stored run, whatever its verdict is. */
#ifndef HIL_QUALIFY_SEEN_H
#define HIL_QUALIFY_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/ledger/result.h"

struct hil_seen {
	uint64_t samples;
	uint64_t stimulus; /* edges, from the first sample on */
	/* of the board and its pin, since it has settled and until it is
	 * stopped; some controllers keep an edge from before the line was held,
	 * and it is answered */
	uint64_t probe, events;
	uint64_t kept; /* events before that */
	bool closed;   /* the board told its totals */
	struct hil_accounts accounts;
};

#define HIL_SEEN_SETTLED_MS 500 /* after the run has begun */

/** hil_seen_read() - Context: any but RT. Return: 0; -errno. */
int hil_seen_read(const char *run, struct hil_seen *s) HIL_MUST_CHECK;

#endif
