/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every maker's words, over whatever transport peer.h is linked with. */
#include "rig/instrument/dialect.h"

#include <errno.h>
#include <math.h>

#include "daemon/base/time.h"
#include "tests/unit/peer.h"
#include "tests/unit/test.h"

struct fixture {
	struct peer *peer;
	struct fake_generator *fake;
	struct hil_generator *g;
	struct test_log log;
};

static const struct hil_generator_wave wave = { .frequency_hz = 250,
						.high_volts = 3.3,
						.low_volts = 0,
						.load_ohms = INFINITY,
						.duty = 0.5 };

static void start(struct fixture *f, enum fake_maker maker)
{
	test_log_start(&f->log);
	f->peer = peer_new(maker);
	f->fake = peer_generator(f->peer);
}

static void open_at(struct fixture *f, double line_volts)
{
	if (hil_generator_open(peer_device(f->peer), line_volts, &f->g))
		fail_msg("%s", f->log.text);
}

static void stop(struct fixture *f)
{
	hil_generator_close(f->g);
	peer_free(f->peer);
	test_log_stop();
}

#define assert_near(actual, wanted)                                            \
	assert_true(fabs((actual) - (wanted)) < 1e-6)

static void identities_choose_the_words(void **state)
{
	static const struct {
		const char *identity;
		const struct hil_dialect *dialect;
	} table[] = {
		{ "Agilent Technologies,33220A,MY44,2.07", //
		  &hil_dialect_keysight },
		{ "Keysight Technologies,EDU33212A,CN1,1.0",
		  &hil_dialect_keysight },
		{ "HEWLETT-PACKARD,33120A,0,10.0", &hil_dialect_keysight },
		{ "hilrig,virtual bench generator,0,0.1", &hil_dialect_bench },
		{ "hilrig-gpio,gpiochip0 4,0,0.1", &hil_dialect_gpio },
		{ "hilrig-pwm,pwmchip0 0,0,0.1", &hil_dialect_pwm },
		{ "RIGOL TECHNOLOGIES,DG4062,DG4E1,00.01", &hil_dialect_rigol },
		{ "Siglent Technologies,SDG2042X,S,2.01",
		  &hil_dialect_siglent },
		{ "*IDN SDG,SDG1025,120465,3.01", &hil_dialect_siglent },
		{ "Maker,Siglent,1,1", &hil_dialect_siglent },
		{ "Maker,Not Rigol,1,1", &hil_dialect_generic },
		{ "nothing", &hil_dialect_generic },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		assert_ptr_equal(hil_dialect_find(table[i].identity),
				 table[i].dialect);
}

static void each_maker_puts_out_the_wave_that_was_asked_for(void **state)
{
	(void)state;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		if (hil_generator_set(f.g, &wave) || hil_generator_on(f.g))
			fail_msg("maker %d: %s", maker, f.log.text);
		assert_near(hil_generator_actual_hz(f.g), 250);
		assert_true(f.fake->on && f.fake->square && !f.fake->burst);
		assert_near(f.fake->hz, 250);
		assert_near(f.fake->high_volts, 3.3);
		assert_near(f.fake->low_volts, 0);
		assert_near(f.fake->duty_percent, 50);
		assert_true(isinf(f.fake->load_ohms));
		assert_int_equal(f.fake->errors, 0);
		assert_int_equal(hil_generator_off(f.g), 0);
		assert_false(f.fake->on);
		assert_string_equal(f.log.text, "");
		stop(&f);
	}
}

/* Both ways: from levels above the new ones and from levels below them. */
static void levels_move_without_crossing(void **state)
{
	struct hil_generator_wave low = wave, high = wave;

	(void)state;
	low.high_volts = 1;
	high.low_volts = 2;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		if (hil_generator_set(f.g, &low) ||
		    hil_generator_set(f.g, &high) ||
		    hil_generator_set(f.g, &low))
			fail_msg("maker %d: %s", maker, f.log.text);
		assert_near(f.fake->high_volts, 1);
		stop(&f);
	}
}

