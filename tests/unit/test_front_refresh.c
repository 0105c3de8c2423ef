/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When to draw, on a clock that the test moves. */
#include "gui-bridge/front/refresh.h"
#include "tests/unit/test.h"

#define MS 1000000LL

static void the_first_refresh_is_due_at_once(void **state)
{
	struct hil_refresh r;

	(void)state;
	hil_refresh_init(&r, 50 * MS, 1000 * MS);
	assert_int_equal(hil_refresh_wait(&r, 1000 * MS), 0);
	assert_true(hil_refresh_begin(&r, 1000 * MS));
	hil_refresh_end(&r, 1001 * MS);
	assert_int_equal(r.drawn, 1);
	assert_int_equal(hil_refresh_wait(&r, 1001 * MS), 49 * MS);
}

static void none_begins_before_it_is_due(void **state)
{
	struct hil_refresh r;

	(void)state;
	hil_refresh_init(&r, 50 * MS, 0);
	assert_true(hil_refresh_begin(&r, 0));
	hil_refresh_end(&r, 1 * MS);
	assert_false(hil_refresh_begin(&r, 49 * MS));
	assert_true(hil_refresh_begin(&r, 50 * MS));
	assert_int_equal(r.skipped, 0);
}

/* The paper's front end hung on overlapping timer calls. One takes 170 ms: the
 * calls at 50, 100 and 150 ms are skipped, the one at 200 ms draws. */
static void overlapping_refreshes_are_skipped_and_counted(void **state)
{
	struct hil_refresh r;

	(void)state;
	hil_refresh_init(&r, 50 * MS, 0);
	assert_true(hil_refresh_begin(&r, 0));
	assert_false(hil_refresh_begin(&r, 50 * MS));
	assert_false(hil_refresh_begin(&r, 100 * MS));
	assert_false(hil_refresh_begin(&r, 150 * MS));
	hil_refresh_end(&r, 170 * MS);
	assert_int_equal(r.skipped, 3);
	assert_int_equal(r.drawn, 1);
	assert_false(hil_refresh_begin(&r, 199 * MS));
	assert_true(hil_refresh_begin(&r, 200 * MS));
	hil_refresh_end(&r, 201 * MS);
	assert_int_equal(r.drawn, 2);
	assert_int_equal(r.skipped, 3);
}

/* The same from one thread, which cannot call while it draws. */
static void what_comes_due_while_drawing_is_skipped(void **state)
{
	struct hil_refresh r;

	(void)state;
	hil_refresh_init(&r, 50 * MS, 0);
	assert_true(hil_refresh_begin(&r, 0));
	hil_refresh_end(&r, 170 * MS);
	assert_int_equal(r.skipped, 3);
	assert_int_equal(hil_refresh_wait(&r, 170 * MS), 30 * MS);
}

/* Stopped for 10 s: one refresh, not 200 of them in a row. */
static void a_late_caller_draws_once(void **state)
{
	struct hil_refresh r;

	(void)state;
	hil_refresh_init(&r, 50 * MS, 0);
	assert_true(hil_refresh_begin(&r, 10000 * MS));
	hil_refresh_end(&r, 10000 * MS);
	assert_int_equal(r.skipped, 200);
	assert_false(hil_refresh_begin(&r, 10000 * MS));
	assert_true(hil_refresh_begin(&r, 10050 * MS));
}

/* Drawn and skipped are all that came due, whatever happens. */
static void nothing_is_counted_twice(void **state)
{
	struct hil_refresh r;
	uint64_t seed = 5;
	int64_t now = 0;
	int i;

	(void)state;
	hil_refresh_init(&r, 20 * MS, 0);
	for (i = 0; i < 10000; i++) {
		if (hil_refresh_begin(&r, now)) {
			now += (int64_t)(test_random(&seed) % 100) * MS;
			if (test_random(&seed) % 2)
				hil_refresh_begin(&r, now);
			hil_refresh_end(&r, now);
		}
		now += (int64_t)(test_random(&seed) % 30) * MS;
	}
	/* Due at 0, 20, … up to the last one that has passed. */
	assert_int_equal(r.drawn + r.skipped, r.due_ns / (20 * MS));
}

static void the_period_changes_while_running(void **state)
{
	struct hil_refresh r;

	(void)state;
	hil_refresh_init(&r, 5000 * MS, 0);
	assert_true(hil_refresh_begin(&r, 0));
	hil_refresh_set(&r, 20 * MS, 10 * MS); /* while one is in progress */
	hil_refresh_end(&r, 15 * MS);
	assert_int_equal(r.skipped, 0);
	assert_true(hil_refresh_begin(&r, 30 * MS));
	hil_refresh_end(&r, 30 * MS);
	hil_refresh_set(&r, 1, 30 * MS);
	assert_int_equal(r.period_ns, 20 * MS);
	hil_refresh_set(&r, INT64_MAX, 30 * MS);
	assert_int_equal(r.period_ns, 5000 * MS);
}

static void steps_go_from_end_to_end_and_back(void **state)
{
	int64_t period = HIL_REFRESH_MIN_NS;
	int i;

	(void)state;
	for (i = 0; i < 20; i++)
		period = hil_refresh_step(period, 1);
	assert_int_equal(period, HIL_REFRESH_MAX_NS);
	for (i = 0; i < 20; i++)
		period = hil_refresh_step(period, -1);
	assert_int_equal(period, HIL_REFRESH_MIN_NS);
	assert_int_equal(hil_refresh_step(70 * MS, 1), 100 * MS);
	assert_int_equal(hil_refresh_step(70 * MS, -1), 50 * MS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_refresh_is_due_at_once),
		cmocka_unit_test(none_begins_before_it_is_due),
		cmocka_unit_test(overlapping_refreshes_are_skipped_and_counted),
		cmocka_unit_test(what_comes_due_while_drawing_is_skipped),
		cmocka_unit_test(a_late_caller_draws_once),
		cmocka_unit_test(nothing_is_counted_twice),
		cmocka_unit_test(the_period_changes_while_running),
		cmocka_unit_test(steps_go_from_end_to_end_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
