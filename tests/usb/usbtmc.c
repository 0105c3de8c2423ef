/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A USB generator that fails, is pulled out, or is one of several. */
#include <errno.h>
#include <math.h>

#include "rig/instrument/generator.h"
#include "tests/unit/test.h"
#include "tests/usb/mock_tmc.h"

#define SERIAL "DG1ZA000000001"

struct fixture {
	struct mock_tmc *mock;
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

	f->mock = mock_tmc_plug(FAKE_KEYSIGHT, SERIAL, 1);
	test_log_start(&f->log);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	hil_generator_close(f->g);
	mock_tmc_free(f->mock);
	test_log_stop();
	free(f);
	return 0;
}

static void open_it(struct fixture *f, const char *device)
{
	if (hil_generator_open(device, 3.3, &f->g))
		fail_msg("%s", f->log.text);
}

static void kernel_driver_is_detached_and_given_back(void **state)
{
	struct fixture *f = *state;
	struct mock_usb *usb = mock_tmc_usb(f->mock);

	assert_true(mock_usb_state(usb).driver_bound);
	open_it(f, "usbtmc");
	assert_contains(hil_generator_identity(f->g), "33522B");
	assert_true(hil_generator_alive(f->g));
	assert_true(mock_usb_state(usb).claimed);
	assert_false(mock_usb_state(usb).driver_bound);
	hil_generator_close(f->g);
	f->g = NULL;
	assert_false(mock_usb_state(usb).claimed);
	assert_true(mock_usb_state(usb).driver_bound);
	assert_int_equal(mock_usb_state(usb).attached, 1);
}

static void answers_in_pieces_and_without_newline_are_read(void **state)
{
	static const enum mock_tmc_fault harmless[] = { MOCK_TMC_PIECES,
							MOCK_TMC_SPLIT,
							MOCK_TMC_BARE };
	struct fixture *f = *state;

	for (size_t i = 0; i < 3; i++) {
		mock_tmc_fail(f->mock, "*IDN?", harmless[i], 1);
		open_it(f, "usbtmc");
		assert_string_equal(hil_generator_identity(f->g),
				    "Agilent Technologies,33522B,MY57800256,"
				    "5.00-1.19-2.00-58-00");
		hil_generator_close(f->g);
		f->g = NULL;
	}
	assert_int_equal(mock_tmc_counts(f->mock).aborts, 0);
	assert_string_equal(f->log.text, "");
}

/* One bad answer: the setting fails, says why, and works the next time. */
static void device_is_usable_after_each_failure(void **state)
{
	static const struct {
		enum mock_tmc_fault fault;
		int error;
		const char *text;
	} table[] = {
		{ MOCK_TMC_MUTE, -ETIMEDOUT, "no answer in time" },
		{ MOCK_TMC_STALL_IN, -EREMOTEIO, "refused the transfer" },
		{ MOCK_TMC_STALL_OUT, -EREMOTEIO, "refused the transfer" },
		{ MOCK_TMC_WRONG_TAG, -ESTALE, "tag is that of another" },
		{ MOCK_TMC_NO_HEADER, -EPROTO, "not framed as USBTMC" },
		{ MOCK_TMC_TOO_MUCH, -EPROTO, "not framed as USBTMC" },
		{ MOCK_TMC_LONG, -EMSGSIZE, "longer than 4 KiB" },
		{ MOCK_TMC_BINARY, -EBADMSG, "not one line of printable" },
		{ MOCK_TMC_ENDLESS, -EPROTO, "not framed as USBTMC" },
	};
	struct fixture *f = *state;

	open_it(f, "usbtmc");
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		f->log.used = 0;
		mock_tmc_fail(f->mock, "SOUR1:FREQ?", table[i].fault, 1);
		assert_int_equal(hil_generator_set(f->g, &wave),
				 table[i].error);
		assert_contains(f->log.text, "SOUR1:FREQ?");
		assert_contains(f->log.text, table[i].text);
		assert_int_equal(hil_generator_on(f->g), -EPERM);
		if (hil_generator_set(f->g, &wave))
			fail_msg("fault %zu: %s", i, f->log.text);
		assert_true(hil_generator_alive(f->g));
	}
}

static void time_out_aborts_and_clears(void **state)
{
	struct fixture *f = *state;
	struct mock_tmc_counts counts;

	open_it(f, "usbtmc");
	mock_tmc_fail(f->mock, "OUTP1?", MOCK_TMC_MUTE, 1);
	assert_int_equal(hil_generator_off(f->g), -ETIMEDOUT);
	counts = mock_tmc_counts(f->mock);
	assert_int_equal(counts.aborts, 1);
	assert_int_equal(counts.clears, 1);
	/* the clear halted the out endpoint */
	assert_int_equal(counts.halts_cleared, 1);
	assert_int_equal(hil_generator_off(f->g), 0);
}

