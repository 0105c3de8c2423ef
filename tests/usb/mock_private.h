/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What mock_usb.c and mock_urb.c share. */
#ifndef HIL_USB_MOCK_PRIVATE_H
#define HIL_USB_MOCK_PRIVATE_H

#include <pthread.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <umockdev.h>
#pragma GCC diagnostic pop

#include "tests/usb/mock_usb.h"

struct mock_urb {
	struct mock_urb *next;
	UMockdevIoctlClient *client; /* who asked; not owned */
	UMockdevIoctlData *urb, *buffer;
	gulong address; /* in the client */
	bool done;
	int status, actual;
};

struct mock_usb {
	struct mock_usb_kind kind;
	void *context;
	unsigned int port, address;
	char *node;
	UMockdevIoctlBase *handler;
	struct mock_usb_state state;
	UMockdevIoctlClient *claimer;
	struct mock_urb *urbs; /* oldest first */
	bool plugged, gone;
};

/** mock_usb_serve() - answer what comes to its handler */
void mock_usb_serve(struct mock_usb *u);

#endif
