/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of a history: what is kept, and how it is walked. */
#ifndef HIL_VIEW_HISTORY_PRIVATE_H
#define HIL_VIEW_HISTORY_PRIVATE_H

#include "gui-bridge/view/history.h"

/* 40 bytes of a window's 128: what curves are made of. */
struct history_slot {
	int64_t start_ns;
	uint64_t count;
	int64_t sum_ns, min_ns, max_ns;
};

struct history_level {
	struct history_slot *slot;
	size_t slots; /* room, a power of two */
	uint64_t written;
};

struct hil_history {
	struct history_level level[HIL_SHM_LEVELS];
	size_t worsts;
	struct hil_history_worst worst[HIL_HISTORY_WORST];
};

/** hil_history_slots() - how many windows of a level are remembered */
size_t hil_history_slots(const struct history_level *l);

/** hil_history_slot() - @back: 0 is the newest, up to slots - 1 */
const struct history_slot *hil_history_slot(const struct history_level *l,
					    size_t back);

#endif
