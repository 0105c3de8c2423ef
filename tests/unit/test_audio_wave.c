/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of a stimulus, and what a sound card cannot make. */
#include "tests/unit/test.h"

#include <errno.h>

#include "rig/audio/wave.h"

#define STEPS 1000

/* Rising edges of the first @frames samples, and the high ones of each. */
static size_t edges_of(struct hil_audio_wave *w, size_t frames,
		       uint64_t rise[STEPS], uint64_t high[STEPS])
{
	float block[2 * 77];
	bool level = false;
	size_t count = 0, done = 0;

	while (done < frames) {
		hil_audio_wave_fill(w, block, 77, 2);
		for (size_t i = 0; i < 77; i++, done++) {
			bool now = block[2 * i] > 0;

			assert_true(block[2 * i] == block[2 * i + 1]);
			assert_true(block[2 * i] == HIL_AUDIO_HIGH ||
				    block[2 * i] == HIL_AUDIO_LOW);
			if (now && !level && count < STEPS) {
				high[count] = 0;
				rise[count++] = done;
			}
			if (now)
				high[count - 1]++;
			level = now;
		}
	}
	return count;
}

static void steady_wave_is_exact_to_the_sample(void **state)
{
	static const uint64_t rates[] = { 48000, 96000, 192000, 44100 };
	static const uint64_t halves[] = { 4, 5, 48, 441, 1000 };
	const struct hil_pattern steady = { .kind = HIL_PATTERN_STEADY };

	(void)state;
	for (size_t r = 0; r < 4; r++) {
		for (size_t k = 0; k < 5; k++) {
			double hz = (double)rates[r] / (double)(2 * halves[k]);
			struct hil_fault fault = { "" };
			uint64_t rise[STEPS], high[STEPS];
			struct hil_audio_wave w;
			double actual;
			size_t n;

			assert_int_equal(hil_audio_wave_hz(hz, rates[r],
							   &actual, &fault),
					 0);
			assert_true(actual == hz);
			hil_audio_wave_start(&w, &steady, hz, 0.5, 0, rates[r]);
			n = edges_of(&w, 100000, rise, high);
			assert_true(n > 40);
			for (size_t i = 1; i < n; i++)
				assert_int_equal(rise[i] - rise[i - 1],
						 2 * halves[k]);
			for (size_t i = 0; i + 1 < n; i++)
				assert_int_equal(high[i], halves[k]);
			/* the first edge comes a period after the start */
			assert_int_equal(rise[0], 2 * halves[k]);
		}
	}
}

static void nearest_frequency_is_taken_or_refused(void **state)
{
	struct hil_fault fault = { "" };
	double actual = 0;

	(void)state;
	/* 48000 / 2k: 1000 is k = 24, 1002 is nearest to it */
	assert_int_equal(hil_audio_wave_hz(1002, 48000, &actual, &fault), 0);
	assert_true(actual == 1000);
	/* k = 5 is 4800, k = 6 is 4000: 4400 is 9 % from both */
	assert_int_equal(hil_audio_wave_hz(4400, 48000, &actual, &fault),
			 -ERANGE);
	assert_contains(fault.text, "4800");
	assert_contains(fault.text, "4000");
	fault.text[0] = '\0';
	assert_int_equal(hil_audio_wave_hz(9000, 48000, &actual, &fault),
			 -ERANGE);
	assert_contains(fault.text, "at most 6000 Hz");
}

static void short_levels_are_refused(void **state)
{
	const struct hil_pattern steady = { .kind = HIL_PATTERN_STEADY };
	struct hil_fault fault = { "" };

	(void)state;
	/* 48 samples a period: 10 % are 4.8 of them, 8 % 3.84 */
	assert_int_equal(
		hil_audio_wave_check(&steady, 1000, 0.1, 48000, &fault), 0);
	assert_int_equal(
		hil_audio_wave_check(&steady, 1000, 0.08, 48000, &fault),
		-ERANGE);
	assert_contains(fault.text, "3.8 samples");
}

static void burst_stops(void **state)
{
	const struct hil_pattern steady = { .kind = HIL_PATTERN_STEADY };
	uint64_t rise[STEPS], high[STEPS];
	struct hil_audio_wave w;

	(void)state;
	hil_audio_wave_start(&w, &steady, 1000, 0.5, 7, 48000);
	assert_int_equal(edges_of(&w, 10000, rise, high), 7);
	assert_int_equal(high[6], 24);
}

static void every_pattern_has_its_edges(void **state)
{
	static const char *const texts[] = {
		"jitter:percent=40",
		"sweep:from=2ms,to=1ms,over=500ms",
		"step:periods=1ms/2ms,dwell=20ms",
		"prime:percent=50,count=5",
		"burst:count=3,every=20ms",
		"single:from=2ms,to=9ms",
		"missing:every=5",
	};

	(void)state;
	for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
		uint64_t rise[STEPS], high[STEPS];
		char problem[HIL_PATTERN_TEXT] = "";
		struct hil_pattern_bounds bounds;
		struct hil_pattern p;
		struct hil_audio_wave w;
		size_t n;

		if (hil_pattern_parse(texts[t], &p, problem))
			fail_msg("%s: %s", texts[t], problem);
		bounds = hil_pattern_bounds(&p, 1000000);
		hil_audio_wave_start(&w, &p, 1000, 0.5, 0, 48000);
		n = edges_of(&w, 48000, rise, high);
		assert_true(n > 50);
		for (size_t i = 1; i < n; i++) {
			double ns =
				(double)(rise[i] - rise[i - 1]) / 48000 * 1e9;

			/* half a sample at either end */
			if (ns < (double)bounds.min_ns - 20834 ||
			    ns > (double)bounds.max_ns + 20834)
				fail_msg("%s: interval of %.0f ns", texts[t],
					 ns);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steady_wave_is_exact_to_the_sample),
		cmocka_unit_test(nearest_frequency_is_taken_or_refused),
		cmocka_unit_test(short_levels_are_refused),
		cmocka_unit_test(burst_stops),
		cmocka_unit_test(every_pattern_has_its_edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
