/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/fault.h"

#include "rig/bench/pin_fault.h"
#include "tests/unit/test.h"

#define PROBE  1
#define EDGES  100
#define STEP   1000000 /* ns between probe edges */
#define LENGTH (EDGES * 1000 + 2000)

static struct hil_fault parse(const char *text)
{
	struct hil_fault f;
	char problem[128] = "";

	if (hil_fault_parse(text, &f, problem, sizeof(problem)))
		fail_msg("%s: %s", text, problem);
	return f;
}

static void fault_reads_kind_value_and_time(void **state)
{
	struct hil_fault f = parse("gap=5000@1.5");

	(void)state;
	assert_int_equal(f.kind, HIL_FAULT_GAP);
	assert_int_equal(f.value, 5000);
	assert_int_equal(f.after_ns, 1500000000);
	f = parse("early-end");
	assert_int_equal(f.kind, HIL_FAULT_EARLY_END);
	assert_int_equal(f.after_ns, -1);
	f = parse("clock=-12.5");
	assert_int_equal(f.value, -12500);
	f = parse("skew=-250");
	assert_int_equal(f.value, -250);
}

static void fault_refuses_with_a_reason(void **state)
{
	static const struct {
		const char *text, *problem;
	} bad[] = {
		{ "", "unknown fault ''" },
		{ "misssing=3", "did you mean 'missing'" },
		{ "none", "unknown fault" },
		{ "missing", "needs a value" },
		{ "close=1", "takes no value" },
		{ "missing=0", "not a number from 1" },
		{ "missing=x", "not a number" },
		{ "missing=99999999999999999999", "not a number" },
		{ "clock=1e9", "from -100000 to 100000" },
		{ "clock=nan", "not a number" },
		{ "gap=5@", "not a time" },
		{ "gap=5@-1", "not a time" },
		{ "gap=5@1@2", "not a time" },
		{ "gap=5555555555555555555555555555555555555555555555555555"
		  "55555555555555555",
		  "at most 63" },
	};
	struct hil_fault f;
	char problem[128];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (!hil_fault_parse(bad[i].text, &f, problem, sizeof(problem)))
			fail_msg("took \"%s\"", bad[i].text);
		assert_contains(problem, bad[i].problem);
	}
}

struct seen {
	size_t count; /* edges of the probe in the samples */
	size_t truths;
	uint64_t truth[EDGES];
	uint64_t edge[3 * EDGES + 100];
};

static void note_truth(void *context, const struct hil_sample_event *e,
		       uint64_t sample)
{
	struct seen *seen = context;

	(void)e;
	seen->truth[seen->truths++] = sample;
}

/* A probe that toggles each millisecond, seen with faults at 1 MS/s. */
static struct seen *run_probe(const char *fault)
{
	struct hil_pin_faults p = { .channel = PROBE, .sample_ns = 1000 };
	struct hil_samples *s = malloc(sizeof(*s));
	struct seen *seen = calloc(1, sizeof(*seen));
	uint8_t *bytes = malloc(LENGTH);
	struct hil_fault f;

	if (fault) {
		f = parse(fault);
		hil_pin_faults_set(&p, &f);
	}
	hil_samples_init(s, 2, 0);
	s->truth = note_truth;
	s->truth_context = seen;
	hil_samples_start(s, 0, 1000000, 0);
	for (int i = 1; i <= EDGES; i++) {
		struct hil_sample_event out[HIL_PIN_FAULT_EVENTS];
		struct hil_sample_event in = { .mono_ns = (int64_t)i * STEP,
					       .channel = PROBE,
					       .level = i % 2 };
		size_t n = hil_pin_faults_apply(&p, &in, out);

		assert_true(n >= 1 && n <= HIL_PIN_FAULT_EVENTS);
		for (size_t k = 0; k < n; k++)
			hil_samples_add(s, &out[k]);
	}
	hil_samples_fill(s, bytes, LENGTH);
	for (size_t i = 1; i < LENGTH; i++)
		if ((bytes[i] ^ bytes[i - 1]) & 1 << PROBE)
			seen->edge[seen->count++] = i;
	free(bytes);
	free(s);
	return seen;
}

static void no_fault_leaves_all_edges(void **state)
{
	struct seen *seen = run_probe(NULL);

	(void)state;
	assert_int_equal(seen->count, EDGES);
	assert_int_equal(seen->truths, 0);
	for (uint64_t i = 0; i < EDGES; i++)
		assert_int_equal(seen->edge[i], (i + 1) * 1000);
	free(seen);
}

