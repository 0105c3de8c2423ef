/* SPDX-License-Identifier: GPL-3.0-or-later */
/* USBTMC devices that are plugged in and pulled out. */
#ifndef HIL_INSTRUMENT_USBTMC_WATCH_H
#define HIL_INSTRUMENT_USBTMC_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "rig/instrument/usbtmc_find.h"

/**
 * hil_usbtmc_word() - what hil_generator_open() takes for a device
 * @text: result: "usbtmc:serial=A"; by vendor and product without a serial
 */
void hil_usbtmc_word(const struct hil_usbtmc_found *f, char *text, size_t size);

/**
 * hil_usbtmc_watch() - tell of devices that come and go
 * @change: called for each that is there at first, and for each change;
 *	false ends it
 *
 * A device is told half a second after it was plugged in, when udev has given
 * it its rights.
 * Context: any but RT; waits until @change ends it.
 * Return: 0; -EOPNOTSUPP this system does not tell; -errno of libusb.
 */
int hil_usbtmc_watch(bool (*change)(void *context,
				    const struct hil_usbtmc_found *f,
				    bool here),
		     void *context) HIL_MUST_CHECK;

#endif
