/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the edges of a sound card's channel are, against where they were put.
 */
#include "tests/unit/test.h"

#include <math.h>

#include "rig/audio/crossing.h"

#define RATE  48000.0
#define FLOOR 0.1
#define AT    200 /* the step, in samples */

/* Integral of sin(x) / x from 0, by Simpson's rule. */
static double sine_integral(double x)
{
	int parts = 2 * (int)(fabs(x) * 4 + 20);
	double h = x / parts, sum = 1;

	if (x == 0)
		return 0;
	for (int i = 1; i < parts; i++)
		sum += (i % 2 ? 4 : 2) * sin(i * h) / (i * h);
	sum += fabs(x) > 1e-9 ? sin(x) / x : 1;
	return sum * h / 3;
}

/* A step of 1 at 0 behind a filter that ends at 0.45 of the rate. */
static double filtered_step(double t)
{
	return 0.5 + sine_integral(2 * M_PI * 0.45 * t) / M_PI;
}

struct signal {
	double place;      /* of the step */
	double from, step; /* levels */
	double droop;      /* samples until a level has fallen to 1/e */
	double noise;      /* standard deviation */
};

static double gauss(uint64_t *seed)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(test_random(seed) >> 11) * 0x1p-53;
	return sum;
}

static double value(const struct signal *s, double t, uint64_t *seed)
{
	double after = t > s->place ? exp(-(t - s->place) / s->droop) : 1;
	double before = exp(-t / s->droop);

	return s->from * before +
	       s->step * filtered_step(t - s->place) * after +
	       s->noise * gauss(seed);
}

/* Edges that come out; the last one's in @edge. */
static int run(const struct signal *s, uint64_t seed,
	       struct hil_audio_edge *edge)
{
	struct hil_audio_crossing c;
	int count = 0;

	hil_audio_crossing_init(&c, 0, RATE, FLOOR);
	for (int i = 0; i < 2 * AT; i++)
		count += hil_audio_crossing_add(&c, (float)value(s, i, &seed),
						edge);
	return count;
}

static double worst_error(double step, double droop, double noise)
{
	double worst = 0;

	for (int i = 0; i < 64; i++) {
		struct signal s = { .place = AT + i / 64.0,
				    .from = -step / 2,
				    .step = step,
				    .droop = droop,
				    .noise = noise * fabs(step) };
		struct hil_audio_edge edge;

		assert_int_equal(run(&s, (uint64_t)i, &edge), 1);
		assert_int_equal(edge.level, step > 0);
		worst = fmax(worst, fabs(edge.place - s.place));
	}
	return worst;
}

static void filtered_step_is_placed_within_a_thirtysecond(void **state)
{
	double clean = worst_error(1.8, 1e9, 0);
	double droop = worst_error(1.8, 1500, 0);
	double noise = worst_error(-1.8, 1500, 0.001);
	double small = worst_error(0.3, 1500, 0.001);

	(void)state;
	print_message("worst error in samples: %.4f, with droop %.4f, with "
		      "noise %.4f, of a small step %.4f\n",
		      clean, droop, noise, small);
	assert_true(clean < 1 / 32.0);
	assert_true(droop < 1 / 32.0);
	assert_true(noise < 1 / 32.0);
	assert_true(small < 1 / 32.0);
}

static void digital_step_is_placed_between_its_samples(void **state)
{
	struct hil_audio_crossing c;
	struct hil_audio_edge edge = { 0 };
	int count = 0;

	(void)state;
	hil_audio_crossing_init(&c, 0, RATE, FLOOR);
	for (int i = 0; i < 2 * AT; i++)
		count += hil_audio_crossing_add(&c, i < AT ? -0.9F : 0.9F,
						&edge);
	assert_int_equal(count, 1);
	/* the same before and after: the middle is halfway */
	assert_true(fabs(edge.place - (AT - 0.5)) < 0.002);
}

/* A block wave of 960 samples whose levels fall to nothing in between. */
static void edges_of_a_wave_that_droops_are_all_seen(void **state)
{
	struct hil_audio_crossing c;
	struct hil_audio_edge edge;
	double level = 0, last = -1, before = 0;
	int count = 0;

	(void)state;
	hil_audio_crossing_init(&c, 0, RATE, FLOOR);
	for (int i = 0; i < 96000; i++) {
		double drive = i / 480 % 2 ? 0.9 : -0.9;

		/* a high pass at 76 Hz: AC coupling at its worst */
		level = level * exp(-1 / 100.0) + drive - before;
		before = drive;
		if (!hil_audio_crossing_add(&c, (float)level, &edge))
			continue;
		if (last >= 0)
			assert_true(fabs(edge.place - last - 480) < 0.005);
		last = edge.place;
		count++;
	}
	/* a step each 480 samples, but none at 0 */
	assert_int_equal(count, 199);
}

static void noise_is_no_edge(void **state)
{
	struct signal quiet = { .droop = 1e9, .noise = 0.01 };
	struct hil_audio_edge edge;

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++)
		assert_int_equal(run(&quiet, seed, &edge), 0);
}

static void impossible_samples_do_no_harm(void **state)
{
	static const float odd[] = { NAN, INFINITY, -INFINITY, 1e38F, -1e38F };
	struct hil_audio_crossing c;
	struct hil_audio_edge edge;
	uint64_t seed = 1;

	(void)state;
	hil_audio_crossing_init(&c, 0, RATE, FLOOR);
	for (uint64_t i = 0; i < 100000; i++) {
		if (!hil_audio_crossing_add(&c, odd[test_random(&seed) % 5],
					    &edge))
			continue;
		assert_true(edge.place > (double)i - 40 &&
			    edge.place <= (double)i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filtered_step_is_placed_within_a_thirtysecond),
		cmocka_unit_test(digital_step_is_placed_between_its_samples),
		cmocka_unit_test(edges_of_a_wave_that_droops_are_all_seen),
		cmocka_unit_test(noise_is_no_edge),
		cmocka_unit_test(impossible_samples_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
