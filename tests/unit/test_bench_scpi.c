/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stimulus/scpi.h"

#include <math.h>

#include "rig/bench/scpi_generator.h"
#include "tests/unit/test.h"

static const char *ask(struct hil_scpi_generator *s, const char *line)
{
	static char reply[4096];
	char copy[HIL_SCPI_LINE_MAX + 1];

	snprintf(copy, sizeof(copy), "%s", line);
	hil_scpi_run(&s->scpi, copy, reply, sizeof(reply));
	return reply;
}

static void expect_error(struct hil_scpi_generator *s, const char *line,
			 const char *error)
{
	ask(s, line);
	assert_contains(ask(s, "SYST:ERR?"), error);
	assert_string_equal(ask(s, "SYST:ERR?"), "0,\"No error\"");
}

static int setup(void **state)
{
	struct hil_scpi_generator *s = malloc(sizeof(*s));

	hil_scpi_generator_init(s, NULL);
	*state = s;
	return 0;
}

static int teardown(void **state)
{
	free(*state);
	return 0;
}

static void header_matches_short_and_long_forms(void **state)
{
	static const char p[] = "[SOURce1:]FREQuency[:CW]";

	(void)state;
	assert_true(hil_scpi_match(p, "FREQ"));
	assert_true(hil_scpi_match(p, "frequency"));
	assert_true(hil_scpi_match(p, "SOUR:FREQ"));
	assert_true(hil_scpi_match(p, "source1:freq:cw"));
	assert_false(hil_scpi_match(p, "FREQU"));
	assert_false(hil_scpi_match(p, "FRE"));
	assert_false(hil_scpi_match(p, "SOUR2:FREQ"));
	assert_false(hil_scpi_match(p, "SOUR1:"));
	assert_false(hil_scpi_match(p, "SOUR1:FREQ:"));
	assert_false(hil_scpi_match(p, ""));
	assert_false(hil_scpi_match(p, "FREQ1"));
}

static void number_takes_units_and_refuses_the_rest(void **state)
{
	double v;

	(void)state;
	assert_int_equal(hil_scpi_number("1.5e3", "HZ", &v), 0);
	assert_true(v == 1500);
	assert_int_equal(hil_scpi_number("2 kHz", "HZ", &v), 0);
	assert_true(v == 2000);
	assert_int_equal(hil_scpi_number("3MHZ", "HZ", &v), 0);
	assert_true(v == 3e6);
	assert_int_equal(hil_scpi_number("500mV", "V", &v), 0);
	assert_true(v == 0.5);
	assert_int_equal(hil_scpi_number("5 parsec", "HZ", &v), -131);
	assert_int_equal(hil_scpi_number("", "HZ", &v), -104);
	assert_int_equal(hil_scpi_number("nan", "HZ", &v), -104);
	assert_int_equal(hil_scpi_number("inf", "HZ", &v), -104);
	assert_int_equal(hil_scpi_number("0x10", "HZ", &v), -104);
	assert_int_equal(hil_scpi_number("1e999", "HZ", &v), -222);
}

static void generator_identifies_itself(void **state)
{
	assert_string_equal(ask(*state, "*IDN?"),
			    "hilrig,virtual bench generator,0," HIL_VERSION);
	assert_string_equal(ask(*state, "*OPC?"), "1");
}

static void generator_reads_back_what_was_set(void **state)
{
	struct hil_scpi_generator *s = *state;

	ask(s, ":OUTP1:LOAD INF");
	ask(s, ":SOUR1:APPL:SQU 10000,3.3,1.65,0");
	assert_string_equal(ask(s, "SOUR1:APPL?"),
			    "\"SQU,1.000000000E+04,3.300000000E+00,"
			    "1.650000000E+00,0.000000000E+00\"");
	assert_string_equal(ask(s, "SOUR1:VOLT:HIGH?;LOW?"),
			    "3.300000000E+00;0.000000000E+00");
	assert_string_equal(ask(s, "OUTP1:LOAD?"), "9.900000000E+37");
	assert_string_equal(ask(s, "OUTP?"), "0");
	ask(s, "OUTPUT:STATE 1");
	assert_string_equal(ask(s, "OUTP1?"), "1");
	ask(s, "*RST");
	assert_string_equal(ask(s, "OUTP1?"), "0");
	assert_string_equal(ask(s, "SYST:ERR?"), "0,\"No error\"");
}

