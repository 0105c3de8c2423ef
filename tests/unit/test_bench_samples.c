/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/samples.h"

#include "tests/unit/test.h"

#define START 1000000000
#define MHZ   1000000

static struct hil_samples *samples_new(int64_t heartbeat_half_ns)
{
	struct hil_samples *s = malloc(sizeof(*s));

	assert_non_null(s);
	hil_samples_init(s, 2, heartbeat_half_ns);
	return s;
}

static void add(struct hil_samples *s, int64_t mono_ns, unsigned int channel,
		enum hil_sample_change change, bool level)
{
	hil_samples_add(s,
			&(struct hil_sample_event){ .mono_ns = mono_ns,
						    .channel = (uint8_t)channel,
						    .change = (uint8_t)change,
						    .level = level });
}

static void level(struct hil_samples *s, int64_t mono_ns, unsigned int channel,
		  bool high)
{
	add(s, mono_ns, channel, HIL_SAMPLE_LEVEL, high);
}

static void clock_gives_the_first_sample_at_or_after(void **state)
{
	struct hil_sample_clock c = { .base_mono_ns = START, .rate_hz = MHZ };

	(void)state;
	assert_int_equal(hil_sample_clock_index(&c, START - 5), 0);
	assert_int_equal(hil_sample_clock_index(&c, START), 0);
	assert_int_equal(hil_sample_clock_index(&c, START + 1), 1);
	assert_int_equal(hil_sample_clock_index(&c, START + 1000), 1);
	assert_int_equal(hil_sample_clock_index(&c, START + 1001), 2);
}

/* 24 MS/s: a sample is 41 2/3 ns, 30 days are 62,208,000,000,000 samples. */
static void clock_does_not_drift_over_days(void **state)
{
	struct hil_sample_clock c = { .rate_hz = 24 * MHZ };
	int64_t days_ns = INT64_C(30) * 86400 * 1000000000;

	(void)state;
	assert_int_equal(hil_sample_clock_index(&c, days_ns),
			 UINT64_C(62208000000000));
	assert_int_equal(hil_sample_clock_time(&c, UINT64_C(62208000000000)),
			 days_ns);
	assert_int_equal(hil_sample_clock_time(&c, 1), 41);
	assert_int_equal(hil_sample_clock_time(&c, 3), 125);
}

/* 50 ppm fast: 1,000,050 samples in a true second of 1 MS/s. */
static void clock_error_makes_more_samples(void **state)
{
	struct hil_sample_clock c = { .rate_hz = MHZ, .error_ppb = 50000 };

	(void)state;
	assert_int_equal(hil_sample_clock_index(&c, 1000000000), 1000050);
	assert_int_equal(hil_sample_clock_time(&c, 1000050), 1000000000);
}

static void clock_maps_back_and_forth(void **state)
{
	static const uint64_t rates[] = { 1000, 999983, 24000000, 100000000 };
	uint64_t random = 1;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		struct hil_sample_clock c = {
			.base_mono_ns = START,
			.base_sample = test_random(&random) % 1000,
			.rate_hz = rates[i % 4],
			.error_ppb = (int64_t)(test_random(&random) % 200001) -
				     100000
		};
		uint64_t n = c.base_sample +
			     test_random(&random) % UINT64_C(1000000000000);
		int64_t t = hil_sample_clock_time(&c, n);

		assert_int_equal(hil_sample_clock_index(&c, t), n);
		assert_true(hil_sample_clock_time(&c, n + 1) > t);
	}
}

static void samples_show_an_edge_at_its_sample(void **state)
{
	struct hil_samples *s = samples_new(0);
	const uint8_t expected[] = { 0, 0, 0, 1, 1, 3, 3, 2, 2, 2 };
	uint8_t made[10];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	level(s, START + 2500, 0, true); /* between sample 2 and 3 */
	level(s, START + 5000, 1, true); /* exactly sample 5 */
	level(s, START + 6001, 0, false);
	hil_samples_fill(s, made, 10);
	assert_memory_equal(made, expected, 10);
	assert_int_equal(s->late, 0);
	free(s);
}

static void samples_do_not_depend_on_how_they_are_cut(void **state)
{
	struct hil_samples *one = samples_new(7300), *two = samples_new(7300);
	uint8_t whole[5000], parts[5000];
	uint64_t random = 2;

	(void)state;
	hil_samples_start(one, START, MHZ, 123);
	hil_samples_start(two, START, MHZ, 123);
	for (int i = 0; i < 300; i++) {
		int64_t t = START + (int64_t)(test_random(&random) % 5000000);
		unsigned int channel = test_random(&random) % 2;

		add(one, t, channel, HIL_SAMPLE_INVERT, false);
		add(two, t, channel, HIL_SAMPLE_INVERT, false);
	}
	hil_samples_fill(one, whole, 5000);
	for (size_t at = 0; at < 5000;) {
		size_t n = test_random(&random) % 97;

		n = n > 5000 - at ? 5000 - at : n;
		hil_samples_fill(two, parts + at, n);
		at += n;
	}
	assert_memory_equal(whole, parts, 5000);
	free(one);
	free(two);
}

