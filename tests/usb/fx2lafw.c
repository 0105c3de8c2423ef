/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libsigrok's real fx2lafw driver on an emulated bus, through hilrig-capture:
 * every edge at 24 MS/s, and how each failure is told.
 */
#include "tests/unit/test.h"

#include <pthread.h>

#include "tests/system/collect_capture.h"
#include "tests/usb/mock_fx2.h"

#define WORDS "fx2lafw:samplerate=24m"

/* Pulls the plug when half a second was sent. */
static void *pull(void *context)
{
	struct mock_fx2 *m = context;

	while (mock_fx2_sent(m) < 12000000)
		usleep(10000);
	mock_usb_pull(mock_fx2_usb(m));
	return NULL;
}

static int capture(const struct mock_fx2_options *options, const char *words,
		   uint64_t enough, struct collected *c)
{
	const struct hil_capture_options o = { .driver = words,
					       .channels = "D0,D1" };
	struct mock_fx2 *m = mock_fx2_plug(options, 1);
	int ret = collect_capture(&o, enough, 0, c);

	mock_fx2_free(m);
	return ret;
}

static void assert_ended(const struct collected *c, enum hil_capture_end end,
			 const char *text)
{
	if (c->end != end || !strstr(c->text, text))
		fail_msg("ended as %d: %s", (int)c->end, c->text);
	assert_true(process_is_gone(c->pid));
}

/* Each edge of both channels up to the end of coverage, and none else. */
static void assert_every_edge(const struct collected *c)
{
	size_t n = 0;

	assert_int_equal(c->gap_count, 0);
	for (uint64_t sample = 1; sample < c->covered; sample++) {
		for (unsigned int channel = 0; channel < 2; channel++) {
			bool level = mock_fx2_level(sample, channel);

			if (level == mock_fx2_level(sample - 1, channel))
				continue;
			assert_true(n < c->edges);
			assert_int_equal(c->edge[n],
					 hil_edge_pack(sample, channel, level));
			n++;
		}
	}
	assert_true(c->edges == n || c->edge[n] >> 8 >= c->covered);
}

static void every_edge_arrives_at_24_million_samples_a_second(void **state)
{
	struct mock_fx2_options fine = { .no_firmware = false };
	struct collected c;

	(void)state;
	/* 5 s */
	assert_int_equal(capture(&fine, WORDS, 120000000, &c), 0);
	assert_ended(&c, HIL_CAPTURE_DONE, "stopped");
	assert_string_equal(
		json_string_value(json_object_get(c.head, "driver")),
		"fx2lafw");
	assert_true(c.covered >= 120000000);
	assert_every_edge(&c);
	collected_free(&c);
}

/* Half a second of samples, then the fault. */
static void assert_fault(enum mock_fx2_fault fault, enum hil_capture_end end,
			 const char *text)
{
	struct mock_fx2_options options = { .fault = fault,
					    .fault_at = 12000000 };
	struct collected c;

	assert_int_equal(capture(&options, WORDS, 0, &c), 0);
	assert_ended(&c, end, text);
	/* what came before is there: at least up to the last COVER */
	assert_true(c.covered > 10000000);
	assert_every_edge(&c);
	collected_free(&c);
}

static void stalled_endpoint_is_an_early_end(void **state)
{
	(void)state;
	assert_fault(MOCK_FX2_STALLS, HIL_CAPTURE_EARLY,
		     "its endpoint stalled");
}

/* Full-speed devices and hubs take nothing of the high-speed bus. */
static void others_on_its_bus_are_named(void **state)
{
	static const uint8_t nothing[] = { 18, 1 };
	const struct mock_usb_kind fast = { .vid = 0x046d,
					    .pid = 0x085e,
					    .descriptors = nothing,
					    .descriptors_size = 2,
					    .speed_mbps = 480 };
	const struct mock_usb_kind slow = { .vid = 0x1234,
					    .pid = 0x5678,
					    .descriptors = nothing,
					    .descriptors_size = 2,
					    .speed_mbps = 12 };
	struct mock_usb *camera = mock_usb_plug(&fast, NULL, 5);
	struct mock_usb *mouse = mock_usb_plug(&slow, NULL, 6);

	(void)state;
	assert_fault(MOCK_FX2_STALLS, HIL_CAPTURE_EARLY,
		     "shares its USB bus with 1-5 (046d:085e): plug it in "
		     "elsewhere, or use samplerate=12m");
	mock_usb_free(mouse);
	mock_usb_free(camera);
	assert_fault(MOCK_FX2_STALLS, HIL_CAPTURE_EARLY,
		     "use samplerate=12m, or a port without a hub");
}

