/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An analyzer found and set up through libsigrok, by sigrok's own words. */
#ifndef HIL_CAPTURE_LIVE_DEVICE_H
#define HIL_CAPTURE_LIVE_DEVICE_H

#include <libsigrok/libsigrok.h>

#include "rig/capture/channels.h"
#include "rig/capture/fault.h"
#include "rig/capture/live_usb.h"

struct hil_device {
	struct sr_context *context;
	struct sr_dev_driver *driver;
	struct sr_dev_inst *instance;
	bool open;
	struct hil_channels channels; /* its logic channels */
	struct hil_sample wanted;
	uint64_t samplerate_hz; /* read back from the device */
	bool threshold_adjustable;
	double threshold_volts; /* its middle; NAN: not known */
	char last_error[240];   /* what libsigrok said last */
	const char *hint;       /* what to do about it, NULL not known */
	struct hil_live_usb usb;
};

/**
 * hil_device_open() - find one device of one driver and prepare it
 * @d: zeroed
 * @words: "fx2lafw:conn=1.7:samplerate=24m"
 * @channels: as in hil_channels_choose()
 * @samplerate_hz: wanted, 0: the words' or the device's own
 *
 * Only the named driver looks for devices, and where its search would open
 * instruments that are no analyzers, only at conn=.
 *
 * Context: the thread that will run the session. May block as long as the
 * driver does.
 * Return: 0; -ENODEV no driver or no device; -EINVAL a word or rate that the
 * device does not know; -ENOENT no such channel; -EIO libsigrok failed.
 */
int hil_device_open(struct hil_device *d, const char *words,
		    const char *channels, uint64_t samplerate_hz,
		    struct hil_fault *fault) HIL_MUST_CHECK;

/**
 * hil_device_print_all() - list the devices of a driver on standard output
 * @d: zeroed
 * @words: as in hil_device_open(); only what concerns the search counts
 *
 * Return: 0; as hil_device_open().
 */
int hil_device_print_all(struct hil_device *d, const char *words,
			 struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_device_close() - may block; NULL-safe members */
void hil_device_close(struct hil_device *d);

#endif
