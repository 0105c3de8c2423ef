/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Devices on an emulated USB: what the kernel's usbfs does, so that the real
 * libusb and the real drivers on it run. No rights are needed.
 */
#ifndef HIL_USB_MOCK_USB_H
#define HIL_USB_MOCK_USB_H

#include <linux/usb/ch9.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mock_usb; /* a device */

/* What a device is and does. Calls come from another thread, one at a time. */
struct mock_usb_kind {
	uint16_t vid, pid;
	const uint8_t *descriptors; /* device's, configuration's, … */
	size_t descriptors_size;
	unsigned int speed_mbps;    /* 480, 12 */
	const char *const *strings; /* of the indexes 1 to 3 */
	const char *kernel_driver;  /* bound at first, or NULL */
	/* each returns bytes or -errno: -EPIPE stalls, -EAGAIN comes later */
	int (*control)(void *context, const struct usb_ctrlrequest *setup,
		       uint8_t *data);
	int (*bulk_out)(void *context, const uint8_t *bytes, size_t size);
	int (*bulk_in)(void *context, uint8_t *bytes, size_t size);
	void (*clear_halt)(void *context, uint8_t endpoint);
};

struct mock_usb_state {
	bool claimed;      /* by anybody */
	bool driver_bound; /* the kernel's */
	int detached, attached;
};

/** mock_usb_prepare() - first thing in main(): run under umockdev-wrapper */
void mock_usb_prepare(char **argv);

/** mock_usb_plug() - add a device to the bus; @port 1 to 8; copies @kind */
struct mock_usb *mock_usb_plug(const struct mock_usb_kind *kind, void *context,
			       unsigned int port);

/** mock_usb_lock(), mock_usb_unlock() - between calls of the device */
void mock_usb_lock(void);
void mock_usb_unlock(void);

/** mock_usb_state() - how the kernel sees it */
struct mock_usb_state mock_usb_state(struct mock_usb *u);

/** mock_usb_waiting() - bytes that its bulk in transfers have room for; from
 *	within bulk_in() */
size_t mock_usb_waiting(const struct mock_usb *u);

/** mock_usb_pull() - everything fails from now on, and udev says so */
void mock_usb_pull(struct mock_usb *u);

/** mock_usb_free() - pull it if that was not done; @context is not used any
 *	more; NULL-safe */
void mock_usb_free(struct mock_usb *u);

#endif
