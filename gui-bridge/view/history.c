/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Remembers the newest windows of one quantity in rings of fixed length. It
 * believes nothing of their order: a window that lies before its predecessor
 * is only ever drawn at the wrong place.
 */
#include "gui-bridge/view/history.h"

#include <stdlib.h>
#include <string.h>

#include "gui-bridge/view/history_private.h"

/* A hostile memory's times must not overflow sums of a few of them. */
#define START_MAX_NS (INT64_MAX / 4)

struct hil_history *hil_history_new(void)
{
	struct hil_history *h = calloc(1, sizeof(*h));
	size_t i;

	if (!h)
		return NULL;
	for (i = 0; i < HIL_SHM_LEVELS; i++) {
		struct history_level *l = &h->level[i];

		l->slots = hil_window_slots[i];
		l->slot = calloc(l->slots, sizeof(*l->slot));
		if (!l->slot) {
			hil_history_free(h);
			return NULL;
		}
	}
	return h;
}

void hil_history_free(struct hil_history *h)
{
	size_t i;

	if (!h)
		return;
	for (i = 0; i < HIL_SHM_LEVELS; i++)
		free(h->level[i].slot);
	free(h);
}

void hil_history_clear(struct hil_history *h)
{
	size_t i;

	for (i = 0; i < HIL_SHM_LEVELS; i++)
		h->level[i].written = 0;
	h->worsts = 0;
}

static void keep_worst(struct hil_history *h,
		       const struct hil_shm_window *window)
{
	size_t at = h->worsts;

	while (at > 0 && h->worst[at - 1].value_ns < window->in.max_ns)
		at--;
	if (at == HIL_HISTORY_WORST)
		return;
	if (h->worsts < HIL_HISTORY_WORST)
		h->worsts++;
	memmove(&h->worst[at + 1], &h->worst[at],
		(h->worsts - at - 1) * sizeof(h->worst[0]));
	h->worst[at] = (struct hil_history_worst){
		.value_ns = window->in.max_ns,
		.at_ns = window->start_ns,
		.width_ns = hil_window_width_ns[0],
	};
}

void hil_history_add(struct hil_history *h, size_t level,
		     const struct hil_shm_window *window)
{
	struct history_level *l = &h->level[level];

	if (window->start_ns < 0 || window->start_ns > START_MAX_NS)
		return;
	l->slot[l->written++ & (l->slots - 1)] = (struct history_slot){
		.start_ns = window->start_ns,
		.count = window->in.count,
		.sum_ns = window->in.sum_ns,
		.min_ns = window->in.min_ns,
		.max_ns = window->in.max_ns,
	};
	if (level == 0 && window->in.count)
		keep_worst(h, window);
}

size_t hil_history_slots(const struct history_level *l)
{
	return l->written < l->slots ? (size_t)l->written : l->slots;
}

const struct history_slot *hil_history_slot(const struct history_level *l,
					    size_t back)
{
	return &l->slot[(l->written - 1 - back) & (l->slots - 1)];
}

int64_t hil_history_end(const struct hil_history *h)
{
	const struct history_level *l = &h->level[0];

	return l->written ? hil_history_slot(l, 0)->start_ns +
				    hil_window_width_ns[0]
			  : 0;
}

size_t hil_history_worst(const struct hil_history *h,
			 struct hil_history_worst worst[HIL_HISTORY_WORST])
{
	memcpy(worst, h->worst, h->worsts * sizeof(h->worst[0]));
	return h->worsts;
}
