/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many samples were lost, told from blocks that come late. */
#include "tests/unit/test.h"

#include "rig/audio/timeline.h"

#define RATE  48000
#define BLOCK 512
#define AHEAD 28 /* blocks that wait before one is taken */

struct fixture {
	struct hil_tape *tape;
	struct hil_timeline timeline;
	uint64_t made; /* samples of the card, lost ones too */
	float sample[2 * BLOCK];
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->tape = hil_tape_new();
	assert_non_null(f->tape);
	hil_timeline_init(&f->timeline, RATE);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	hil_tape_free(f->tape);
	free(f);
	return 0;
}

/* The next block, @late_ns later than it was full. */
static void put(struct fixture *f, int64_t late_ns, bool overflow)
{
	f->made += BLOCK;
	hil_tape_put(f->tape, f->sample, BLOCK, 2,
		     1000000000 + (int64_t)(f->made * 1000000000 / RATE) +
			     late_ns,
		     overflow);
}

/* Takes all that are old enough; samples that were found to be lost. */
static uint64_t take(struct fixture *f, size_t leave)
{
	uint64_t lost = 0;

	while (hil_tape_blocks(f->tape) > leave) {
		uint64_t one = hil_timeline_lost(&f->timeline, f->tape);

		hil_timeline_take(&f->timeline, hil_tape_block(f->tape, 0),
				  one);
		hil_tape_release(f->tape);
		lost += one;
	}
	return lost;
}

static void busy_machine_loses_nothing(void **state)
{
	struct fixture *f = *state;
	uint64_t seed = 5, lost = 0;

	for (int i = 0; i < 5000; i++) {
		/* up to 8 ms late; some up to 50 ms and flagged for it */
		bool flagged = test_random(&seed) % 8 == 0;

		put(f,
		    (int64_t)(test_random(&seed) %
			      (flagged ? 50000000 : 8000000)),
		    flagged);
		lost += take(f, AHEAD);
	}
	assert_int_equal(lost + take(f, 0), 0);
}

static void lost_blocks_are_counted_exactly(void **state)
{
	static const uint64_t blocks[] = { 1, 2, 30, 400 };
	struct fixture *f = *state;
	uint64_t seed = 7, lost = 0, expected = 0;

	for (int i = 0; i < 2000; i++) {
		bool hit = i % 400 == 399 && i < 1999;

		if (hit) {
			f->made += blocks[i / 400] * BLOCK;
			expected += blocks[i / 400] * BLOCK;
		}
		put(f, (int64_t)(test_random(&seed) % 8000000), hit);
		lost += take(f, AHEAD);
	}
	lost += take(f, 0);
	assert_int_equal(expected, 433 * BLOCK);
	assert_int_equal(lost, expected);
	assert_int_equal(f->timeline.frames, f->made);
}

static void loss_that_nobody_flagged_is_seen(void **state)
{
	struct fixture *f = *state;
	uint64_t lost = 0;

	for (int i = 0; i < 200; i++) {
		if (i == 100)
			f->made += 48 * BLOCK;
		put(f, 0, false);
		lost += take(f, AHEAD);
	}
	assert_int_equal(lost + take(f, 0), 48 * BLOCK);
}

static void quartz_that_is_off_is_no_loss(void **state)
{
	struct fixture *f = *state;
	uint64_t lost = 0;

	/* 300 ppm, ten minutes: 180 ms in all */
	for (int64_t i = 0; i < 56250; i++) {
		put(f, i * BLOCK * 1000000000 / RATE * 3 / 10000, false);
		lost += take(f, AHEAD);
	}
	assert_int_equal(lost + take(f, 0), 0);
}

static void blocks_up_to_the_flag_are_suspect(void **state)
{
	struct fixture *f = *state;
	bool suspect[10];

	for (int i = 0; i < 10; i++)
		put(f, 0, i == 6);
	for (int i = 0; i < 10; i++) {
		suspect[i] = hil_timeline_suspect(f->tape);
		hil_tape_release(f->tape);
	}
	for (int i = 0; i < 10; i++)
		assert_int_equal(suspect[i], i >= 4 && i <= 6);
}

static void full_tape_says_what_it_dropped(void **state)
{
	struct fixture *f = *state;
	uint64_t kept = 0, dropped = 0;

	for (int i = 0; i < 3000; i++)
		put(f, 0, false);
	while (hil_tape_blocks(f->tape) > 0) {
		kept += hil_tape_block(f->tape, 0)->frames;
		hil_tape_release(f->tape);
	}
	put(f, 0, false);
	dropped = hil_tape_block(f->tape, 0)->dropped;
	assert_true(dropped > 0);
	assert_int_equal(kept + dropped, 3000 * BLOCK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(busy_machine_loses_nothing,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(lost_blocks_are_counted_exactly,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			loss_that_nobody_flagged_is_seen, set_up, tear_down),
		cmocka_unit_test_setup_teardown(quartz_that_is_off_is_no_loss,
						set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			blocks_up_to_the_flag_are_suspect, set_up, tear_down),
		cmocka_unit_test_setup_teardown(full_tape_says_what_it_dropped,
						set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
