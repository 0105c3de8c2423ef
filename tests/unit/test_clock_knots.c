/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds that a few wrong rows cannot move, pieces, and least squares. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "calibration/clock_knots.h"
#include "calibration/clock_pieces.h"
#include "calibration/clock_squares.h"

#define ROWS 1000
#define MS   1e6

/* offset(t) = 20 ppm of t: limits 1,000 ns above, 2,000 ns below and looser */
struct fixture {
	double upper_at[ROWS], upper[ROWS], lower_at[ROWS], lower[ROWS];
};

static double offset(double at_ns)
{
	return at_ns * 20e-6;
}

static struct hil_clock_rows fill(struct fixture *f)
{
	for (size_t i = 0; i < ROWS; i++) {
		double at_ns = (double)i * MS;

		f->upper_at[i] = at_ns;
		f->upper[i] = offset(at_ns) + 1000 + (double)(i * 37 % 50 * 50);
		f->lower_at[i] = at_ns + 40000;
		f->lower[i] = offset(at_ns + 40000) - 2000 -
			      (double)(i * 17 % 50 * 50);
	}
	return (struct hil_clock_rows){ f->upper_at, f->upper, f->lower_at,
					f->lower, ROWS };
}

static bool find(const struct hil_clock_rows *rows, size_t wrong,
		 struct hil_clock_knots *k)
{
	k->drift_low = -1e-3;
	k->drift_high = 1e-3;
	return hil_clock_knots_find(rows, 0, ROWS * MS, wrong, 5e-6, k);
}

static void assert_truth_inside(const struct hil_clock_knots *k)
{
	for (size_t i = 0; i < ROWS; i++) {
		double at_ns = (double)i * MS, low, high;

		hil_clock_knots_at(k, at_ns, &low, &high);
		assert_true(low <= offset(at_ns));
		assert_true(high >= offset(at_ns));
	}
}

static void knots_bound_the_offset_and_the_drift(void **state)
{
	static struct fixture f;
	struct hil_clock_rows rows = fill(&f);
	struct hil_clock_knots k;
	double low, high;

	(void)state;
	assert_true(find(&rows, 0, &k));
	assert_truth_inside(&k);
	assert_true(k.drift_low < 20e-6 && k.drift_high > 20e-6);
	/* 3 us of room over 1 s is 3 ppm, and 5 ppm of bend on either side */
	assert_true(k.drift_high - k.drift_low < 2 * 5e-6 + 2 * 4e-6);
	hil_clock_knots_at(&k, 500 * MS, &low, &high);
	/* 3,000 ns, and the tightest limit is at most 25 ms away */
	assert_true(high - low >= 3000);
	assert_true(high - low < 3000 + 2 * 25e6 * 18e-6);
}

static void wrong_rows_up_to_the_tolerance_move_no_bound_across(void **state)
{
	static struct fixture f;
	struct hil_clock_rows rows = fill(&f);
	size_t wrong = hil_clock_wrong(ROWS);
	struct hil_clock_knots k;

	(void)state;
	/* one in 64, and four */
	assert_int_equal(wrong, 15 + 4);
	for (size_t i = 0; i < wrong; i++) {
		f.upper[300 + i] -= 2500;
		f.lower[300 + i] += 2500;
	}
	assert_true(find(&rows, wrong, &k));
	assert_truth_inside(&k);
	/* of the extremes alone no clock is left */
	assert_false(find(&rows, 0, &k));
}

static void no_clock_fits_a_step(void **state)
{
	static struct fixture f;
	struct hil_clock_rows rows = fill(&f);
	struct hil_clock_knots k;

	(void)state;
	for (size_t i = ROWS / 2; i < ROWS; i++) {
		f.upper[i] += 50000;
		f.lower[i] += 50000;
	}
	assert_false(find(&rows, hil_clock_wrong(ROWS), &k));
}

/* Upper limits 1,000 ns above, lower 1,000 ns below, one a ms. */
static void grow(struct hil_clock_pieces *p, int64_t from, int64_t to,
		 int64_t at_from_ns, int64_t ns_per_ms)
{
	for (int64_t i = from; i < to; i++) {
		int64_t ns = at_from_ns + (i - from) * ns_per_ms;

		hil_clock_pieces_add(p, &(struct hil_clock_inequality){
						i * 1000000, ns + 1000,
						i * 1000000, ns - 1000, 2000 });
	}
}

