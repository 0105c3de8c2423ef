/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Real-time side of the windows: adds values to the open window of the finest
 * level and publishes those that time has closed. Creating rings is the
 * writer's, reading them the reader's.
 */
#include "daemon/shm/window.h"

const int64_t hil_window_width_ns[HIL_SHM_LEVELS] = {
	INT64_C(20000000),
	INT64_C(1000000000),
	INT64_C(60000000000),
};
const uint32_t hil_window_slots[HIL_SHM_LEVELS] = { 2048, 4096, 4096 };

static uint64_t saturating_add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t squared_deviation(int64_t value, int64_t reference)
{
	uint64_t d = value >= reference ? (uint64_t)value - (uint64_t)reference
					: (uint64_t)reference - (uint64_t)value;

	return d > UINT32_MAX ? UINT64_MAX : d * d;
}

/* Signed sums wrap after 292 years of values; unsigned keeps that defined. */
static int64_t wrapping_add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

void hil_shm_sums_init(struct hil_shm_sums *s)
{
	s->count = 0;
	s->sum_ns = 0;
	s->min_ns = INT64_MAX;
	s->max_ns = INT64_MIN;
	s->squares = 0;
	s->fifo_drops = 0;
	s->coalesced = 0;
}

void hil_shm_sums_add(struct hil_shm_sums *to, const struct hil_shm_sums *from)
{
	to->count += from->count;
	to->sum_ns = wrapping_add(to->sum_ns, from->sum_ns);
	if (from->min_ns < to->min_ns)
		to->min_ns = from->min_ns;
	if (from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
	to->squares = saturating_add(to->squares, from->squares);
	to->fifo_drops += from->fifo_drops;
	to->coalesced = wrapping_add(to->coalesced, from->coalesced);
}

static bool is_empty(const struct hil_shm_sums *s)
{
	return s->count == 0 && s->fifo_drops == 0 && s->coalesced == 0;
}

static uint64_t *pack_sums(const struct hil_shm_sums *s, uint64_t *word)
{
	*word++ = s->count;
	*word++ = (uint64_t)s->sum_ns;
	*word++ = (uint64_t)s->min_ns;
	*word++ = (uint64_t)s->max_ns;
	*word++ = s->squares;
	*word++ = s->fifo_drops;
	*word++ = (uint64_t)s->coalesced;
	return word;
}

/* Publish the open window of a level, if anything is in it, and fold it into
 * the open window above, which always contains it. */
static void close_window(struct hil_windows *w, size_t level, int64_t now_ns)
{
	struct hil_window_level *l = &w->level[level];
	uint64_t word[HIL_SHM_WINDOW_WORDS];

	if (is_empty(&l->in))
		return;
	hil_shm_sums_add(&l->since, &l->in);
	word[0] = l->number;
	pack_sums(&l->since, pack_sums(&l->in, word + 1));
	hil_ring_publish(&l->ring, ++l->published, word, now_ns);
	if (level + 1 < HIL_SHM_LEVELS)
		hil_shm_sums_add(&w->level[level + 1].in, &l->in);
	hil_shm_sums_init(&l->in);
}

/* A window that ends on one level ends on all finer ones too. */
static void move_to(struct hil_windows *w, int64_t at_ns, int64_t now_ns)
{
	size_t i;

	for (i = 0; i < HIL_SHM_LEVELS; i++) {
		struct hil_window_level *l = &w->level[i];
		uint64_t number = (uint64_t)(at_ns / l->width_ns);

		if (number <= l->number)
			break;
		close_window(w, i, now_ns);
		l->number = number;
	}
}

void hil_windows_init(struct hil_windows *w,
		      const struct hil_ring ring[HIL_SHM_LEVELS],
		      int64_t reference_ns)
{
	size_t i;

	w->reference_ns = reference_ns;
	for (i = 0; i < HIL_SHM_LEVELS; i++) {
		struct hil_window_level *l = &w->level[i];

		l->ring = ring[i];
		l->width_ns = hil_window_width_ns[i];
		l->published = 0;
		l->number = 0;
		hil_shm_sums_init(&l->in);
		hil_shm_sums_init(&l->since);
	}
}

void hil_windows_add(struct hil_windows *w, const struct hil_window_value *v,
		     int64_t now_ns)
{
	struct hil_shm_sums one;

	if (v->at_ns > 0)
		move_to(w, v->at_ns, now_ns);
	hil_shm_sums_init(&one);
	one.fifo_drops = v->fifo_drops;
	one.coalesced = v->coalesced;
	if (v->has_value) {
		one.count = 1;
		one.sum_ns = v->value_ns;
		one.min_ns = v->value_ns;
		one.max_ns = v->value_ns;
		one.squares = squared_deviation(v->value_ns, w->reference_ns);
	}
	hil_shm_sums_add(&w->level[0].in, &one);
}

void hil_windows_flush(struct hil_windows *w, int64_t now_ns)
{
	size_t i;

	for (i = 0; i < HIL_SHM_LEVELS; i++)
		close_window(w, i, now_ns);
}