static void five_volts_never_reach_a_line_of_3v3(void **state)
{
	struct hil_generator_wave five = wave;

	(void)state;
	five.high_volts = 5;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		f.fake->high_volts = 1;
		open_at(&f, 3.3);
		assert_int_equal(hil_generator_set(f.g, &five), -ERANGE);
		assert_int_equal(hil_generator_on(f.g), -EPERM);
		assert_contains(f.log.text, "to 5 V: the line takes 3.3 V");
		assert_false(f.fake->on);
		assert_near(f.fake->high_volts, 1);
		stop(&f);
	}
}

/* It keeps 50 ohm: 3.3 V shown would be 6.6 V at the pin. */
static void a_wrong_load_ends_it_before_the_levels(void **state)
{
	(void)state;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		f.fake->load_is_stuck = true;
		open_at(&f, 3.3);
		assert_int_equal(hil_generator_set(f.g, &wave), -ERANGE);
		assert_contains(f.log.text, "LOAD");
		assert_int_equal(hil_generator_on(f.g), -EPERM);
		assert_near(f.fake->high_volts, 5);
		assert_false(f.fake->on);
		stop(&f);
	}
}

/* 3.3 V at a load of 50 ohm: the source's other 50 ohm take as much again. */
static void levels_are_those_at_the_load(void **state)
{
	struct hil_generator_wave terminated = wave;

	(void)state;
	terminated.load_ohms = 50;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		assert_int_equal(hil_generator_set(f.g, &terminated), 0);
		assert_near(f.fake->high_volts, 6.6);
		stop(&f);
	}
}

/* Siglent clips to 25 MHz and says nothing, the others say so. */
static void what_a_generator_cannot_do_is_refused(void **state)
{
	struct hil_generator_wave fast = wave;

	(void)state;
	fast.frequency_hz = 30e6;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };
		bool says = maker != FAKE_SIGLENT;

		start(&f, maker);
		open_at(&f, 3.3);
		assert_int_equal(hil_generator_set(f.g, &fast),
				 says ? -EIO : -ERANGE);
		assert_contains(f.log.text, says ? "-222,\"Data out of range\""
						 : "C1:BSWV FRQ 30000000: it "
						   "says 25000000");
		assert_int_equal(hil_generator_on(f.g), -EPERM);
		assert_false(f.fake->on);
		stop(&f);
	}
}

static void errors_of_others_do_not_count(void **state)
{
	(void)state;
	for (int maker = 0; maker < FAKE_SIGLENT; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		fake_generator_push(f.fake, -113);
		fake_generator_push(f.fake, -222);
		open_at(&f, 3.3);
		assert_int_equal(f.fake->errors, 0);
		assert_int_equal(hil_generator_set(f.g, &wave), 0);
		stop(&f);
	}
}

static void a_burst_starts_when_it_is_told_to(void **state)
{
	struct hil_generator_wave burst = wave;

	(void)state;
	burst.burst = 7;
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		if (hil_generator_set(f.g, &burst))
			fail_msg("maker %d: %s", maker, f.log.text);
		assert_true(f.fake->burst && f.fake->by_trigger);
		assert_near(f.fake->cycles, 7);
		assert_int_equal(f.fake->triggers, 0);
		assert_int_equal(hil_generator_on(f.g), 0);
		assert_int_equal(f.fake->triggers, 1);
		assert_int_equal(f.fake->errors, 0);
		stop(&f);
	}
}

static void set_pattern(struct hil_generator_wave *w, const char *text)
{
	char problem[HIL_PATTERN_TEXT];

	if (hil_pattern_parse(text, &w->pattern, problem))
		fail_msg("%s", problem);
}

