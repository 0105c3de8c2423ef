/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rig/capture/live_hint.h"

#include "tests/unit/test.h"

/* Lines as libsigrok 0.5.2 writes them. */
static void failures_of_the_driver_say_what_to_do(void **state)
{
	static const struct {
		const char *line, *part;
	} table[] = {
		{ "fx2lafw: Failed to open potential device with VID:PID "
		  "1d50:608c: LIBUSB_ERROR_ACCESS.",
		  "udev rules" },
		{ "fx2lafw: Failed to open device: LIBUSB_ERROR_ACCESS.",
		  "plugdev" },
		{ "resource: Failed to open resource "
		  "'fx2lafw-saleae-logic.fw' (use loglevel 5/spew for "
		  "details).",
		  "sigrok-firmware-fx2lafw" },
		{ "fx2lafw: Unable to claim USB interface. Another program or "
		  "driver has already claimed it.",
		  "another program" },
		{ "fx2lafw: Device failed to renumerate.", "without a hub" },
		{ "fx2lafw: Expected firmware version 1.x, got 2.0.",
		  "another program" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		assert_non_null(hil_live_hint(table[i].line));
		assert_contains(hil_live_hint(table[i].line), table[i].part);
	}
	assert_null(hil_live_hint("fx2lafw: Unable to open device."));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failures_of_the_driver_say_what_to_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
