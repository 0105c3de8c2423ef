/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What live_device.c and live_rate.c share. */
#ifndef HIL_CAPTURE_LIVE_DEVICE_PRIVATE_H
#define HIL_CAPTURE_LIVE_DEVICE_PRIVATE_H

#include "rig/capture/live_device.h"

/** hil_device_fault() - a failure of libsigrok, with its own words */
int hil_device_fault(struct hil_device *d, struct hil_fault *fault, int code,
		     const char *what);

/**
 * hil_device_set_rate() - set the sample rate and read it back
 * @samplerate_hz: 0: leave the device's own
 *
 * Return: 0; -EINVAL it cannot, @fault lists the rates it can do, or its bus
 * cannot; -EIO.
 */
int hil_device_set_rate(struct hil_device *d, uint64_t samplerate_hz,
			struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_device_list_rates() - the rates it can do as text; "" not known */
void hil_device_list_rates(struct hil_device *d, char *text, size_t size);

/** hil_device_read_threshold() - is it adjustable, and where is it now */
void hil_device_read_threshold(struct hil_device *d);

#endif
