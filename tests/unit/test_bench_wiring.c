/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/bench/wiring.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#define STIMULUS                                                               \
	0x01u /* levels of nets, and of the channels they belong to            \
	       */
#define PROBE 0x02u
#define CLOCK 0x04u
#define NOISE (1u << HIL_NET_NOISE)
#define SPIKE (1u << HIL_NET_CROSSTALK)

static struct hil_fault parse(const char *text)
{
	struct hil_fault f;
	char problem[128] = "";

	if (hil_fault_parse(text, &f, problem, sizeof(problem)))
		fail_msg("%s: %s", text, problem);
	return f;
}

/* Channels that show a high level when @nets are high. */
static unsigned int seen(const char *fault, unsigned int nets)
{
	uint8_t view[HIL_SAMPLES_LEVELS];
	struct hil_wiring w;
	struct hil_fault f;

	hil_wiring_init(&w);
	if (fault) {
		f = parse(fault);
		hil_wiring_set(&w, &f);
	}
	hil_wiring_view(&w, view);
	return view[nets];
}

static void right_wires_show_each_net_on_its_channel(void **state)
{
	(void)state;
	assert_int_equal(seen(NULL, STIMULUS), STIMULUS);
	assert_int_equal(seen(NULL, PROBE | CLOCK), PROBE | CLOCK);
	assert_int_equal(seen(NULL, NOISE | SPIKE), 0);
}

static void each_mistake_changes_what_it_says(void **state)
{
	(void)state;
	assert_int_equal(seen("swap", STIMULUS | CLOCK), PROBE | CLOCK);
	assert_int_equal(seen("swap", PROBE), STIMULUS);
	assert_int_equal(seen("invert=0", 0), STIMULUS);
	assert_int_equal(seen("invert=0", STIMULUS | PROBE), PROBE);
	assert_int_equal(seen("open=1", PROBE | STIMULUS), STIMULUS);
	assert_int_equal(seen("float=1", PROBE | STIMULUS), STIMULUS);
	assert_int_equal(seen("float=1", NOISE), PROBE);
	assert_int_equal(seen("float=7", NOISE), 0x80);
	assert_int_equal(seen("crosstalk=0:5", STIMULUS | SPIKE),
			 STIMULUS | 0x20);
	assert_int_equal(seen("crosstalk=0:1", PROBE | SPIKE), 0);
}

static void lines_and_crosstalk_are_told(void **state)
{
	struct hil_wiring w;
	struct hil_fault f;

	(void)state;
	hil_wiring_init(&w);
	assert_int_equal(w.stimulus_line, 0);
	assert_int_equal(w.probe_line, 1);
	assert_false(hil_wiring_disturbs(&w, HIL_NET_STIMULUS));
	f = parse("stimulus-line=5");
	hil_wiring_set(&w, &f);
	f = parse("probe-line=6");
	hil_wiring_set(&w, &f);
	f = parse("wire=4:0");
	hil_wiring_set(&w, &f);
	f = parse("crosstalk=0:1");
	hil_wiring_set(&w, &f);
	assert_int_equal(w.stimulus_line, 5);
	assert_int_equal(w.probe_line, 6);
	assert_int_equal(w.loop_from, 4);
	assert_int_equal(w.loop_to, 0);
	assert_true(hil_wiring_disturbs(&w, HIL_NET_STIMULUS));
	assert_false(hil_wiring_disturbs(&w, HIL_NET_PROBE));
	f = parse("clear");
	hil_wiring_set(&w, &f);
	assert_int_equal(w.stimulus_line, 0);
	assert_int_equal(w.loop_from, HIL_WIRING_NONE);
	assert_false(hil_wiring_disturbs(&w, HIL_NET_STIMULUS));
}

static void pairs_are_refused_with_a_reason(void **state)
{
	static const char *const bad[] = {
		"crosstalk", "crosstalk=1", "crosstalk=1:", "crosstalk=:1",
		"wire=4:4",  "wire=8:0",    "wire=4:-1",    "wire=4:0:1",
		"open=8",    "swap=1",
	};
	struct hil_fault f;
	char problem[128];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		problem[0] = '\0';
		if (!hil_fault_parse(bad[i], &f, problem, sizeof(problem)))
			fail_msg("took \"%s\"", bad[i]);
		assert_true(problem[0]);
	}
}

/* 1 s at 1 MS/s of a loose wire: 2 to 18 ms between its looks. */
static void noise_moves_by_itself_and_only_when_on(void **state)
{
	struct hil_samples *s = calloc(1, sizeof(*s));
	uint8_t *bytes = malloc(1000000);
	size_t edges[2] = { 0, 0 };

	(void)state;
	hil_samples_init(s, HIL_NET_HEARTBEAT, 0);
	for (int on = 0; on < 2; on++) {
		hil_samples_noise(s, on);
		hil_samples_start(s, 0, 1000000, 0);
		hil_samples_fill(s, bytes, 1000000);
		for (size_t i = 1; i < 1000000; i++)
			edges[on] += bytes[i] != bytes[i - 1];
	}
	assert_int_equal(edges[0], 0);
	assert_in_range(edges[1], 20, 400);
	free(bytes);
	free(s);
}

/* An odd number of missing edges turns the probe over for that capture. */
static void next_capture_shows_the_pin_as_it_is(void **state)
{
	struct hil_samples *s = calloc(1, sizeof(*s));
	struct hil_sample_event turn = { .mono_ns = 10,
					 .channel = HIL_NET_PROBE,
					 .change = HIL_SAMPLE_INVERT };
	uint8_t byte;

	(void)state;
	hil_samples_init(s, HIL_NET_HEARTBEAT, 0);
	hil_samples_start(s, 0, 1000000, 0);
	hil_samples_add(s, &turn);
	hil_samples_settle(s, 100);
	hil_samples_fill(s, &byte, 1);
	assert_int_equal(byte, PROBE);
	turn.mono_ns = 5000; /* a glitch whose end still waits */
	hil_samples_add(s, &turn);
	hil_samples_start(s, 1000, 1000000, 0);
	hil_samples_fill(s, &byte, 1);
	assert_int_equal(byte, PROBE);
	hil_samples_settle(s, 6000);
	hil_samples_fill(s, &byte, 1);
	assert_int_equal(byte, 0);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_wires_show_each_net_on_its_channel),
		cmocka_unit_test(each_mistake_changes_what_it_says),
		cmocka_unit_test(lines_and_crosstalk_are_told),
		cmocka_unit_test(pairs_are_refused_with_a_reason),
		cmocka_unit_test(noise_moves_by_itself_and_only_when_on),
		cmocka_unit_test(next_capture_shows_the_pin_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
