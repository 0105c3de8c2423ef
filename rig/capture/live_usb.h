/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernel knows of an analyzer on USB. */
#ifndef HIL_CAPTURE_LIVE_USB_H
#define HIL_CAPTURE_LIVE_USB_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_LIVE_USB_PORT 40

struct hil_live_usb {
	char port[HIL_LIVE_USB_PORT]; /* "1-2.3"; "": not on USB */
	double number;                /* changes when it is plugged in again */
};

/**
 * hil_live_usb_find() - where a connection of libsigrok's is
 * @connection: "usb/1-2.3" is on USB, "tcp-raw/…" and NULL are not
 *
 * Context: any but RT; reads sysfs.
 */
struct hil_live_usb hil_live_usb_find(const char *connection);

/**
 * hil_live_usb_speed() - of the port it is on
 * @mbps: result: 480, 12, …
 *
 * Context: any but RT; reads sysfs.
 * Return: 0; -ENODEV it is not on USB, or no longer.
 */
int hil_live_usb_speed(const struct hil_live_usb *u,
		       double *mbps) HIL_MUST_CHECK;

/** hil_live_usb_unplugged() - it was on USB and is not there any more, or was
 *	plugged in again; waits up to 300 ms for the kernel to notice */
bool hil_live_usb_unplugged(const struct hil_live_usb *u);

#endif
