/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader's side of the windows: from slot words to numbers. */
#include "daemon/shm/window.h"

static const uint64_t *unpack_sums(const uint64_t *word, struct hil_shm_sums *s)
{
	s->count = *word++;
	s->sum_ns = (int64_t)*word++;
	s->min_ns = (int64_t)*word++;
	s->max_ns = (int64_t)*word++;
	s->squares = *word++;
	s->fifo_drops = *word++;
	s->coalesced = (int64_t)*word++;
	return word;
}

void hil_window_unpack(const uint64_t word[HIL_SHM_WINDOW_WORDS],
		       int64_t width_ns, struct hil_shm_window *w)
{
	w->number = word[0];
	/* Unsigned: a hostile number wraps instead of overflowing. */
	w->start_ns = (int64_t)(word[0] * (uint64_t)width_ns);
	unpack_sums(unpack_sums(word + 1, &w->in), &w->since);
}