/* Five periods of 4 ms each 100 ms, by the box's own clock. */
static void bursts_are_timed_by_the_box(void **state)
{
	struct hil_generator_wave w = wave;

	(void)state;
	set_pattern(&w, "burst:count=5,every=100ms");
	for (int maker = FAKE_KEYSIGHT; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		f.fake->by_trigger = true;
		if (hil_generator_set(f.g, &w) || hil_generator_on(f.g))
			fail_msg("maker %d: %s", maker, f.log.text);
		assert_true(f.fake->burst && !f.fake->by_trigger);
		assert_near(f.fake->cycles, 5);
		assert_near(f.fake->every_s, 0.1);
		assert_int_equal(f.fake->triggers, 0);
		/* and not a trace of it afterwards */
		assert_int_equal(hil_generator_set(f.g, &wave), 0);
		assert_false(f.fake->burst);
		stop(&f);
	}
}

/* Seven of eight periods of 4 ms: a burst of 7 each 32 ms. */
static void a_missing_pulse_is_a_burst_with_a_short_pause(void **state)
{
	struct hil_generator_wave w = wave;

	(void)state;
	set_pattern(&w, "missing:every=8");
	for (int maker = FAKE_KEYSIGHT; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		if (hil_generator_set(f.g, &w))
			fail_msg("maker %d: %s", maker, f.log.text);
		assert_near(f.fake->cycles, 7);
		assert_near(f.fake->every_s, 0.032);
		stop(&f);
	}
}

static void sweeps_go_up_and_down(void **state)
{
	static const char *const texts[] = {
		"sweep:from=5ms,to=2ms,over=3s",
		"sweep:from=2ms,to=5ms,over=3s",
	};

	(void)state;
	for (int maker = FAKE_KEYSIGHT; maker < FAKE_MAKERS; maker++) {
		for (size_t i = 0; i < 2; i++) {
			struct hil_generator_wave w = wave;
			struct fixture f = { .g = NULL };
			bool down = i == 1, turned;

			start(&f, maker);
			set_pattern(&w, texts[i]);
			open_at(&f, 3.3);
			if (hil_generator_set(f.g, &w))
				fail_msg("maker %d: %s", maker, f.log.text);
			turned = down && maker != FAKE_SIGLENT;
			assert_true(f.fake->sweep && !f.fake->burst);
			assert_near(f.fake->start_hz, turned ? 500 : 200);
			assert_near(f.fake->stop_hz, turned ? 200 : 500);
			assert_near(f.fake->sweep_s, 3);
			assert_int_equal(f.fake->sweep_down,
					 down && maker == FAKE_SIGLENT);
			assert_int_equal(hil_generator_set(f.g, &wave), 0);
			assert_false(f.fake->sweep);
			stop(&f);
		}
	}
}

static void steps_are_a_list_of_frequencies(void **state)
{
	struct hil_generator_wave w = wave;
	struct fixture f = { .g = NULL };

	(void)state;
	set_pattern(&w, "step:periods=4ms/5ms/10ms,dwell=500ms");
	start(&f, FAKE_KEYSIGHT);
	open_at(&f, 3.3);
	assert_int_equal(hil_generator_set(f.g, &w), 0);
	assert_true(f.fake->list);
	assert_near(f.fake->points, 3);
	assert_near(f.fake->dwell_s, 0.5);
	assert_int_equal(hil_generator_set(f.g, &wave), 0);
	assert_false(f.fake->list);
	stop(&f);
}

