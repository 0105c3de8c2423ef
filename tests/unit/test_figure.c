/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes by numbers; figures of good, empty and absurd data. */
#include "gui-bridge/figure/axis.h"
#include "gui-bridge/figure/figure.h"
#include "tests/unit/markup.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <math.h>

static void draw_histogram(struct _cairo *cr, double width, double height,
			   const void *figure)
{
	hil_figure_histogram(cr, width, height, figure);
}

static void draw_band(struct _cairo *cr, double width, double height,
		      const void *figure)
{
	hil_figure_band(cr, width, height, figure);
}

static void ticks_are_round_numbers(void **state)
{
	struct hil_axis a = { 0 };
	struct hil_axis_ticks t;

	(void)state;
	/* 0 to 10 in about 5 pieces: 0 2 4 6 8 10 */
	hil_axis_set(&a, 0, 10, false);
	hil_axis_find_ticks(&a, 5, &t);
	assert_int_equal(t.count, 6);
	assert_true(t.at[0] == 0 && t.at[1] == 2 && t.at[5] == 10);
	/* 173 to 2,467 in about 8: (2467 - 173) / 8 = 287, so each 500 */
	hil_axis_set(&a, 173, 2467, false);
	hil_axis_find_ticks(&a, 8, &t);
	assert_int_equal(t.count, 4);
	assert_true(t.at[0] == 500 && t.at[3] == 2000);
	/* decades of a logarithmic axis: 1 10 100 1000 */
	hil_axis_set(&a, 0.6, 2000, true);
	hil_axis_find_ticks(&a, 5, &t);
	assert_int_equal(t.count, 4);
	assert_true(fabs(t.at[3] - 1000) < 1e-9);
}

static void labels_have_the_digits_of_their_step(void **state)
{
	char text[HIL_AXIS_LABEL];

	(void)state;
	assert_string_equal(hil_axis_label(0.5, 0.25, text), "0.5");
	assert_string_equal(hil_axis_label(0.25, 0.05, text), "0.25");
	assert_string_equal(hil_axis_label(2500, 500, text), "2500");
	assert_string_equal(hil_axis_label(1e7, 0, text), "10<sup>7</sup>");
}

static void pixels_stay_inside_the_axis(void **state)
{
	struct hil_axis a = { .from = 100, .to = 200 };

	(void)state;
	hil_axis_set(&a, 0, 10, false);
	assert_true(hil_axis_pixel(&a, 5) == 150);
	assert_true(hil_axis_pixel(&a, -1e300) == 100);
	assert_true(hil_axis_pixel(&a, (double)INFINITY) == 200);
	assert_true(hil_axis_pixel(&a, (double)NAN) == 100);
	hil_axis_set(&a, (double)NAN, (double)INFINITY, false);
	assert_true(isfinite(hil_axis_pixel(&a, 1)));
	hil_axis_set(&a, -5, -1, true);
	assert_true(isfinite(hil_axis_pixel(&a, 1)));
}

static char *check_svg(hil_figure_draw draw, const void *figure)
{
	size_t size = 0;
	char *svg = hil_figure_svg(draw, figure, 400, 260, &size);
	const char *fault;

	assert_non_null(svg);
	assert_int_equal(strlen(svg), size);
	assert_memory_equal(svg, "<svg", 4);
	fault = markup_fault(svg);
	if (fault)
		fail_msg("%s", fault);
	assert_null(strstr(svg, "nan"));
	assert_null(strstr(svg, "inf"));
	return svg;
}

static const double odd[] = { 0,
			      1,
			      -1,
			      230.5,
			      1e-300,
			      1e18,
			      -1e18,
			      1.7e308,
			      (double)NAN,
			      (double)INFINITY,
			      -(double)INFINITY };
#define ODD (sizeof(odd) / sizeof(odd[0]))

