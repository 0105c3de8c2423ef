/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/instrument/generator.h"

#include <errno.h>
#include <math.h>

#include "tests/unit/fake_scpi.h"
#include "tests/unit/test.h"

struct fixture {
	struct fake_scpi *fake;
	struct hil_generator *g;
	struct test_log log;
};

static const struct hil_generator_wave wave = { .frequency_hz = 250,
						.high_volts = 3.3,
						.low_volts = 0,
						.load_ohms = INFINITY,
						.duty = 0.5 };

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->fake = fake_scpi_new(FAKE_PLAIN);
	test_log_start(&f->log);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	hil_generator_close(f->g);
	fake_scpi_free(f->fake);
	test_log_stop();
	free(f);
	return 0;
}

static int open_at(struct fixture *f, double line_volts)
{
	return hil_generator_open(fake_scpi_device(f->fake), line_volts, &f->g);
}

/* @part stands in the only message, which names the device. */
static void assert_said(struct fixture *f, const char *part)
{
	assert_contains(f->log.text, part);
	assert_contains(f->log.text, fake_scpi_device(f->fake));
	assert_ptr_equal(strchr(f->log.text, '\n') + 1,
			 f->log.text + f->log.used);
}

static void open_identifies_and_leaves_the_output_alone(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(open_at(f, 3.3), 0);
	assert_string_equal(hil_generator_identity(f->g),
			    "Maker,Model,Serial,1.0");
	assert_true(hil_generator_switchable(f->g));
	assert_true(hil_generator_alive(f->g));
	hil_generator_close(f->g);
	f->g = NULL;
	assert_string_equal(fake_scpi_log(f->fake), "*IDN?\n");
	assert_string_equal(f->log.text, "");
}

/* Load before levels; the old high level is above the new low one. */
static void a_wave_is_set_with_output_off_and_load_first(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_true(hil_generator_actual_hz(f->g) == 250);
	assert_string_equal(fake_scpi_log(f->fake),
			    "*IDN?\n"
			    "OUTP OFF\nOUTP?\n"
			    "OUTP:LOAD INF\nOUTP:LOAD?\n"
			    "BURS:STAT OFF\n"
			    "FUNC SQU\nFUNC?\n"
			    "FREQ 250\nFREQ?\n"
			    "FUNC:SQU:DCYC 50\nFUNC:SQU:DCYC?\n"
			    "VOLT:HIGH?\n"
			    "VOLT:LOW 0\nVOLT:LOW?\n"
			    "VOLT:HIGH 3.3\nVOLT:HIGH?\n");
}

/* LOAD, frequency, duty, levels, pattern, limits; all before it is on. */
static void keysight_is_spoken_to_in_its_own_words(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_wave burst = wave;
	char problem[HIL_PATTERN_TEXT];

	assert_int_equal(hil_pattern_parse("burst:count=5,every=100ms",
					   &burst.pattern, problem),
			 0);
	fake_scpi_generator(f->fake)->maker = FAKE_KEYSIGHT;
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &burst), 0);
	assert_string_equal(fake_scpi_log(f->fake),
			    "*IDN?\n"
			    "OUTP1 OFF\nOUTP1?\n"
			    "SOUR1:VOLT:LIM:STAT OFF\nSOUR1:VOLT:LIM:STAT?\n"
			    "OUTP1:LOAD INF\nOUTP1:LOAD?\n"
			    "SOUR1:BURS:STAT OFF\nSOUR1:SWE:STAT OFF\n"
			    "SOUR1:FREQ:MODE CW\n"
			    "SOUR1:FUNC SQU\nSOUR1:FUNC?\n"
			    "SOUR1:FREQ 250\nSOUR1:FREQ?\n"
			    "SOUR1:FUNC:SQU:DCYC 50\nSOUR1:FUNC:SQU:DCYC?\n"
			    "SOUR1:VOLT:HIGH?\n"
			    "SOUR1:VOLT:LOW 0\nSOUR1:VOLT:LOW?\n"
			    "SOUR1:VOLT:HIGH 3.3\nSOUR1:VOLT:HIGH?\n"
			    "SOUR1:BURS:NCYC 1\n"
			    "SOUR1:BURS:INT:PER 0.1\nSOUR1:BURS:INT:PER?\n"
			    "SOUR1:BURS:NCYC 5\nSOUR1:BURS:NCYC?\n"
			    "SOUR1:BURS:MODE TRIG\nTRIG1:SOUR IMM\n"
			    "SOUR1:BURS:STAT ON\n"
			    "SOUR1:VOLT:LIM:HIGH 3.3\nSOUR1:VOLT:LIM:HIGH?\n"
			    "SOUR1:VOLT:LIM:LOW 0\nSOUR1:VOLT:LIM:LOW?\n"
			    "SOUR1:VOLT:LIM:STAT ON\nSOUR1:VOLT:LIM:STAT?\n");
}