static void pieces_end_where_the_drift_changes(void **state)
{
	struct hil_clock_pieces *p = malloc(sizeof(*p));

	(void)state;
	assert_non_null(p);
	hil_clock_pieces_init(p);
	grow(p, 0, 1280, 0, 20);
	hil_clock_pieces_end(p);
	assert_int_equal(p->count, 1);
	assert_true(fabs(p->piece[0].drift - 20e-6) < 1.6e-6);
	assert_true(fabs(p->piece[0].offset_ns) <= 1000);
	/* 20 ppm, then 40: by 2 us within 100 ms, so the cell that begins
	 * there fits no more */
	hil_clock_pieces_init(p);
	grow(p, 0, 1280, 0, 20);
	grow(p, 1280, 2560, 1280 * 20, 40);
	hil_clock_pieces_end(p);
	assert_int_equal(p->count, 2);
	assert_int_equal(p->piece[0].rows + p->piece[1].rows, 2560);
	assert_true(fabs(p->piece[1].drift - 40e-6) < 4e-6);
	assert_in_range(p->piece[1].begin_ns, 1280000000, 1600000000);
	free(p);
}

static void pieces_stay_few_however_often_the_drift_changes(void **state)
{
	struct hil_clock_pieces *p = malloc(sizeof(*p));
	uint64_t joined = 0, rows = 0;
	int64_t ns = 0;

	(void)state;
	assert_non_null(p);
	hil_clock_pieces_init(p);
	for (int64_t i = 0; i < 400; i++) {
		int64_t slope = i & 1 ? 200 : -200;

		grow(p, i * 128, (i + 1) * 128, ns, slope);
		ns += 128 * slope;
	}
	hil_clock_pieces_end(p);
	assert_in_range(p->count, HIL_CLOCK_PIECES / 2, HIL_CLOCK_PIECES);
	for (size_t i = 0; i < p->count; i++) {
		joined += p->piece[i].joined;
		rows += p->piece[i].rows;
	}
	assert_int_equal(joined, 400);
	assert_int_equal(rows, 400 * 128);
	free(p);
}

static void squares_find_the_line_and_do_not_mind_the_order(void **state)
{
	struct hil_clock_squares a, b;
	struct hil_clock_squares_line la, lb;

	(void)state;
	hil_clock_squares_init(&a);
	hil_clock_squares_init(&b);
	/* y = 500 ns + 20 ppm t, 100 ns up and down in turns */
	hil_clock_squares_add(&b, 0, 1500, -300);
	for (int64_t i = 0; i < 1000; i++) {
		int64_t y = 500 + i * 20 + (i & 1 ? -100 : 100);

		hil_clock_squares_add(&a, i * 1000000, y + 900, y - 900);
	}
	for (int64_t i = 999; i > 0; i--) {
		int64_t y = 500 + i * 20 + (i & 1 ? -100 : 100);

		hil_clock_squares_add(&b, i * 1000000, y + 900, y - 900);
	}
	la = hil_clock_squares_line(&a);
	lb = hil_clock_squares_line(&b);
	assert_memory_equal(&la, &lb, sizeof(la));
	assert_int_equal(la.at_ns, 499500000);
	assert_true(fabs(la.offset_ns - (500 + 499.5 * 20)) < 1);
	assert_true(fabs(la.drift - 20e-6) < 1e-9);
	assert_true(fabs(la.rms_ns - 100) < 0.1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knots_bound_the_offset_and_the_drift),
		cmocka_unit_test(
			wrong_rows_up_to_the_tolerance_move_no_bound_across),
		cmocka_unit_test(no_clock_fits_a_step),
		cmocka_unit_test(pieces_end_where_the_drift_changes),
		cmocka_unit_test(
			pieces_stay_few_however_often_the_drift_changes),
		cmocka_unit_test(
			squares_find_the_line_and_do_not_mind_the_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