static void stall_is_cleared_on_the_endpoint(void **state)
{
	struct fixture *f = *state;

	open_it(f, "usbtmc");
	mock_tmc_fail(f->mock, "OUTP1?", MOCK_TMC_STALL_IN, 1);
	assert_int_equal(hil_generator_off(f->g), -EREMOTEIO);
	/* in, by the stall, and out, by the clear */
	assert_int_equal(mock_tmc_counts(f->mock).halts_cleared, 2);
	assert_int_equal(hil_generator_off(f->g), 0);
}

static void pulling_it_out_is_noticed_and_named(void **state)
{
	struct fixture *f = *state;

	open_it(f, "usbtmc:serial=" SERIAL);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
	assert_int_equal(hil_generator_on(f->g), 0);
	mock_usb_pull(mock_tmc_usb(f->mock));
	assert_false(hil_generator_alive(f->g));
	assert_int_equal(hil_generator_off(f->g), -ENODEV);
	assert_contains(f->log.text, "no USBTMC device is connected");
	hil_generator_close(f->g);
	f->g = NULL;
}

static void question_to_a_device_that_is_gone_fails_at_once(void **state)
{
	struct fixture *f = *state;

	open_it(f, "usbtmc");
	mock_usb_pull(mock_tmc_usb(f->mock));
	assert_int_equal(hil_generator_set(f->g, &wave), -ENODEV);
	assert_contains(f->log.text, "it is no longer plugged in");
}

static void it_can_be_opened_after_it_was_plugged_in_again(void **state)
{
	struct fixture *f = *state;

	open_it(f, "usbtmc");
	mock_tmc_free(f->mock);
	f->mock = mock_tmc_plug(FAKE_KEYSIGHT, SERIAL, 1);
	assert_false(hil_generator_alive(f->g));
	/* this connects once more */
	if (hil_generator_off(f->g))
		fail_msg("%s", f->log.text);
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
}

static void several_devices_are_told_apart_by_serial(void **state)
{
	struct fixture *f = *state;
	struct mock_tmc *second = mock_tmc_plug(FAKE_RIGOL, "OTHER", 2);

	assert_int_equal(hil_generator_open("usbtmc", 3.3, &f->g), -ENODEV);
	assert_contains(f->log.text, "among several: serial=" SERIAL
				     " (1ab1:0642 Mock), serial=OTHER");
	open_it(f, "usbtmc:serial=OTHER,vid=1ab1,pid=0x642");
	assert_contains(hil_generator_identity(f->g), "Rigol");
	hil_generator_close(f->g);
	f->log.used = 0;
	assert_int_equal(hil_generator_open("usbtmc:serial=THIRD", 3.3, &f->g),
			 -ENODEV);
	assert_contains(f->log.text, "it is not there, but serial=" SERIAL);
	assert_int_equal(hil_generator_open("usbtmc:vid=0957", 3.3, &f->g),
			 -ENODEV);
	mock_tmc_free(second);
}

static void no_device_says_what_to_look_at(void **state)
{
	struct fixture *f = *state;

	mock_tmc_free(f->mock);
	f->mock = NULL;
	assert_int_equal(hil_generator_open("usbtmc", 3.3, &f->g), -ENODEV);
	assert_contains(f->log.text, "no USBTMC device is connected; is it on");
}

static void device_of_another_program_is_busy(void **state)
{
	struct fixture *f = *state;
	struct hil_generator *second;

	open_it(f, "usbtmc");
	assert_int_equal(hil_generator_open("usbtmc", 3.3, &second), -EBUSY);
	assert_contains(f->log.text, "another program uses it");
	/* the first one is still at work */
	assert_int_equal(hil_generator_set(f->g, &wave), 0);
}

static void wrong_words_are_refused(void **state)
{
	static const char *const wrong[] = {
		"usbtmc:serial",    "usbtmc:serial=", "usbtmc:vid=xyz",
		"usbtmc:pid=12345", "usbtmc:port=1",  "usbtmc:serial=A,,vid=1",
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		f->log.used = 0;
		assert_int_equal(hil_generator_open(wrong[i], 3.3, &f->g),
				 -EINVAL);
		assert_contains(f->log.text, "usbtmc[:serial=TEXT]");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(kernel_driver_is_detached_and_given_back),
		TEST(answers_in_pieces_and_without_newline_are_read),
		TEST(device_is_usable_after_each_failure),
		TEST(time_out_aborts_and_clears),
		TEST(stall_is_cleared_on_the_endpoint),
		TEST(pulling_it_out_is_noticed_and_named),
		TEST(question_to_a_device_that_is_gone_fails_at_once),
		TEST(it_can_be_opened_after_it_was_plugged_in_again),
		TEST(several_devices_are_told_apart_by_serial),
		TEST(no_device_says_what_to_look_at),
		TEST(device_of_another_program_is_busy),
		TEST(wrong_words_are_refused),
	};

	(void)argc;
	mock_usb_prepare(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