static void close_turns_off_what_was_turned_on(void **state)
{
	struct fixture *f = *state;
	const char *log;

	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_int_equal(hil_generator_on(f->g), 0);
	hil_generator_close(f->g);
	f->g = NULL;
	log = strstr(fake_scpi_log(f->fake), "OUTP ON");
	assert_string_equal(log, "OUTP ON\nOUTP?\n"
				 "OUTP OFF\nOUTP?\n");
}

static void a_burst_waits_for_its_trigger(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_wave burst = wave;

	burst.burst = 7;
	assert_int_equal(open_at(f, 3.3), 0);
	/* one that does not know trigger sources is no obstacle */
	fake_scpi_error(f->fake, "TRIG:SOUR BUS", "-113,\"Undefined header\"");
	assert_int_equal(hil_generator_set(f->g, &burst), 0);
	assert_int_equal(hil_generator_on(f->g), 0);
	assert_string_equal(strstr(fake_scpi_log(f->fake), "BURS:NCYC"),
			    "BURS:NCYC 7\nBURS:NCYC?\n"
			    "BURS:STAT ON\nBURS:MODE TRIG\nTRIG:SOUR BUS\n"
			    "OUTP ON\nOUTP?\n*TRG\n");
}

static void nothing_is_put_out_before_the_voltage_is_known(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(open_at(f, 0), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -EPERM);
	assert_said(f, "the voltage of the stimulus line is not known");
	assert_int_equal(hil_generator_on(f->g), -EPERM);
	assert_string_equal(fake_scpi_log(f->fake), "*IDN?\n");
	hil_generator_close(f->g);
	f->g = NULL;
	assert_int_equal(open_at(f, NAN), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -EPERM);
}

static void levels_outside_the_line_never_reach_the_generator(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_wave wrong = wave;

	assert_int_equal(open_at(f, 1.8), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -ERANGE);
	assert_said(f, "to 3.3 V: the line takes 1.8 V");
	wrong.high_volts = 1.8;
	wrong.low_volts = -0.1;
	assert_int_equal(hil_generator_set(f->g, &wrong), -ERANGE);
	wrong.high_volts = NAN;
	assert_int_equal(hil_generator_set(f->g, &wrong), -ERANGE);
	assert_int_equal(hil_generator_on(f->g), -EPERM);
	assert_string_equal(fake_scpi_log(f->fake), "*IDN?\n");
}

static void what_is_no_wave_is_refused(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_wave wrong[5] = { wave, wave, wave, wave, wave };

	wrong[0].frequency_hz = 0;
	wrong[1].frequency_hz = NAN;
	wrong[2].duty = 1;
	wrong[3].load_ohms = 0;
	wrong[4].high_volts = 0;
	assert_int_equal(open_at(f, 3.3), 0);
	for (int i = 0; i < 5; i++)
		assert_int_equal(hil_generator_set(f->g, &wrong[i]), -EINVAL);
	assert_string_equal(fake_scpi_log(f->fake), "*IDN?\n");
}

static void an_error_of_the_instrument_is_quoted_and_ends_it(void **state)
{
	struct fixture *f = *state;

	fake_scpi_error(f->fake, "FREQ 250", "-222,\"Data out of range\"");
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -EIO);
	assert_said(f, "refuses FREQ 250: -222,\"Data out of range\"");
	assert_int_equal(hil_generator_on(f->g), -EPERM);
	assert_null(strstr(fake_scpi_log(f->fake), "OUTP ON"));
}

