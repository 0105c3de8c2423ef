/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hilrig scan says about generators on USB. */
#ifndef HIL_CMD_SCAN_USB_H
#define HIL_CMD_SCAN_USB_H

/** hil_scan_usb() - list them. Return: 0; -errno of libusb. */
int hil_scan_usb(void);

/** hil_scan_usb_watch() - list them, then each that comes and goes, for ever */
int hil_scan_usb_watch(void);

#endif
