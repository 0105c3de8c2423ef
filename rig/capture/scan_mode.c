/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks one driver for its devices and prints them. */
#include "rig/capture/scan_mode.h"

#include "daemon/base/log.h"
#include "rig/capture/live_device.h"

int hil_scan_mode(const char *words)
{
	struct hil_device device = { .open = false };
	struct hil_fault fault = { "" };
	int ret = hil_device_print_all(&device, words, &fault);

	if (ret)
		hil_error("%s", fault.text);
	hil_device_close(&device);
	return ret ? 1 : 0;
}
