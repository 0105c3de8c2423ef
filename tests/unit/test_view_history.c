/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a front end remembers, and the columns that are made of it. */
#include "gui-bridge/view/history.h"
#include "tests/unit/test.h"

#define MS 1000000LL
#define S  (1000 * MS)

static int setup(void **state)
{
	*state = hil_history_new();
	return *state ? 0 : -1;
}

static int teardown(void **state)
{
	hil_history_free(*state);
	return 0;
}

/* A window of @count values that lie between 10 us and @max_ns. */
static void add(struct hil_history *h, size_t level, int64_t start_ns,
		uint64_t count, int64_t max_ns)
{
	const struct hil_shm_window window = {
		.start_ns = start_ns,
		.in = { .count = count,
			.sum_ns = (int64_t)count * 20000,
			.min_ns = 10000,
			.max_ns = max_ns },
	};

	hil_history_add(h, level, &window);
}

static uint64_t count_of(const struct hil_view_column column[], size_t columns)
{
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < columns; i++)
		count += column[i].count;
	return count;
}

static void an_empty_history_has_empty_columns(void **state)
{
	struct hil_history_grid grid = hil_history_grid(0, 40 * S, 100);
	struct hil_view_column column[100];

	assert_int_equal(hil_history_end(*state), 0);
	assert_int_equal(hil_history_last(*state).count, 0);
	hil_history_columns(*state, &grid, column);
	assert_int_equal(count_of(column, grid.columns), 0);
}

/* 2,000 windows of 20 ms with 5 values are 40 s with 10,000 values; they end
 * at 140 s, and the grid of 100 columns of 400 ms begins at 100 s. */
static void every_value_is_in_one_column(void **state)
{
	struct hil_view_column column[400];
	struct hil_history_grid grid;
	int64_t i;

	for (i = 0; i < 2000; i++)
		add(*state, 0, 100 * S + i * 20 * MS, 5, 30000 + i);
	grid = hil_history_grid(hil_history_end(*state), 40 * S, 100);
	assert_int_equal(grid.columns, 100);
	assert_int_equal(grid.column_ns, 400 * MS);
	assert_int_equal(grid.start_ns, 100 * S);
	hil_history_columns(*state, &grid, column);
	assert_int_equal(count_of(column, grid.columns), 10000);
	assert_int_equal(column[0].count, 20 * 5);
	assert_int_equal(column[0].max_ns, 30019);
	assert_int_equal(column[0].min_ns, 10000);
	assert_true(column[0].avg_ns > 19999.9 && column[0].avg_ns < 20000.1);
}

static void columns_do_not_move_while_time_goes_on(void **state)
{
	struct hil_history_grid a, b;

	(void)state;
	a = hil_history_grid(100 * S + 20 * MS, 40 * S, 100);
	b = hil_history_grid(100 * S + 380 * MS, 40 * S, 100);
	assert_int_equal(a.start_ns, b.start_ns);
	b = hil_history_grid(100 * S + 420 * MS, 40 * S, 100);
	assert_int_equal(a.start_ns + 400 * MS, b.start_ns);
}

static void no_column_is_narrower_than_a_window(void **state)
{
	struct hil_history_grid grid;

	(void)state;
	grid = hil_history_grid(100 * S, 1 * S, 400);
	assert_int_equal(grid.column_ns, 20 * MS);
	assert_int_equal(grid.columns, 50);
	grid = hil_history_grid(10000 * S, 300 * S, 400); /* of 1 s windows */
	assert_int_equal(grid.column_ns, 1 * S);
	grid = hil_history_grid(10000 * S, 3000000 * S,
				400); /* longer than all */
	assert_true((int64_t)grid.columns * grid.column_ns <= 70 * 3600 * S);
}

/* 10 minutes: the newest published 1 s window ends at 600 s, and 20 ms windows
 * go on to 600.5 s. Both count, none twice. */
