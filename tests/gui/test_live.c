/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live plot, by the pixels that it leaves. */
#include "tests/unit/test.h"

#include <cairo.h>
#include <math.h>
#include <stdbool.h>

#include "gui-bridge/figure/figure.h"

#define WIDTH   400
#define HEIGHT  300
#define COLUMNS 100

struct picture {
	cairo_surface_t *surface;
	cairo_t *cr;
};

static struct picture picture_new(double ground)
{
	struct picture p;

	p.surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
	p.cr = cairo_create(p.surface);
	cairo_set_source_rgb(p.cr, ground, ground, ground);
	cairo_paint(p.cr);
	return p;
}

static void picture_free(struct picture *p)
{
	assert_int_equal(cairo_status(p->cr), CAIRO_STATUS_SUCCESS);
	cairo_destroy(p->cr);
	cairo_surface_destroy(p->surface);
}

static uint32_t pixel(const struct picture *p, int x, int y)
{
	const unsigned char *data = cairo_image_surface_get_data(p->surface);
	uint32_t value;

	memcpy(&value,
	       data + y * cairo_image_surface_get_stride(p->surface) + 4 * x,
	       sizeof(value));
	return value & 0xffffff;
}

/* Pixels of a colour in columns x0 to x1; *top and *bottom are where. */
static int find(const struct picture *p, uint32_t colour, int x0, int x1,
		int *top, int *bottom)
{
	int count = 0;

	for (int y = 0; y < HEIGHT; y++) {
		for (int x = x0; x < x1; x++) {
			if (pixel(p, x, y) != colour)
				continue;
			if (!count++)
				*top = y;
			*bottom = y;
		}
	}
	return count;
}

static struct hil_figure_live sample(struct hil_figure_column column[COLUMNS])
{
	for (int i = 0; i < COLUMNS; i++)
		column[i] = (struct hil_figure_column){ 95, 100, 105, 10 };
	return (struct hil_figure_live){ .title = "period",
					 .width_s = 0.1,
					 .column = column,
					 .columns = COLUMNS,
					 .all = { 0, 100, 200, 1000 },
					 .last = { 50, 100, 150, 10 } };
}

/* A grey ground, so that only the block is white. 0 to 200 us span the plot,
 * so a block of 50 to 150 us is as high as half of what the red line (worst)
 * and the green one (ideal) are apart. */
static void white_block_spans_the_last_window(void **state)
{
	struct hil_figure_column column[COLUMNS];
	struct hil_figure_live f = sample(column);
	struct picture p = picture_new(0.5);
	int top = 0, bottom = 0, red = 0, green = 0, other;

	(void)state;
	hil_figure_live(p.cr, WIDTH, HEIGHT, &f);
	cairo_surface_flush(p.surface);
	assert_true(find(&p, 0xffffff, WIDTH - 40, WIDTH, &top, &bottom) > 0);
	assert_true(find(&p, 0xd55e00, 100, 300, &red, &other) >= 200);
	assert_true(find(&p, 0x008561, 100, 300, &green, &other) >= 200);
	assert_true(red < top && top < bottom && bottom < green);
	assert_true(abs((bottom - top) - (green - red) / 2) <= 3);
	assert_true(abs((top - red) - (green - red) / 4) <= 3);
	picture_free(&p);
}

static void without_values_there_is_no_block(void **state)
{
	struct hil_figure_column column[COLUMNS];
	struct hil_figure_live f = sample(column);
	struct picture p = picture_new(0.5);
	int top, bottom;

	(void)state;
	f.all.count = 0;
	f.last.count = 0;
	hil_figure_live(p.cr, WIDTH, HEIGHT, &f);
	cairo_surface_flush(p.surface);
	assert_int_equal(find(&p, 0xffffff, 0, WIDTH, &top, &bottom), 0);
	picture_free(&p);
}

static void dark_ground_gets_lighter_ink(void **state)
{
	struct hil_figure_column column[COLUMNS];
	struct hil_figure_live f = sample(column);
	struct picture p = picture_new(0.1);
	int top, bottom;

	(void)state;
	hil_figure_set_dark(p.cr);
	hil_figure_live(p.cr, WIDTH, HEIGHT, &f);
	cairo_surface_flush(p.surface);
	assert_int_equal(find(&p, 0xd55e00, 100, 300, &top, &bottom), 0);
	assert_true(find(&p, 0xf57d33, 100, 300, &top, &bottom) >= 200);
	picture_free(&p);
}

static void hostile_numbers_and_sizes_leave_cairo_well(void **state)
{
	static const double evil[] = { -INFINITY, INFINITY, NAN,
				       1e300,     -1e300,   0 };
	static const double sizes[] = { 1, 20, 5000 };
	struct hil_figure_column column[COLUMNS];

	(void)state;
	for (size_t i = 0; i < sizeof(evil) / sizeof(evil[0]); i++) {
		for (size_t j = 0; j < sizeof(sizes) / sizeof(sizes[0]); j++) {
			struct hil_figure_live f = sample(column);
			struct picture p = picture_new(1);

			column[3].max_us = evil[i];
			f.all.max_us = evil[i];
			f.last.min_us = evil[i];
			f.ideal_us = evil[i];
			f.columns = i % 2 ? COLUMNS : 0;
			hil_figure_live(p.cr, sizes[j], sizes[j], &f);
			picture_free(&p);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(white_block_spans_the_last_window),
		cmocka_unit_test(without_values_there_is_no_block),
		cmocka_unit_test(dark_ground_gets_lighter_ink),
		cmocka_unit_test(hostile_numbers_and_sizes_leave_cairo_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
