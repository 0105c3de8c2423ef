/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A short list, largest first; nearly all calls end at its last entry. */
#include "rig/ledger/worst.h"

#include <string.h>

static bool is_worse(const struct hil_worst *a, const struct hil_worst *b)
{
	if (a->latency_ns != b->latency_ns)
		return a->latency_ns > b->latency_ns;
	return a->row < b->row;
}

void hil_worst_add(struct hil_worst_list *list, const struct hil_worst *w)
{
	size_t i = list->count;

	if (i == HIL_RESULT_WORST && !is_worse(w, &list->worst[i - 1]))
		return;
	while (i > 0 && is_worse(w, &list->worst[i - 1]))
		i--;
	if (list->count < HIL_RESULT_WORST)
		list->count++;
	memmove(&list->worst[i + 1], &list->worst[i],
		(list->count - 1 - i) * sizeof(list->worst[0]));
	list->worst[i] = *w;
}