/* The driver's transfers have a time-out. */
static void silence_is_an_early_end(void **state)
{
	(void)state;
	assert_fault(MOCK_FX2_SILENT, HIL_CAPTURE_EARLY, "no more samples");
}

static void transfers_of_a_lost_device_are_an_early_end(void **state)
{
	(void)state;
	assert_fault(MOCK_FX2_GONE, HIL_CAPTURE_EARLY, "by itself");
}

static void pulled_plug_is_named(void **state)
{
	const struct hil_capture_options o = { .driver = WORDS,
					       .channels = "D0,D1" };
	struct mock_fx2_options fine = { .no_firmware = false };
	struct mock_fx2 *m = mock_fx2_plug(&fine, 1);
	struct collected c;
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, pull, m), 0);
	assert_int_equal(collect_capture(&o, 0, 0, &c), 0);
	pthread_join(thread, NULL);
	assert_ended(&c, HIL_CAPTURE_EARLY, "the analyzer was unplugged");
	assert_true(c.covered > 10000000);
	assert_every_edge(&c);
	collected_free(&c);
	mock_fx2_free(m);
}

static void assert_refused(const struct mock_fx2_options *options,
			   const char *words, const char *text)
{
	struct collected c;

	assert_int_equal(capture(options, words, 0, &c), 0);
	assert_ended(&c, HIL_CAPTURE_FAILED, text);
	collected_free(&c);
}

static void rate_that_is_not_on_the_list_gets_the_list(void **state)
{
	struct mock_fx2_options fine = { .no_firmware = false };

	(void)state;
	assert_refused(&fine, "fx2lafw:samplerate=25m",
		       "cannot sample at 25 MHz: the analyzer can do 20 kHz");
}

static void usb_1_port_is_named_with_what_it_carries(void **state)
{
	struct mock_fx2_options slow = { .speed_mbps = 12 };
	struct collected c;

	(void)state;
	assert_refused(&slow, WORDS, "USB 1 port or hub, which carries 1 MHz");
	assert_int_equal(capture(&slow, "fx2lafw:samplerate=1m", 500000, &c),
			 0);
	assert_ended(&c, HIL_CAPTURE_DONE, "stopped");
	assert_every_edge(&c);
	collected_free(&c);
}

static void missing_firmware_names_its_package(void **state)
{
	struct mock_fx2_options bare = { .no_firmware = true };

	(void)state;
	if (!access("/usr/share/sigrok-firmware/fx2lafw-saleae-logic.fw", F_OK))
		skip(); /* it is not missing here */
	assert_refused(&bare, WORDS,
		       "install the package sigrok-firmware-fx2lafw");
}

static void no_device_says_what_to_look_at(void **state)
{
	const struct hil_capture_options o = { .driver = WORDS,
					       .channels = "D0" };
	struct collected c;

	(void)state;
	assert_int_equal(collect_capture(&o, 0, 0, &c), 0);
	assert_ended(&c, HIL_CAPTURE_FAILED, "is it connected, switched on");
	collected_free(&c);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			every_edge_arrives_at_24_million_samples_a_second),
		cmocka_unit_test(stalled_endpoint_is_an_early_end),
		cmocka_unit_test(others_on_its_bus_are_named),
		cmocka_unit_test(silence_is_an_early_end),
		cmocka_unit_test(transfers_of_a_lost_device_are_an_early_end),
		cmocka_unit_test(pulled_plug_is_named),
		cmocka_unit_test(rate_that_is_not_on_the_list_gets_the_list),
		cmocka_unit_test(usb_1_port_is_named_with_what_it_carries),
		cmocka_unit_test(missing_firmware_names_its_package),
		cmocka_unit_test(no_device_says_what_to_look_at),
	};

	(void)argc;
	mock_usb_prepare(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