static void the_right_end_comes_from_finer_levels(void **state)
{
	struct hil_view_column column[120];
	struct hil_history_grid grid;
	int64_t i;

	for (i = 0; i < 600; i++)
		add(*state, 1, i * S, 50, 30000);
	for (i = 560 * 50; i < 600 * 50 + 25; i++)
		add(*state, 0, i * 20 * MS, 1, 40000);
	grid = hil_history_grid(hil_history_end(*state), 600 * S, 120);
	hil_history_columns(*state, &grid, column);
	/* The grid is aligned to 5 s, so it begins at 5 s. */
	assert_int_equal(grid.start_ns, 5 * S);
	assert_int_equal(count_of(column, grid.columns), 595 * 50 + 25);
	assert_int_equal(column[grid.columns - 1].count, 25);
	assert_int_equal(column[grid.columns - 1].max_ns, 40000);
}

static void the_last_window_is_the_newest_second(void **state)
{
	int64_t i;

	for (i = 0; i < 200; i++)
		add(*state, 0, i * 20 * MS, 5, i < 150 ? 90000 : 30000);
	assert_int_equal(hil_history_last(*state).count, 50 * 5);
	assert_int_equal(hil_history_last(*state).max_ns, 30000);
}

static void the_oldest_windows_are_forgotten(void **state)
{
	struct hil_view_column column[400];
	struct hil_history_grid grid;
	int64_t i;

	for (i = 0; i < 100000; i++)
		add(*state, 0, i * 20 * MS, 1, 30000);
	grid = hil_history_grid(hil_history_end(*state), 40 * S, 400);
	hil_history_columns(*state, &grid, column);
	assert_int_equal(count_of(column, grid.columns), 2000);
}

static void the_ten_largest_are_kept_in_order(void **state)
{
	struct hil_history_worst worst[HIL_HISTORY_WORST];
	size_t i;

	for (i = 0; i < 1000; i++) /* 37 is prime to 1,000: each value once */
		add(*state, 0, (int64_t)i * 20 * MS, 1,
		    20000 + (int64_t)(i * 37 % 1000));
	assert_int_equal(hil_history_worst(*state, worst), 10);
	for (i = 0; i < 10; i++)
		assert_int_equal(worst[i].value_ns, 20999 - (int64_t)i);
}

static void impossible_times_are_left_out(void **state)
{
	struct hil_view_column column[400];
	struct hil_history_grid grid;

	add(*state, 0, INT64_MIN, 1, 30000);
	add(*state, 0, -1, 1, 30000);
	add(*state, 0, INT64_MAX, 1, 30000);
	add(*state, 0, 60 * S, 1, 30000);
	assert_int_equal(hil_history_end(*state), 60 * S + 20 * MS);
	grid = hil_history_grid(hil_history_end(*state), 40 * S, 400);
	hil_history_columns(*state, &grid, column);
	assert_int_equal(count_of(column, grid.columns), 1);
}

static void a_cleared_history_is_empty(void **state)
{
	add(*state, 0, 60 * S, 1, 30000);
	hil_history_clear(*state);
	assert_int_equal(hil_history_end(*state), 0);
	assert_int_equal(hil_history_last(*state).count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			an_empty_history_has_empty_columns, setup, teardown),
		cmocka_unit_test_setup_teardown(every_value_is_in_one_column,
						setup, teardown),
		cmocka_unit_test(columns_do_not_move_while_time_goes_on),
		cmocka_unit_test(no_column_is_narrower_than_a_window),
		cmocka_unit_test_setup_teardown(
			the_right_end_comes_from_finer_levels, setup, teardown),
		cmocka_unit_test_setup_teardown(
			the_last_window_is_the_newest_second, setup, teardown),
		cmocka_unit_test_setup_teardown(
			the_oldest_windows_are_forgotten, setup, teardown),
		cmocka_unit_test_setup_teardown(
			the_ten_largest_are_kept_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(impossible_times_are_left_out,
						setup, teardown),
		cmocka_unit_test_setup_teardown(a_cleared_history_is_empty,
						setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