static void histogram_draws_any_two_bars(void **state)
{
	(void)state;
	for (size_t i = 0; i < ODD * ODD; i++) {
		const double a = odd[i % ODD], b = odd[i / ODD];
		struct hil_figure_bar bar[] = {
			{ a, a + 1, 1 },
			{ b, a, UINT64_MAX },
		};
		struct hil_figure_mark mark[] = { { a, b, "p50" },
						  { b, a, NULL } };
		struct hil_figure_histogram f = { .x_label = "latency",
						  .bar = bar,
						  .bars = 2,
						  .mark = mark,
						  .marks = 2 };

		free(check_svg(draw_histogram, &f));
	}
}

static void band_draws_any_two_columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < ODD * ODD; i++) {
		const double a = odd[i % ODD], b = odd[i / ODD];
		struct hil_figure_column column[] = { { a, a, b, 1 },
						      { b, 0, a, 2 },
						      { a, a, a, 0 } };
		struct hil_figure_mark mark[] = { { a, b, "1" } };
		struct hil_figure_span gap[] = { { a, b } };
		struct hil_figure_band f = { .title = "t",
					     .start_s = a,
					     .width_s = b,
					     .column = column,
					     .columns = 3,
					     .ideal_us = b,
					     .mark = mark,
					     .marks = 1,
					     .gap = gap,
					     .gaps = 1 };

		free(check_svg(draw_band, &f));
	}
}

static void empty_figures_say_so(void **state)
{
	struct hil_figure_histogram h = { .title = "none" };
	struct hil_figure_band b = { .title = "none" };

	(void)state;
	free(check_svg(draw_histogram, &h));
	free(check_svg(draw_band, &b));
}

static void two_figures_share_no_id(void **state)
{
	struct hil_figure_histogram h = { .title = "one" };
	struct hil_figure_band b = { .title = "two" };
	char *one = check_svg(draw_histogram, &h);
	char *two = check_svg(draw_band, &b), *both = NULL;
	const char *fault;

	(void)state;
	assert_true(asprintf(&both, "<p>%s%s</p>", one, two) > 0);
	fault = markup_fault(both);
	if (fault)
		fail_msg("%s", fault);
	free(both);
	free(one);
	free(two);
}

static void labels_of_others_are_text(void **state)
{
	struct hil_figure_band b = { .title = "<b>&amp;</x>\"",
				     .x_label = "\xff\xfe",
				     .y_label = "" };

	(void)state;
	free(check_svg(draw_band, &b));
}

static void check_file(const char *folder, const char *name, const char *magic)
{
	struct hil_figure_histogram h = { .title = "file" };
	char path[300], begin[8] = "";
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(hil_figure_save(draw_histogram, &h, 300, 200, path),
			 0);
	file = fopen(path, "rb");
	assert_non_null(file);
	assert_int_equal(fread(begin, 1, strlen(magic), file), strlen(magic));
	assert_memory_equal(begin, magic, strlen(magic));
	fclose(file);
}

static void files_are_what_their_names_say(void **state)
{
	struct hil_figure_histogram h = { .title = "file" };
	char folder[256];

	(void)state;
	test_folder_make(folder);
	check_file(folder, "a.svg", "<?xml");
	check_file(folder, "a.png", "\x89PNG");
	check_file(folder, "a.pdf", "%PDF");
	test_folder_remove(folder);
	assert_int_equal(hil_figure_save(draw_histogram, &h, 9, 9, "/x.gif"),
			 -EINVAL);
	assert_int_equal(hil_figure_save(draw_histogram, &h, 9, 9, "x"),
			 -EINVAL);
	assert_int_equal(hil_figure_save(draw_histogram, &h, 1e9, 9, "x.png"),
			 -EINVAL);
	assert_int_equal(hil_figure_save(draw_histogram, &h, 9, 9,
					 "/no/such/folder/x.png"),
			 -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_are_round_numbers),
		cmocka_unit_test(labels_have_the_digits_of_their_step),
		cmocka_unit_test(pixels_stay_inside_the_axis),
		cmocka_unit_test(histogram_draws_any_two_bars),
		cmocka_unit_test(band_draws_any_two_columns),
		cmocka_unit_test(empty_figures_say_so),
		cmocka_unit_test(two_figures_share_no_id),
		cmocka_unit_test(labels_of_others_are_text),
		cmocka_unit_test(files_are_what_their_names_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
