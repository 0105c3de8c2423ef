/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlaid histograms and intervals of good, empty and absurd data. */
#include <math.h>

#include "gui-bridge/figure/figure.h"
#include "tests/unit/markup.h"
#include "tests/unit/test.h"

#define SECOND_PEN "44.7"

static void draw_overlay(struct _cairo *cr, double width, double height,
			 const void *figure)
{
	hil_figure_overlay(cr, width, height, figure);
}

static void draw_intervals(struct _cairo *cr, double width, double height,
			   const void *figure)
{
	hil_figure_intervals(cr, width, height, figure);
}

static char *svg_of(hil_figure_draw draw, const void *figure)
{
	size_t size;
	char *svg = hil_figure_svg(draw, figure, 350, 270, &size);
	const char *fault;

	assert_non_null(svg);
	fault = markup_fault(svg);
	if (fault)
		fail_msg("%s", fault);
	assert_null(strstr(svg, "nan"));
	assert_null(strstr(svg, "inf"));
	return svg;
}

static void overlay_draws_an_outline_a_series(void **state)
{
	static const uint64_t a[] = { 1, 100, 3 }, b[] = { 0, 7, 0 };
	static const uint64_t none[] = { 0, 0, 0 };
	const struct hil_figure_series series[] = { { "none", a },
						    { "a & b", b } };
	const struct hil_figure_series empty[] = { { "x", none } };
	struct hil_figure_overlay f = { "t", "x", "y", 10, 1, 3, series, 2 };
	char *both, *one, *nothing;

	(void)state;
	both = svg_of(draw_overlay, &f);
	f.count = 1;
	one = svg_of(draw_overlay, &f);
	/* the second pen, and it alone, is 0, 0.447, 0.698 */
	assert_non_null(strstr(both, SECOND_PEN));
	assert_null(strstr(one, SECOND_PEN));
	f.series = empty;
	nothing = svg_of(draw_overlay, &f);
	free(both);
	free(one);
	free(nothing);
}

static void overlay_leaves_out_more_series_than_can_be_told_apart(void **state)
{
	static const uint64_t a[] = { 5 };
	struct hil_figure_series series[20];
	struct hil_figure_overlay f = { "t", "x", "y", 0, 1, 1, series, 12 };
	char *twelve, *twenty;

	(void)state;
	for (size_t i = 0; i < 20; i++)
		series[i] = (struct hil_figure_series){ "same", a };
	twelve = svg_of(draw_overlay, &f);
	f.count = 20;
	twenty = svg_of(draw_overlay, &f);
	assert_int_equal(strlen(twelve), strlen(twenty));
	free(twelve);
	free(twenty);
}

static void intervals_show_what_is_known(void **state)
{
	struct hil_figure_interval row[] = {
		{ "a", -1, 0, 1, 2, HIL_FIGURE_EQUAL },
		{ "b", 3, 5, 9, 2, HIL_FIGURE_DIFFERS },
		{ "<c>", -20, 1, 30, 0, HIL_FIGURE_OPEN },
	};
	struct hil_figure_intervals f = { "mean", "us", row, 3 };
	char *known = svg_of(draw_intervals, &f), *unknown;

	(void)state;
	row[2].low = row[2].high = (double)NAN;
	unknown = svg_of(draw_intervals, &f);
	assert_true(strlen(unknown) < strlen(known));
	free(known);
	free(unknown);
}

static void intervals_take_any_numbers(void **state)
{
	struct hil_figure_interval row[] = {
		{ "", (double)NAN, (double)NAN, (double)NAN, 0,
		  HIL_FIGURE_OPEN },
		{ "x", -(double)INFINITY, 0, (double)INFINITY, (double)INFINITY,
		  HIL_FIGURE_DIFFERS },
		{ "y", 1e300, -1e300, 1e-300, -5, HIL_FIGURE_EQUAL },
	};
	struct hil_figure_intervals f = { NULL, NULL, row, 3 };

	(void)state;
	free(svg_of(draw_intervals, &f));
	f.rows = 1;
	free(svg_of(draw_intervals, &f));
	f.rows = 0;
	free(svg_of(draw_intervals, &f));
	assert_true(hil_figure_intervals_height(3) >
		    hil_figure_intervals_height(1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlay_draws_an_outline_a_series),
		cmocka_unit_test(
			overlay_leaves_out_more_series_than_can_be_told_apart),
		cmocka_unit_test(intervals_show_what_is_known),
		cmocka_unit_test(intervals_take_any_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
