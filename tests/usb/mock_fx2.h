/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An FX2 logic analyzer with sigrok's firmware: samples in real time into the
 * transfers that are waiting, of a pattern that its reader can work out.
 */
#ifndef HIL_USB_MOCK_FX2_H
#define HIL_USB_MOCK_FX2_H

#include "tests/usb/mock_usb.h"

/* In samples: D0 is high in the first half of its period, D1 from rise to
 * fall. */
#define MOCK_FX2_PERIOD 2400
#define MOCK_FX2_RISE   300
#define MOCK_FX2_FALL   420

enum mock_fx2_fault {
	MOCK_FX2_NONE,
	MOCK_FX2_STALLS, /* each transfer fails with EPIPE */
	MOCK_FX2_SILENT, /* no transfer ends */
	MOCK_FX2_GONE,   /* pulled out, but udev has not said so */
};

struct mock_fx2_options {
	bool no_firmware;
	unsigned int speed_mbps; /* 0: 480 */
	/* what it cannot hand over at once is lost, and then it stops, as the
	 * real one does; else it waits */
	bool strict;
	enum mock_fx2_fault fault;
	uint64_t fault_at; /* samples */
	/* the pattern is there while this is true, else all is low; NULL: it
	 * always is */
	const bool *on;
};

struct mock_fx2;

struct mock_fx2 *mock_fx2_plug(const struct mock_fx2_options *options,
			       unsigned int port);

/** mock_fx2_level() - of channel 0 or 1 at a sample */
bool mock_fx2_level(uint64_t sample, unsigned int channel);

/** mock_fx2_sent(), mock_fx2_overflowed() - samples; did it lose any? */
uint64_t mock_fx2_sent(struct mock_fx2 *m);
bool mock_fx2_overflowed(struct mock_fx2 *m);
struct mock_usb *mock_fx2_usb(struct mock_fx2 *m);
void mock_fx2_free(struct mock_fx2 *m); /* NULL-safe */

#endif
