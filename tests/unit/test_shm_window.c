/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows: which are published when, and what is in them. */
#include "daemon/shm/window.h"
#include "tests/unit/shm_fixture.h"

#define SLOTS     8
#define MS        INT64_C(1000000)
#define REFERENCE 100

struct level {
	struct hil_shm_ring_head head;
	_Atomic uint64_t slot[SLOTS * HIL_SHM_SLOT_WORDS];
};

struct bench {
	struct level level[HIL_SHM_LEVELS];
	struct hil_windows windows;
};

static void start(struct bench *b)
{
	struct hil_ring ring[HIL_SHM_LEVELS];
	size_t i;

	*b = (struct bench){ 0 };
	for (i = 0; i < HIL_SHM_LEVELS; i++)
		ring[i] =
			(struct hil_ring){ &b->level[i].head, b->level[i].slot,
					   SLOTS - 1, HIL_SHM_SLOT_WORDS };
	hil_windows_init(&b->windows, ring, REFERENCE);
}

static void add(struct bench *b, int64_t at_ns, int64_t value_ns)
{
	const struct hil_window_value v = {
		.at_ns = at_ns,
		.value_ns = value_ns,
		.has_value = true,
	};

	hil_windows_add(&b->windows, &v, at_ns);
}

static void add_losses(struct bench *b, int64_t at_ns, uint64_t drops,
		       int64_t coalesced)
{
	const struct hil_window_value v = {
		.at_ns = at_ns,
		.fifo_drops = drops,
		.coalesced = coalesced,
	};

	hil_windows_add(&b->windows, &v, at_ns);
}

static uint64_t published(const struct bench *b, size_t level)
{
	return b->level[level].head.latest;
}

static struct hil_shm_window read_window(const struct bench *b, size_t level,
					 uint64_t n)
{
	const struct level *l = &b->level[level];
	const struct hil_ring_view view = { &l->head, l->slot, SLOTS - 1,
					    HIL_SHM_SLOT_WORDS };
	uint64_t word[HIL_SHM_WINDOW_WORDS];
	struct hil_shm_window w;

	assert_int_equal(hil_ring_read(&view, n, word), 0);
	hil_window_unpack(word, hil_window_width_ns[level], &w);
	return w;
}

static void window_is_published_when_a_later_one_begins(void **state)
{
	static struct bench b;
	struct hil_shm_window w;

	(void)state;
	start(&b);
	add(&b, 41 * MS, 103); /* window 2, from 40 ms to 60 ms */
	add(&b, 59 * MS, 99);
	assert_int_equal(published(&b, 0), 0);
	add(&b, 60 * MS, 100);
	assert_int_equal(published(&b, 0), 1);
	w = read_window(&b, 0, 1);
	assert_int_equal(w.number, 2);
	assert_int_equal(w.start_ns, 40 * MS);
	assert_int_equal(w.in.count, 2);
	assert_int_equal(w.in.sum_ns, 202);
	assert_int_equal(w.in.min_ns, 99);
	assert_int_equal(w.in.max_ns, 103);
	assert_int_equal(w.in.squares, 3 * 3 + 1 * 1);
}

static void empty_windows_are_not_published(void **state)
{
	static struct bench b;

	(void)state;
	start(&b);
	add(&b, 0, 1);
	add(&b, 500 * MS, 1); /* 24 empty windows in between */
	add(&b, 800 * MS, 1);
	assert_int_equal(published(&b, 0), 2);
	assert_int_equal(read_window(&b, 0, 2).number, 25);
}

static void sums_since_the_start_go_on(void **state)
{
	static struct bench b;
	struct hil_shm_window w;

	(void)state;
	start(&b);
	add(&b, 0, 500);
	add(&b, 20 * MS, 90);
	add_losses(&b, 21 * MS, 4, -1);
	add(&b, 40 * MS, 100);
	w = read_window(&b, 0, 2);
	assert_int_equal(w.in.count, 1);
	assert_int_equal(w.in.max_ns, 90);
	assert_int_equal(w.in.fifo_drops, 4);
	assert_int_equal(w.in.coalesced, -1);
	assert_int_equal(w.since.count, 2);
	assert_int_equal(w.since.max_ns, 500);
	assert_int_equal(w.since.min_ns, 90);
	assert_int_equal(w.since.sum_ns, 590);
	assert_int_equal(w.since.squares, 400 * 400 + 10 * 10);
	assert_int_equal(w.since.fifo_drops, 4);
}