/* 3.3 V into a believed 50 ohm is 6.6 V at a pin that draws nothing. */
static void wrong_load_doubles_the_voltage_at_the_pin(void **state)
{
	struct hil_scpi_generator *s = *state;

	ask(s, "SOUR1:APPL:SQU 1000,3.3,1.65");
	assert_true(fabs(hil_scpi_generator_pin_volts(&s->settings) - 6.6) <
		    1e-9);
	ask(s, "OUTP1:LOAD INF");
	assert_true(fabs(hil_scpi_generator_pin_volts(&s->settings) - 3.3) <
		    1e-9);
}

static void generator_queues_each_error_once(void **state)
{
	expect_error(*state, "SOUR1:FREQ 1e9", "-222,");
	expect_error(*state, "FREQ 20000.1", "-222,");
	expect_error(*state, "FREQ 0", "-222,");
	expect_error(*state, "FREQ", "-109,");
	expect_error(*state, "FREQ 1,2", "-108,");
	expect_error(*state, "FREQ high", "-104,");
	expect_error(*state, "VOLT:HIGH 10.5", "-222,");
	expect_error(*state, "VOLT:HIGH -1", "-221,");
	expect_error(*state, "SOUR1:FUNC SIN", "-224,");
	expect_error(*state, "OUTP maybe", "-224,");
	expect_error(*state, "FOO:BAR 3", "-113,");
	expect_error(*state, "SOUR2:FREQ 5", "-113,");
	expect_error(*state, "*RST?", "-113,");
	expect_error(*state, "*IDN", "-113,");
	expect_error(*state, "*TRG", "-221,");
	expect_error(*state, "APPL:SQU 100,30", "-222,");
}

static void refused_command_changes_nothing(void **state)
{
	struct hil_scpi_generator *s = *state;
	struct hil_generator_settings before;

	ask(s, "APPL:SQU 500,2,1");
	before = s->settings;
	ask(s, "APPL:SQU 600,19,9");
	ask(s, "VOLT 20");
	ask(s, "HIL:PATT \"step:periods=1us\"");
	ask(s, "HIL:PATT \"jitter:percent=91\"");
	assert_true(s->settings.frequency_hz == before.frequency_hz);
	assert_true(s->settings.high_volts == before.high_volts);
	assert_int_equal(s->settings.pattern.kind, HIL_PATTERN_STEADY);
	ask(s, "*CLS");
}

static void no_level_passes_a_limit(void **state)
{
	struct hil_scpi_generator *s = *state;

	ask(s, "*RST;VOLT:HIGH 3;LOW 0;:VOLT:LIM:HIGH 3.3;LOW 0;STAT ON");
	expect_error(s, "VOLT:HIGH 3.4", "-222");
	expect_error(s, "VOLT:LOW -0.1", "-222");
	ask(s, "VOLT:HIGH 3.3");
	assert_true(s->settings.high_volts == 3.3);
	assert_string_equal(ask(s, "VOLT:LIM:STAT?"), "1");
	/* limits that are broken already give way to the levels */
	ask(s, "VOLT:LIM:STAT OFF;HIGH 1;STAT ON");
	assert_string_equal(ask(s, "VOLT:LIM:HIGH?"), "3.300000000E+00");
	ask(s, "*RST");
}

static void error_queue_ends_with_an_overflow(void **state)
{
	struct hil_scpi_generator *s = *state;

	for (int i = 0; i < HIL_SCPI_ERRORS + 5; i++)
		ask(s, "NONSENSE");
	for (int i = 0; i < HIL_SCPI_ERRORS - 1; i++)
		assert_contains(ask(s, "SYST:ERR?"), "-113");
	assert_contains(ask(s, "SYST:ERR?"), "-350");
	assert_contains(ask(s, "SYST:ERR?"), "0,");
}

