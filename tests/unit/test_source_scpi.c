/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "tests/unit/fake_source.h"
#include "tests/unit/test.h"

struct fixture {
	struct hil_source_scpi scpi;
	struct fake_source fake;
	char reply[512];
};

static const char *ask(struct fixture *f, const char *line)
{
	char copy[HIL_SCPI_LINE_MAX + 1];

	snprintf(copy, sizeof(copy), "%s", line);
	hil_scpi_run(&f->scpi.scpi, copy, f->reply, sizeof(f->reply));
	return f->reply;
}

static void expect_error(struct fixture *f, const char *line, const char *error)
{
	ask(f, line);
	assert_contains(ask(f, "SYST:ERR?"), error);
	assert_string_equal(ask(f, "SYST:ERR?"), "0,\"No error\"");
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	hil_source_scpi_init(&f->scpi, &fake_source_kind, &f->fake,
			     "gpiochip0 4");
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	free(*state);
	return 0;
}

static void it_says_what_it_is(void **state)
{
	assert_string_equal(ask(*state, "*IDN?"),
			    "hilrig-fake,gpiochip0 4,0," HIL_VERSION);
	assert_string_equal(ask(*state, "SYST:HIL:STAT?"), "2,1,0");
	assert_string_equal(ask(*state, "SYST:HIL:LATE?"),
			    "10,100,200,300,400");
}

static void a_wave_reaches_the_pin(void **state)
{
	struct fixture *f = *state;

	ask(f, "FREQ 250");
	ask(f, "FUNC:SQU:DCYC 25");
	ask(f, "HIL:PATT \"burst:count=5,every=100ms\"");
	assert_false(f->fake.wave.on);
	ask(f, "OUTP ON");
	assert_true(f->fake.wave.on);
	assert_true(f->fake.wave.frequency_hz == 250);
	assert_true(f->fake.wave.duty == 0.25);
	assert_int_equal(f->fake.wave.pattern.kind, HIL_PATTERN_BURST);
	assert_string_equal(ask(f, "OUTP?;FREQ?;HIL:PATT?"),
			    "1;2.500000000E+02;"
			    "\"burst:count=5,every=100ms\"");
	/* on again is no new start */
	f->fake.applied = 0;
	ask(f, "OUTP ON");
	assert_int_equal(f->fake.applied, 0);
	ask(f, "OUTP OFF");
	assert_false(f->fake.wave.on);
	assert_string_equal(ask(f, "SYST:ERR?"), "0,\"No error\"");
}

static void what_cannot_be_changes_nothing(void **state)
{
	struct fixture *f = *state;

	ask(f, "FREQ 250");
	f->fake.applied = 0;
	expect_error(f, "FREQ 30 kHz", "-222");
	expect_error(f, "FREQ", "-109");
	expect_error(f, "FREQ 1,2", "-108");
	expect_error(f, "FUNC:SQU:DCYC 100", "-222");
	expect_error(f, "HIL:PATT prime", "-224");
	expect_error(f, "HIL:PATT \"burst:every=1ms\"", "-221");
	expect_error(f, "HIL:PATT \"step:periods=49us\"", "-222");
	expect_error(f, "OUTP maybe", "-224");
	expect_error(f, "VOLT:HIGH 3", "-113");
	assert_int_equal(f->fake.applied, 0);
	f->fake.fail = -ERANGE;
	expect_error(f, "FREQ 100", "-222");
	f->fake.fail = -EIO;
	expect_error(f, "OUTP ON", "-240");
	assert_string_equal(ask(f, "FREQ?;OUTP?"), "2.500000000E+02;0");
}

static void a_wave_that_is_on_is_not_changed(void **state)
{
	struct fixture *f = *state;

	ask(f, "OUTP ON");
	expect_error(f, "FREQ 50", "-221");
	expect_error(f, "HIL:PATT jitter", "-221");
	ask(f, "*RST");
	assert_string_equal(ask(f, "OUTP?"), "0");
	assert_false(f->fake.wave.on);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(it_says_what_it_is),
		TEST(a_wave_reaches_the_pin),
		TEST(what_cannot_be_changes_nothing),
		TEST(a_wave_that_is_on_is_not_changed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