static void each_level_folds_the_one_below(void **state)
{
	static struct bench b;
	struct hil_shm_window w;
	int64_t i;

	(void)state;
	start(&b);
	/* 130 s at 100 Hz: value i at i * 10 ms; the second and the third
	 * level have published 129 and 2 windows when the last is added. */
	for (i = 0; i < 13000; i++)
		add(&b, i * 10 * MS, i);
	assert_int_equal(published(&b, 0), 6499);
	assert_int_equal(published(&b, 1), 129);
	assert_int_equal(published(&b, 2), 2);
	w = read_window(&b, 1, 129); /* values 12800 to 12899 */
	assert_int_equal(w.number, 128);
	assert_int_equal(w.in.count, 100);
	assert_int_equal(w.in.min_ns, 12800);
	assert_int_equal(w.in.max_ns, 12899);
	assert_int_equal(w.in.sum_ns, 100 * (12800 + 12899) / 2);
	assert_int_equal(w.since.count, 12900);
	w = read_window(&b, 2, 2); /* 6000 to 11999 */
	assert_int_equal(w.in.count, 6000);
	assert_int_equal(w.in.min_ns, 6000);
	assert_int_equal(w.since.count, 12000);
	assert_int_equal(w.since.max_ns, 11999);
}

static void flush_publishes_all_levels_so_that_they_agree(void **state)
{
	static struct bench b;
	int64_t i;
	size_t level;

	(void)state;
	start(&b);
	for (i = 0; i < 1234; i++)
		add(&b, i * 100 * MS, i);
	hil_windows_flush(&b.windows, 0);
	hil_windows_flush(&b.windows, 0); /* nothing left: no empty windows */
	for (level = 0; level < HIL_SHM_LEVELS; level++) {
		const struct hil_shm_window w =
			read_window(&b, level, published(&b, level));

		assert_int_equal(w.since.count, 1234);
		assert_int_equal(w.since.max_ns, 1233);
	}
	assert_int_equal(published(&b, 2), 3); /* 123.4 s */
}

static void window_of_losses_alone_is_published(void **state)
{
	static struct bench b;
	struct hil_shm_window w;

	(void)state;
	start(&b);
	add_losses(&b, 5 * MS, 3, 0);
	add(&b, 25 * MS, 1);
	w = read_window(&b, 0, 1);
	assert_int_equal(w.in.count, 0);
	assert_int_equal(w.in.fifo_drops, 3);
	assert_true(w.in.min_ns == INT64_MAX && w.in.max_ns == INT64_MIN);
}

static void squares_stay_at_the_top_when_they_do_not_fit(void **state)
{
	static struct bench b;
	struct hil_shm_window w;

	(void)state;
	start(&b);
	add(&b, 0, REFERENCE + INT64_C(4000000000)); /* 1.6e19 fits */
	add(&b, 20 * MS, REFERENCE - INT64_C(4000000000));
	add(&b, 40 * MS, INT64_MIN);
	add(&b, 60 * MS, 1);
	w = read_window(&b, 0, 1);
	assert_true(w.since.squares == UINT64_C(16000000000000000000));
	assert_true(read_window(&b, 0, 2).since.squares == UINT64_MAX);
	w = read_window(&b, 0, 3);
	assert_true(w.in.squares == UINT64_MAX);
	assert_true(w.since.squares == UINT64_MAX);
}

static void time_that_stands_or_steps_back_stays_in_its_window(void **state)
{
	static struct bench b;

	(void)state;
	start(&b);
	add(&b, 100 * MS, 1);
	add(&b, 90 * MS, 1);
	add(&b, -5, 1);
	assert_int_equal(published(&b, 0), 0);
	hil_windows_flush(&b.windows, 0);
	assert_int_equal(read_window(&b, 0, 1).in.count, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(window_is_published_when_a_later_one_begins),
		cmocka_unit_test(empty_windows_are_not_published),
		cmocka_unit_test(sums_since_the_start_go_on),
		cmocka_unit_test(each_level_folds_the_one_below),
		cmocka_unit_test(flush_publishes_all_levels_so_that_they_agree),
		cmocka_unit_test(window_of_losses_alone_is_published),
		cmocka_unit_test(squares_stay_at_the_top_when_they_do_not_fit),
		cmocka_unit_test(
			time_that_stands_or_steps_back_stays_in_its_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