/* A load of 50 ohm instead of a pin would double the voltage. */
static void a_load_that_is_not_taken_ends_it_before_the_levels(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "OUTP:LOAD?", "50\n", 3);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -ERANGE);
	assert_said(f, "cannot do OUTP:LOAD inf: it says 50");
	assert_null(strstr(fake_scpi_log(f->fake), "VOLT"));
}

static void a_level_that_reads_back_differently_is_refused(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "VOLT:HIGH?", "6.6\n", 4);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -ERANGE);
	assert_said(f, "cannot do VOLT:HIGH 3.3: it says 6.6");
}

static void the_frequency_is_the_one_that_was_read_back(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "FREQ?", "+2.500100E+02\n", 14);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_true(fabs(hil_generator_actual_hz(f->g) - 250.01) < 1e-9);
}

static void a_value_that_is_no_number_is_quoted(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "FREQ?", "fast\n", 5);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), -EBADMSG);
	assert_said(f, "its answer to FREQ? is no number: \"fast\"");
}

static void an_output_that_stays_off_is_not_called_on(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "OUTP?", "0\n", 2);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_int_equal(hil_generator_on(f->g), -EIO);
	assert_said(f, "does not turn on");
}

static void an_error_queue_without_end_is_left(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "SYST:ERR?", "-1,\"x\"\n", 7);
	assert_int_equal(open_at(f, 3.3), -EBADMSG);
	assert_null(f->g);
	assert_said(f, "its error queue has no end");
}

static void off_connects_again_after_the_connection_was_lost(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "OUTP ON", FAKE_CLOSE, 1);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_int_not_equal(hil_generator_on(f->g), 0);
	assert_false(hil_generator_alive(f->g));
	assert_said(f, "it closed the connection");
	assert_int_equal(hil_generator_off(f->g), 0);
	assert_contains(fake_scpi_log(f->fake),
			"OUTP ON\n*IDN?\nOUTP OFF\nOUTP?\n");
}

/* The box was switched off and on: nothing of the wave is left in it. */
static void a_generator_that_is_back_gets_its_wave_again(void **state)
{
	struct fixture *f = *state;
	struct fake_generator *fake = fake_scpi_generator(f->fake);

	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_int_equal(hil_generator_on(f->g), 0);
	fake_scpi_drop(f->fake);
	assert_false(hil_generator_alive(f->g));
	fake_generator_init(fake, FAKE_PLAIN);
	assert_int_equal(hil_generator_again(f->g), 0);
	assert_true(hil_generator_alive(f->g));
	assert_true(fake->on && fake->square && fake->hz == 250);
	assert_string_equal(f->log.text, "");
}

static void another_generator_is_not_taken_for_it(void **state)
{
	struct fixture *f = *state;
	struct fake_generator *fake = fake_scpi_generator(f->fake);

	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_int_equal(hil_generator_on(f->g), 0);
	fake_scpi_drop(f->fake);
	fake_generator_init(fake, FAKE_RIGOL);
	assert_int_equal(hil_generator_again(f->g), -EXDEV);
	assert_said(f, "is another one now: \"Rigol Technologies,DG1022Z");
	assert_false(fake->on || fake->square);
	hil_generator_close(f->g);
	f->g = NULL;
}

static void a_mute_instrument_is_named(void **state)
{
	struct fixture *f = *state;

	fake_scpi_rule(f->fake, "*IDN?", FAKE_MUTE, 1);
	assert_int_equal(open_at(f, 3.3), -ETIMEDOUT);
	assert_null(f->g);
	assert_said(f, "for *IDN?: no answer in time");
}

static void an_instrument_that_is_not_there_is_named(void **state)
{
	struct fixture *f = *state;
	char device[64];

	snprintf(device, sizeof(device), "%s", fake_scpi_device(f->fake));
	fake_scpi_free(f->fake);
	assert_int_equal(hil_generator_open(device, 3.3, &f->g), -ECONNREFUSED);
	assert_null(f->g);
	assert_contains(f->log.text, device);
	assert_contains(f->log.text, "Connection refused; is it on");
	f->fake = fake_scpi_new(FAKE_PLAIN);
}

