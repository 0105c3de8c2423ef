/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrig-capture on a live analyzer. */
#ifndef HIL_CAPTURE_LIVE_H
#define HIL_CAPTURE_LIVE_H

#include <stdint.h>

struct hil_live_options {
	const char *driver; /* "fx2lafw:conn=1.7:samplerate=24m" */
	const char *channels;
	uint64_t samplerate_hz; /* 0: the driver's words or the device's */
};

/**
 * hil_live_mode() - acquire until told to stop; frames on standard output
 *
 * Context: start-up only. Return: exit status; the message is printed.
 */
int hil_live_mode(const struct hil_live_options *options);

#endif