static void samples_sort_what_comes_in_disorder(void **state)
{
	struct hil_samples *s = samples_new(0);
	const uint8_t expected[] = { 0, 1, 1, 0, 0, 1 };
	uint8_t made[6];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	level(s, START + 5000, 0, true);
	level(s, START + 1000, 0, true);
	level(s, START + 3000, 0, false);
	hil_samples_fill(s, made, 6);
	assert_memory_equal(made, expected, 6);
	free(s);
}

static void samples_count_a_late_event_and_show_it_next(void **state)
{
	struct hil_samples *s = samples_new(0);
	const uint8_t expected[] = { 1, 1 };
	uint8_t made[100];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	hil_samples_fill(s, made, 100);
	level(s, START + 50000, 0, true);
	assert_int_equal(s->late, 1);
	hil_samples_fill(s, made, 2);
	assert_memory_equal(made, expected, 2);
	free(s);
}

/* Half periods of 10 us at 1 MS/s: edges at samples 10, 20, 30 … */
static void samples_have_a_heartbeat(void **state)
{
	struct hil_samples *s = samples_new(10000);
	uint8_t made[1000];

	(void)state;
	hil_samples_start(s, START, MHZ, 0); /* START / 10,000 is even */
	hil_samples_fill(s, made, 1000);
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(made[i], i / 10 % 2 ? 4 : 0);
	free(s);
}

/* Losing 13 samples moves all that follows 13 samples towards the start. */
static void samples_splice_loses_exactly_that_many(void **state)
{
	struct hil_samples *s = samples_new(10000);
	uint8_t whole[200], spliced[187];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	level(s, START + 150000, 0, true);
	hil_samples_fill(s, whole, 200);
	hil_samples_init(s, 2, 10000);
	hil_samples_start(s, START, MHZ, 0);
	level(s, START + 150000, 0, true);
	hil_samples_fill(s, spliced, 60);
	hil_samples_splice(s, 13);
	hil_samples_fill(s, spliced + 60, 127);
	assert_memory_equal(spliced, whole, 60);
	assert_memory_equal(spliced + 60, whole + 73, 127);
	assert_int_equal(s->late, 0);
	free(s);
}

/* An event inside the lost samples still sets the level. */
static void samples_splice_keeps_levels(void **state)
{
	struct hil_samples *s = samples_new(0);
	uint8_t made[20];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	level(s, START + 12000, 0, true);
	hil_samples_fill(s, made, 10);
	hil_samples_splice(s, 5);
	hil_samples_fill(s, made, 1);
	assert_int_equal(made[0], 1);
	free(s);
}

/* From sample 100 on half the rate: 50 us later only 25 samples. */
static void samples_retime_from_the_next_sample(void **state)
{
	struct hil_samples *s = samples_new(0);
	uint8_t made[200];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	hil_samples_fill(s, made, 100);
	hil_samples_retime(s, MHZ / 2, 0);
	level(s, START + 150000, 0, true);
	hil_samples_fill(s, made, 50);
	assert_int_equal(made[24], 0);
	assert_int_equal(made[25], 1);
	free(s);
}

static void samples_bound_the_events_they_keep(void **state)
{
	struct hil_samples *s = samples_new(0);
	uint8_t made[1];

	(void)state;
	hil_samples_start(s, START, MHZ, 0);
	for (int i = 0; i < HIL_SAMPLES_EVENTS + 10; i++)
		level(s, START + 1000, 0, true);
	assert_int_equal(s->overflow, 10);
	assert_int_equal(s->used, HIL_SAMPLES_EVENTS);
	hil_samples_fill(s, made, 1);
	free(s);
}

static void note_sample(void *context, const struct hil_sample_event *e,
			uint64_t sample)
{
	assert_int_equal(e->truth, 9);
	*(uint64_t *)context = sample;
}

static void samples_tell_where_a_fault_happened(void **state)
{
	struct hil_samples *s = samples_new(0);
	uint8_t made[100];
	uint64_t sample = 0;

	(void)state;
	s->truth = note_sample;
	s->truth_context = &sample;
	hil_samples_start(s, START, MHZ, 0);
	hil_samples_add(
		s, &(struct hil_sample_event){ .mono_ns = START + 41500,
					       .change = HIL_SAMPLE_NOTHING,
					       .truth = 9 });
	hil_samples_fill(s, made, 100);
	assert_int_equal(sample, 42);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clock_gives_the_first_sample_at_or_after),
		cmocka_unit_test(clock_does_not_drift_over_days),
		cmocka_unit_test(clock_error_makes_more_samples),
		cmocka_unit_test(clock_maps_back_and_forth),
		cmocka_unit_test(samples_show_an_edge_at_its_sample),
		cmocka_unit_test(samples_do_not_depend_on_how_they_are_cut),
		cmocka_unit_test(samples_sort_what_comes_in_disorder),
		cmocka_unit_test(samples_count_a_late_event_and_show_it_next),
		cmocka_unit_test(samples_have_a_heartbeat),
		cmocka_unit_test(samples_splice_loses_exactly_that_many),
		cmocka_unit_test(samples_splice_keeps_levels),
		cmocka_unit_test(samples_retime_from_the_next_sample),
		cmocka_unit_test(samples_bound_the_events_they_keep),
		cmocka_unit_test(samples_tell_where_a_fault_happened),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