static void an_unknown_kind_is_told_which_there_are(void **state)
{
	struct fixture *f = *state;
	static const char *const wrong[] = { "", "usb:1", "manually", "lxi" };

	for (int i = 0; i < 4; i++) {
		f->log.used = 0;
		assert_int_equal(hil_generator_open(wrong[i], 3.3, &f->g),
				 -EINVAL);
		assert_contains(f->log.text, "none of lxi:HOST[:PORT], usbtmc");
	}
	f->log.used = 0;
	assert_int_equal(hil_generator_open("lxi:h:x", 3.3, &f->g), -EINVAL);
	assert_contains(f->log.text, "lxi:h:x: the address is not HOST[:PORT]");
	for (const char *const *line = hil_generator_list(); *line; line++)
		assert_non_null(strchr(*line, ' '));
}

static void a_manual_generator_takes_a_wave_but_no_switching(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(hil_generator_open("manual", 0, &f->g), 0);
	assert_string_equal(hil_generator_identity(f->g), "manual");
	assert_false(hil_generator_switchable(f->g));
	assert_true(hil_generator_alive(f->g));
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_true(hil_generator_actual_hz(f->g) == 0);
	assert_int_equal(hil_generator_on(f->g), -EOPNOTSUPP);
	assert_int_equal(hil_generator_off(f->g), -EOPNOTSUPP);
}

static void only_generators_made_of_software_report_on_themselves(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_report report;

	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_report(f->g, &report), -EOPNOTSUPP);
	hil_generator_close(f->g);
	fake_scpi_rule(f->fake, "*IDN?", "hilrig,bench,0,1\n", 17);
	fake_scpi_rule(f->fake, "SYST:HIL:STAT?", "3,20,100\n", 9);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_equal(hil_generator_report(f->g, &report), 0);
	assert_int_equal(report.skipped, 3);
	assert_int_equal(report.late, 20);
	assert_int_equal(report.stalls, 100);
}

static void a_report_that_is_no_three_numbers_is_refused(void **state)
{
	struct fixture *f = *state;
	struct hil_generator_report report;

	fake_scpi_rule(f->fake, "*IDN?", "hilrig,bench,0,1\n", 17);
	fake_scpi_rule(f->fake, "SYST:HIL:STAT?", "3,-1\n", 5);
	assert_int_equal(open_at(f, 3.3), 0);
	assert_int_not_equal(hil_generator_report(f->g, &report), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(open_identifies_and_leaves_the_output_alone),
		TEST(a_wave_is_set_with_output_off_and_load_first),
		TEST(keysight_is_spoken_to_in_its_own_words),
		TEST(close_turns_off_what_was_turned_on),
		TEST(a_burst_waits_for_its_trigger),
		TEST(nothing_is_put_out_before_the_voltage_is_known),
		TEST(levels_outside_the_line_never_reach_the_generator),
		TEST(what_is_no_wave_is_refused),
		TEST(an_error_of_the_instrument_is_quoted_and_ends_it),
		TEST(a_load_that_is_not_taken_ends_it_before_the_levels),
		TEST(a_level_that_reads_back_differently_is_refused),
		TEST(the_frequency_is_the_one_that_was_read_back),
		TEST(a_value_that_is_no_number_is_quoted),
		TEST(an_output_that_stays_off_is_not_called_on),
		TEST(an_error_queue_without_end_is_left),
		TEST(off_connects_again_after_the_connection_was_lost),
		TEST(a_generator_that_is_back_gets_its_wave_again),
		TEST(another_generator_is_not_taken_for_it),
		TEST(a_mute_instrument_is_named),
		TEST(an_instrument_that_is_not_there_is_named),
		TEST(an_unknown_kind_is_told_which_there_are),
		TEST(only_generators_made_of_software_report_on_themselves),
		TEST(a_report_that_is_no_three_numbers_is_refused),
		TEST(a_manual_generator_takes_a_wave_but_no_switching),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