/* A pulse for each trigger of ours, at the times of the pattern. */
static void single_shots_are_triggered_when_due(void **state)
{
	struct hil_generator_wave w = wave;

	(void)state;
	set_pattern(&w, "single:from=100ms,to=100ms");
	for (int maker = FAKE_KEYSIGHT; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };
		int64_t now_ns;

		start(&f, maker);
		open_at(&f, 3.3);
		if (hil_generator_set(f.g, &w) || hil_generator_on(f.g))
			fail_msg("maker %d: %s", maker, f.log.text);
		assert_true(f.fake->burst && f.fake->by_trigger);
		assert_near(f.fake->cycles, 1);
		now_ns = hil_time_mono_ns();
		assert_int_equal(f.fake->triggers, 0);
		assert_int_equal(hil_generator_turn(f.g, now_ns), 0);
		assert_int_equal(f.fake->triggers, 1);
		assert_int_equal(hil_generator_turn(f.g, now_ns), 0);
		assert_int_equal(f.fake->triggers, 1);
		/* a second late: one pulse, not ten */
		now_ns += 1000 * HIL_NS_PER_MS;
		assert_int_equal(hil_generator_turn(f.g, now_ns), 0);
		assert_int_equal(f.fake->triggers, 2);
		assert_int_equal(hil_generator_off(f.g), 0);
		now_ns += 1000 * HIL_NS_PER_MS;
		assert_int_equal(hil_generator_turn(f.g, now_ns), 0);
		assert_int_equal(f.fake->triggers, 2);
		set_pattern(&w, "single:from=20ms,to=90ms");
		assert_int_equal(hil_generator_set(f.g, &w), -ERANGE);
		assert_contains(f.log.text, "50ms or more");
		set_pattern(&w, "single:from=100ms,to=100ms");
		stop(&f);
	}
}

static void what_a_box_cannot_do_is_refused_by_name(void **state)
{
	static const char *const can[FAKE_MAKERS] = {
		"can make: steady\n",
		"can make: steady, sweep, step, burst, single, missing\n",
		"can make: steady, sweep, burst, single, missing\n",
		"can make: steady, sweep, burst, single, missing\n",
	};
	struct hil_generator_wave w = wave;

	(void)state;
	set_pattern(&w, "jitter");
	for (int maker = 0; maker < FAKE_MAKERS; maker++) {
		struct fixture f = { .g = NULL };

		start(&f, maker);
		open_at(&f, 3.3);
		assert_int_equal(hil_generator_set(f.g, &w), -EOPNOTSUPP);
		assert_contains(f.log.text, "cannot make the pattern "
					    "\"jitter\"");
		assert_contains(f.log.text, can[maker]);
		assert_int_equal(hil_generator_on(f.g), -EPERM);
		stop(&f);
	}
}

/* What somebody turns at the front panel later stays within the line's. */
static void the_line_is_protected_by_limits_of_the_box(void **state)
{
	struct hil_generator_wave two = wave;
	struct fixture f = { .g = NULL };

	(void)state;
	start(&f, FAKE_KEYSIGHT);
	two.high_volts = 2;
	f.fake->limit_high_volts = 1; /* left by somebody */
	f.fake->limited = true;
	open_at(&f, 3.3);
	assert_int_equal(hil_generator_set(f.g, &two), 0);
	assert_near(f.fake->high_volts, 2);
	assert_true(f.fake->limited);
	assert_near(f.fake->limit_high_volts, 3.3);
	assert_near(f.fake->limit_low_volts, 0);
	stop(&f);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(identities_choose_the_words),
		cmocka_unit_test(
			each_maker_puts_out_the_wave_that_was_asked_for),
		cmocka_unit_test(levels_move_without_crossing),
		cmocka_unit_test(five_volts_never_reach_a_line_of_3v3),
		cmocka_unit_test(a_wrong_load_ends_it_before_the_levels),
		cmocka_unit_test(levels_are_those_at_the_load),
		cmocka_unit_test(what_a_generator_cannot_do_is_refused),
		cmocka_unit_test(errors_of_others_do_not_count),
		cmocka_unit_test(a_burst_starts_when_it_is_told_to),
		cmocka_unit_test(bursts_are_timed_by_the_box),
		cmocka_unit_test(a_missing_pulse_is_a_burst_with_a_short_pause),
		cmocka_unit_test(sweeps_go_up_and_down),
		cmocka_unit_test(steps_are_a_list_of_frequencies),
		cmocka_unit_test(single_shots_are_triggered_when_due),
		cmocka_unit_test(what_a_box_cannot_do_is_refused_by_name),
		cmocka_unit_test(the_line_is_protected_by_limits_of_the_box),
	};

	(void)argc;
	peer_prepare(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