static void compound_lines_follow_the_path(void **state)
{
	struct hil_scpi_generator *s = *state;

	assert_string_equal(ask(s, "SOUR1:BURS:NCYC 7;STAT ON;:OUTP1 ON;"
				   "*OPC?;SOUR1:BURS:STAT?"),
			    "1;1");
	assert_int_equal(s->settings.cycles, 7);
	assert_true(s->settings.burst);
	assert_string_equal(ask(s, ";;  ;"), "");
	assert_contains(ask(s, "SYST:ERR?"), "0,");
}

static void patterns_are_read_back(void **state)
{
	struct hil_scpi_generator *s = *state;

	ask(s, "SOUR1:FREQ 250");
	ask(s, "SOUR1:HIL:PATT \"jitter:percent=12.5\"");
	assert_string_equal(ask(s, "SOUR1:HIL:PATT?"),
			    "\"jitter:percent=12.5\"");
	ask(s, "SOUR1:HIL:PATT 'burst:count=5,every=100ms'");
	assert_string_equal(ask(s, "SOUR1:HIL:PATT?"),
			    "\"burst:count=5,every=100ms\"");
	/* five periods of 1 Hz are no burst within 100 ms */
	expect_error(s, "FREQ 1", "-221");
	expect_error(s, "SOUR1:HIL:PATT \"burst:every=1ms\"", "-221");
	expect_error(s, "SOUR1:HIL:PATT \"step:periods=49us\"", "-222");
	expect_error(s, "SOUR1:HIL:PATT \"step\"", "-224");
	expect_error(s, "SOUR1:HIL:PATT \"step", "-104");
	expect_error(s, "SOUR1:HIL:PATT", "-109");
	expect_error(s, "SOUR1:HIL:PATT WILD", "-224");
	ask(s, "SOUR1:HIL:PATT steady");
	assert_string_equal(ask(s, "SOUR1:HIL:PATT?"), "\"steady\"");
	assert_string_equal(ask(s, "SOUR1:HIL:SKIP?"), "0");
	assert_string_equal(ask(s, "SYST:HIL:STAT?"), "0,0,0");
}

/* Bytes of any kind: errors in the queue, nothing else. */
static void any_bytes_are_survived(void **state)
{
	struct hil_scpi_generator *s = *state;
	uint64_t random = 3;

	for (int i = 0; i < 20000; i++) {
		static const char some[] = "SOUR1:FREQ?;*[],\t \"'#@9eE+-.\x80";
		char line[80];
		size_t size = test_random(&random) % sizeof(line);

		for (size_t k = 0; k < size; k++)
			line[k] =
				some[test_random(&random) % (sizeof(some) - 1)];
		line[size ? size - 1 : 0] = '\0';
		ask(s, line);
	}
	assert_false(s->settings.on);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_matches_short_and_long_forms),
		cmocka_unit_test(number_takes_units_and_refuses_the_rest),
		cmocka_unit_test_setup_teardown(generator_identifies_itself,
						setup, teardown),
		cmocka_unit_test_setup_teardown(
			generator_reads_back_what_was_set, setup, teardown),
		cmocka_unit_test_setup_teardown(
			wrong_load_doubles_the_voltage_at_the_pin, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			generator_queues_each_error_once, setup, teardown),
		cmocka_unit_test_setup_teardown(refused_command_changes_nothing,
						setup, teardown),
		cmocka_unit_test_setup_teardown(no_level_passes_a_limit, setup,
						teardown),
		cmocka_unit_test_setup_teardown(
			error_queue_ends_with_an_overflow, setup, teardown),
		cmocka_unit_test_setup_teardown(compound_lines_follow_the_path,
						setup, teardown),
		cmocka_unit_test_setup_teardown(patterns_are_read_back, setup,
						teardown),
		cmocka_unit_test_setup_teardown(any_bytes_are_survived, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
