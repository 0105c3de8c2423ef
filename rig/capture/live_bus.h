/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who shares a USB bus with an analyzer, and the samples it can carry. */
#ifndef HIL_CAPTURE_LIVE_BUS_H
#define HIL_CAPTURE_LIVE_BUS_H

#include <stddef.h>
#include <stdint.h>

#include "rig/capture/live_usb.h"

#define HIL_LIVE_BUS_TEXT 400

/**
 * hil_live_bus_others() - the other high-speed devices of its bus, hubs left
 *	out
 * @text: result, @size bytes: "1-1.2 (HD Webcam), 1-3 (0403:6010)"
 *
 * Context: any but RT; reads sysfs.
 * Return: how many.
 */
unsigned int hil_live_bus_others(const struct hil_live_usb *u, char *text,
				 size_t size);

/**
 * hil_live_bus_early() - why an acquisition over USB may have ended, and what
 *	to do about it
 * @samplerate_hz: that was used
 * @text: result, @size bytes; HIL_LIVE_BUS_TEXT suffice
 *
 * Return: @text.
 */
const char *hil_live_bus_early(const struct hil_live_usb *u,
			       uint64_t samplerate_hz, char *text, size_t size);

#endif
