/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The largest latencies, and bounds of latencies nobody saw. */
#ifndef HIL_LEDGER_WORST_H
#define HIL_LEDGER_WORST_H

#include "rig/ledger/result.h"

struct hil_worst_list {
	struct hil_worst worst[HIL_RESULT_WORST]; /* largest first */
	size_t count;
};

/**
 * hil_worst_add() - keep @w if it is among the largest
 *
 * Of equal ones the earlier row stays: the list does not depend on the order
 * of calls. Context: any. O(1).
 */
void hil_worst_add(struct hil_worst_list *list, const struct hil_worst *w);

#endif
