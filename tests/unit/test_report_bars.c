/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From buckets to bars and microseconds: nothing is lost or moved. */
#include "rig/report/micros.h"
#include "rig/report/picture_bars.h"
#include "tests/unit/test.h"

#define BARS 512

static struct hil_histogram *filled(int64_t from_ns, int64_t step_ns, int count)
{
	struct hil_histogram *h = hil_histogram_new();

	assert_non_null(h);
	for (int i = 0; i < count; i++)
		hil_histogram_add(h, from_ns + step_ns * i);
	return h;
}

static uint64_t sum_bars(const struct hil_figure_bar *bar, size_t bars)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < bars; i++)
		sum += bar[i].count;
	return sum;
}

static void bars_hold_every_value(void **state)
{
	/* 1 us samples, 42 ns samples, one value, values over an hour */
	static const struct {
		int64_t from_ns, step_ns;
		int count;
		double sample_us;
	} cases[] = {
		{ 180000, 1000, 2300, 1 },     { 5000, 42, 9000, 1 / 24.0 },
		{ 233000, 0, 1, 1 },           { 0, 3600000000, 600, 1 },
		{ -4000, 1000, 20, 1 },        { 7, 0, 5, 0 },
		{ 2199023255551, 1000, 3, 1 },
	};
	struct hil_figure_bar bar[BARS];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct hil_histogram *h = filled(
			cases[i].from_ns, cases[i].step_ns, cases[i].count);
		size_t bars =
			hil_picture_bars(h, cases[i].sample_us,
					 (double)h->max_ns / 1000, bar, BARS);

		assert_in_range(bars, 1, BARS);
		assert_int_equal(sum_bars(bar, bars), cases[i].count);
		hil_histogram_free(h);
	}
}

static void evenly_spread_values_draw_no_comb(void **state)
{
	/* one value each 1 us from 100 us on: all full bars are as high */
	struct hil_histogram *h = filled(100000, 1000, 900);
	struct hil_figure_bar bar[BARS];
	size_t bars = hil_picture_bars(h, 1, 999, bar, BARS);

	(void)state;
	/* 900 us in at most 510 bars: 2 us each, 450 and one for the edge */
	assert_in_range(bars, 450, 451);
	for (size_t i = 1; i + 1 < bars; i++)
		assert_int_equal(bar[i].count, 2);
	hil_histogram_free(h);
}

static void values_above_the_end_are_left_out(void **state)
{
	struct hil_histogram *h = filled(100000, 1000, 900);
	struct hil_figure_bar bar[BARS];
	size_t bars = hil_picture_bars(h, 1, 149.5, bar, BARS);

	(void)state;
	/* 100 to 149 us are 50 values */
	assert_int_equal(sum_bars(bar, bars), 50);
	hil_histogram_free(h);
}

static void no_value_is_no_bar(void **state)
{
	struct hil_histogram *h = filled(0, 0, 0);
	struct hil_figure_bar bar[BARS];

	(void)state;
	assert_int_equal(hil_picture_bars(h, 1, 10, bar, BARS), 0);
	hil_histogram_free(h);
}

struct seen {
	int64_t last_us;
	uint64_t sum;
	int unordered;
};

static void take_us(void *context, int64_t us, uint64_t count)
{
	struct seen *s = context;

	s->unordered += us <= s->last_us;
	s->last_us = us;
	s->sum += count;
}

static void microseconds_ascend_and_hold_every_value(void **state)
{
	struct hil_histogram *h = filled(-5000, 700, 10000);
	struct seen s = { .last_us = -1 };

	(void)state;
	hil_micros_each(h, take_us, &s);
	assert_int_equal(s.unordered, 0);
	assert_int_equal(s.sum, 10000);
	/* the last one is -5000 + 700 * 9999 = 6,994,300 ns */
	assert_in_range(s.last_us, 6990, 6994);
	hil_histogram_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bars_hold_every_value),
		cmocka_unit_test(evenly_spread_values_draw_no_comb),
		cmocka_unit_test(values_above_the_end_are_left_out),
		cmocka_unit_test(no_value_is_no_bar),
		cmocka_unit_test(microseconds_ascend_and_hold_every_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
