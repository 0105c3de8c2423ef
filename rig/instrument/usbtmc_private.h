/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What usbtmc.c and usbtmc_recover.c share. */
#ifndef HIL_INSTRUMENT_USBTMC_PRIVATE_H
#define HIL_INSTRUMENT_USBTMC_PRIVATE_H

#include "rig/instrument/usbtmc.h"
#include "rig/instrument/usbtmc_frame.h"

struct hil_usbtmc {
	libusb_context *context;
	libusb_device_handle *handle;
	int64_t wait_ns;
	uint16_t packet_bytes;
	uint8_t interface, out, in;
	uint8_t tag; /* of the last transfer */
	bool claimed, gone;
};

/**
 * hil_usbtmc_recover() - make the device ready for a new line after a failure
 * @in: an answer was waited for under the last tag; else a command was sent
 *
 * Aborts the transfer and clears the device: whatever it still had to say is
 * lost, as it should be. Takes up to 2 s with one that does not react.
 * Source: USBTMC 1.0, 4.2.1.
 */
void hil_usbtmc_recover(struct hil_usbtmc *t, bool in);

#endif