/* Each tenth of 100 edges: 10 are missing, the others are where they were. */
static void missing_takes_exactly_one_edge_each_time(void **state)
{
	struct seen *seen = run_probe("missing=10");

	(void)state;
	assert_int_equal(seen->count, EDGES - 10);
	assert_int_equal(seen->truths, 10);
	for (uint64_t i = 0; i < 10; i++)
		assert_int_equal(seen->truth[i], (i + 1) * 10000);
	for (uint64_t i = 0, k = 0; i < EDGES; i++)
		if ((i + 1) % 10)
			assert_int_equal(seen->edge[k++], (i + 1) * 1000);
	free(seen);
}

static void extra_adds_exactly_one_edge_each_time(void **state)
{
	struct seen *seen = run_probe("extra=25");

	(void)state;
	assert_int_equal(seen->count, EDGES + 4);
	assert_int_equal(seen->truths, 4);
	assert_int_equal(seen->truth[0], 25300); /* 300 us after edge 25 */
	assert_int_equal(seen->edge[25], 25300);
	assert_int_equal(seen->edge[26], 26000);
	free(seen);
}

static void glitch_adds_a_pulse_of_two_samples(void **state)
{
	struct seen *seen = run_probe("glitch=50");

	(void)state;
	assert_int_equal(seen->count, EDGES + 4);
	assert_int_equal(seen->truths, 2);
	assert_int_equal(seen->edge[50], 50020);
	assert_int_equal(seen->edge[51], 50022);
	assert_int_equal(seen->edge[52], 51000);
	free(seen);
}

static void burst_adds_ten_pulses(void **state)
{
	struct seen *seen = run_probe("burst=100");

	(void)state;
	assert_int_equal(seen->count, EDGES + 20);
	assert_int_equal(seen->truths, 1);
	assert_int_equal(seen->edge[100], 100020);
	assert_int_equal(seen->edge[119], 100115); /* 19 steps of 5 us */
	free(seen);
}

static void skew_moves_only_the_probe(void **state)
{
	struct hil_pin_faults p = { .channel = PROBE };
	struct hil_sample_event out[HIL_PIN_FAULT_EVENTS];
	struct hil_sample_event in = { .mono_ns = 5000, .channel = PROBE };
	struct hil_fault f = parse("skew=-250");

	(void)state;
	hil_pin_faults_set(&p, &f);
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 1);
	assert_int_equal(out[0].mono_ns, 4750);
	in.channel = 0;
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 1);
	assert_int_equal(out[0].mono_ns, 5000);
}

/* 20 us from 0 V to 2.5 V: 1.5 V is crossed after 12 us on the way up and after
 * 8 us on the way down, 1 V after 8 and 12. */
static void slow_edges_are_seen_when_they_cross(void **state)
{
	struct hil_pin_faults p = { .channel = PROBE,
				    .loopback = true,
				    .high_volts = 2.5 };
	struct hil_sample_event out[HIL_PIN_FAULT_EVENTS];
	struct hil_sample_event in = { .mono_ns = 50000, .level = true };
	struct hil_fault slow = parse("edge-time=20000"),
			 low = parse("threshold=1000"),
			 never = parse("threshold=2600");
	int64_t part;

	(void)state;
	hil_pin_faults_set(&p, &slow);
	hil_pin_faults_set(&p, &low);
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 2);
	part = out[0].mono_ns - 62000;
	assert_true(part >= 0 && part < 1000); /* of a us, as long as it is
						* both channels' */
	assert_int_equal(out[1].mono_ns, 58000 + part);
	assert_int_equal(out[1].channel, PROBE);
	in.level = false;
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 2);
	assert_int_equal(out[0].mono_ns, 58000 + part);
	assert_int_equal(out[1].mono_ns, 62000 + part);
	hil_pin_faults_set(&p, &never);
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 1);
	assert_int_equal(out[0].channel, 0);
}

static void clear_ends_lasting_faults(void **state)
{
	struct hil_pin_faults p = { .channel = PROBE };
	struct hil_sample_event out[HIL_PIN_FAULT_EVENTS];
	struct hil_sample_event in = { .mono_ns = 5000, .channel = PROBE };
	struct hil_fault f = parse("burst=1"), clear = parse("clear");

	(void)state;
	hil_pin_faults_set(&p, &f);
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 21);
	hil_pin_faults_set(&p, &clear);
	assert_int_equal(hil_pin_faults_apply(&p, &in, out), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fault_reads_kind_value_and_time),
		cmocka_unit_test(fault_refuses_with_a_reason),
		cmocka_unit_test(no_fault_leaves_all_edges),
		cmocka_unit_test(missing_takes_exactly_one_edge_each_time),
		cmocka_unit_test(extra_adds_exactly_one_edge_each_time),
		cmocka_unit_test(glitch_adds_a_pulse_of_two_samples),
		cmocka_unit_test(burst_adds_ten_pulses),
		cmocka_unit_test(skew_moves_only_the_probe),
		cmocka_unit_test(slow_edges_are_seen_when_they_cross),
		cmocka_unit_test(clear_ends_lasting_faults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
