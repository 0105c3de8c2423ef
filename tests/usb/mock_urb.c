/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The usbfs of one device. A request block waits in the queue until its device
 * has something to say; libusb asks for finished ones over and over.
 */
#include <errno.h>
#include <linux/usbdevice_fs.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#include "tests/usb/mock_private.h"

#define IDLE_US 200 /* libusb polls: do not let it burn a core */

static int put_string(const struct mock_usb *u, unsigned int index,
		      uint8_t *data, size_t size)
{
	uint8_t bytes[130] = { 4, USB_DT_STRING, 9, 4 }; /* English */
	const char *text;
	size_t n = 4;

	if (index > 3)
		return -EPIPE;
	if (index) {
		text = u->kind.strings[index - 1];
		for (n = 2; *text && n < sizeof(bytes); n += 2) {
			bytes[n] = (uint8_t)*text++;
			bytes[n + 1] = 0;
		}
		bytes[0] = (uint8_t)n;
	}
	n = n < size ? n : size;
	memcpy(data, bytes, n);
	return (int)n;
}

static int control(struct mock_usb *u, uint8_t *bytes)
{
	struct usb_ctrlrequest setup;

	memcpy(&setup, bytes, sizeof(setup));
	if (setup.bRequestType == USB_DIR_IN &&
	    setup.bRequest == USB_REQ_GET_DESCRIPTOR &&
	    setup.wValue >> 8 == USB_DT_STRING)
		return put_string(u, setup.wValue & 0xff, bytes + sizeof(setup),
				  setup.wLength);
	return u->kind.control(u->context, &setup, bytes + sizeof(setup));
}

static bool is_input(const struct mock_urb *b)
{
	const struct usbdevfs_urb *k = (const void *)b->urb->data;

	return k->type != USBDEVFS_URB_TYPE_CONTROL && k->endpoint & USB_DIR_IN;
}

size_t mock_usb_waiting(const struct mock_usb *u)
{
	size_t size = 0;

	for (const struct mock_urb *b = u->urbs; b; b = b->next) {
		const struct usbdevfs_urb *k = (const void *)b->urb->data;

		if (!b->done && is_input(b))
			size += (size_t)k->buffer_length;
	}
	return size;
}

/* false: not yet */
static bool try_finish(struct mock_usb *u, struct mock_urb *b)
{
	const struct usbdevfs_urb *k = (const void *)b->urb->data;
	size_t size = (size_t)k->buffer_length;
	uint8_t *bytes = b->buffer ? b->buffer->data : NULL;
	int ret;

	if (b->done)
		return true;
	if (u->gone)
		ret = -ENODEV;
	else if (k->type == USBDEVFS_URB_TYPE_CONTROL)
		ret = control(u, bytes);
	else if (is_input(b))
		ret = u->kind.bulk_in(u->context, bytes, size);
	else
		ret = u->kind.bulk_out(u->context, bytes, size);
	if (ret == -EAGAIN)
		return false;
	b->done = true;
	b->status = ret < 0 ? ret : 0;
	b->actual = ret < 0 ? 0 : ret;
	return true;
}

static void free_urb(struct mock_urb *b)
{
	g_object_unref(b->urb);
	if (b->buffer)
		g_object_unref(b->buffer);
	g_free(b);
}

static int submit(struct mock_usb *u, UMockdevIoctlClient *client,
		  UMockdevIoctlData *data)
{
	const struct usbdevfs_urb *k = (const void *)data->data;
	struct mock_urb *b = g_new0(struct mock_urb, 1), **last = &u->urbs;

	b->client = client;
	b->urb = g_object_ref(data);
	b->address = data->client_addr;
	if (k->buffer_length)
		b->buffer = umockdev_ioctl_data_resolve(
			data, offsetof(struct usbdevfs_urb, buffer),
			(gsize)k->buffer_length, NULL);
	while (*last)
		last = &(*last)->next;
	*last = b;
	return 0;
}

static int discard(struct mock_usb *u, const UMockdevIoctlData *arg)
{
	gulong address;

	memcpy(&address, arg->data, sizeof(address));
	for (struct mock_urb *b = u->urbs; b; b = b->next) {
		if (b->address != address || b->done)
			continue;
		b->done = true;
		b->status = -ENOENT;
		return 0;
	}
	return EINVAL;
}

static int reap(struct mock_usb *u, const UMockdevIoctlClient *client,
		UMockdevIoctlData *data)
{
	bool waits = false; /* input is answered in turn */

	for (struct mock_urb **p = &u->urbs; *p; p = &(*p)->next) {
		struct mock_urb *b = *p;
		struct usbdevfs_urb *k = (void *)b->urb->data;
		bool input = is_input(b);

		if (b->client != client || (input && waits && !b->done))
			continue;
		if (!try_finish(u, b)) {
			waits |= input;
			continue;
		}
		k->status = b->status;
		k->actual_length = b->actual;
		*p = b->next;
		umockdev_ioctl_data_set_ptr(data, 0, b->urb);
		free_urb(b);
		return 0;
	}
	return u->gone ? ENODEV : EAGAIN;
}

static int claim(struct mock_usb *u, UMockdevIoctlClient *client, bool detach)
{
	if (u->claimer && u->claimer != client)
		return EBUSY;
	if (u->state.driver_bound && !detach)
		return EBUSY;
	u->state.detached += u->state.driver_bound;
	u->state.driver_bound = false;
	u->claimer = client;
	u->state.claimed = true;
	return 0;
}

static int driver_ioctl(struct mock_usb *u, UMockdevIoctlData *data)
{
	const struct usbdevfs_ioctl *k = (const void *)data->data;

	if (!u->kind.kernel_driver)
		return ENODATA;
	if ((unsigned int)k->ioctl_code == USBDEVFS_CONNECT) {
		u->state.attached += !u->state.driver_bound;
		u->state.driver_bound = true;
	} else if ((unsigned int)k->ioctl_code == USBDEVFS_DISCONNECT) {
		u->state.detached += u->state.driver_bound;
		u->state.driver_bound = false;
	}
	return 0;
}

static int get_driver(const struct mock_usb *u, UMockdevIoctlData *data)
{
	struct usbdevfs_getdriver *k = (void *)data->data;

	if (!u->state.driver_bound)
		return ENODATA;
	snprintf(k->driver, sizeof(k->driver), "%s", u->kind.kernel_driver);
	return 0;
}

static void clear_halt(struct mock_usb *u, const UMockdevIoctlData *data)
{
	unsigned int endpoint;

	memcpy(&endpoint, data->data, sizeof(endpoint));
	if (u->kind.clear_halt)
		u->kind.clear_halt(u->context, (uint8_t)endpoint);
}

/* errno of one ioctl */
static int handle(struct mock_usb *u, UMockdevIoctlClient *client,
		  gulong request, UMockdevIoctlData *data)
{
	static const uint32_t capabilities = USBDEVFS_CAP_ZERO_PACKET |
					     USBDEVFS_CAP_BULK_SCATTER_GATHER |
					     USBDEVFS_CAP_NO_PACKET_SIZE_LIM |
					     USBDEVFS_CAP_REAP_AFTER_DISCONNECT;

	if (u->gone && request != USBDEVFS_REAPURBNDELAY &&
	    request != USBDEVFS_DISCARDURB)
		return ENODEV;
	switch (request) {
	case USBDEVFS_GET_CAPABILITIES:
		memcpy(data->data, &capabilities, sizeof(capabilities));
		return 0;
	case USBDEVFS_CLAIMINTERFACE:
		return claim(u, client, false);
	case USBDEVFS_DISCONNECT_CLAIM:
		return claim(u, client, true);
	case USBDEVFS_RELEASEINTERFACE:
		u->claimer = NULL;
		u->state.claimed = false;
		return 0;
	case USBDEVFS_CLEAR_HALT:
		clear_halt(u, data);
		return 0;
	case USBDEVFS_SETINTERFACE:
	case USBDEVFS_SETCONFIGURATION:
	case USBDEVFS_RESET:
		return 0;
	case USBDEVFS_IOCTL:
		return driver_ioctl(u, data);
	case USBDEVFS_GETDRIVER:
		return get_driver(u, data);
	case USBDEVFS_SUBMITURB:
		return submit(u, client, data);
	case USBDEVFS_REAPURB:
	case USBDEVFS_REAPURBNDELAY:
		return reap(u, client, data);
	default:
		return ENOTTY;
	}
}

static gboolean handle_ioctl(UMockdevIoctlBase *base,
			     UMockdevIoctlClient *client, gpointer user)
{
	struct mock_usb *u = user;
	gulong request = umockdev_ioctl_client_get_request(client);
	UMockdevIoctlData *arg = umockdev_ioctl_client_get_arg(client);
	UMockdevIoctlData *data = NULL;
	int error;

	(void)base;
	if (_IOC_SIZE(request))
		data = umockdev_ioctl_data_resolve(arg, 0, _IOC_SIZE(request),
						   NULL);
	/* a client that died meanwhile */
	if (_IOC_SIZE(request) && !data) {
		umockdev_ioctl_client_complete(client, -1, EIO);
		return TRUE;
	}
	mock_usb_lock();
	error = request == USBDEVFS_DISCARDURB
			? discard(u, arg)
			: handle(u, client, request, data);
	mock_usb_unlock();
	if (error == EAGAIN)
		g_usleep(IDLE_US);
	umockdev_ioctl_client_complete(client, error ? -1 : 0, error);
	if (data)
		g_object_unref(data);
	return TRUE;
}

/* A client that closed or died: the kernel lets go of what it had. */
static void forget(struct mock_usb *u, const void *client)
{
	mock_usb_lock();
	if (u->claimer == client) {
		u->claimer = NULL;
		u->state.claimed = false;
	}
	for (struct mock_urb **p = &u->urbs; *p;) {
		struct mock_urb *b = *p;

		if (b->client != client) {
			p = &b->next;
			continue;
		}
		*p = b->next;
		free_urb(b);
	}
	mock_usb_unlock();
}

static void vanished(UMockdevIoctlBase *base, UMockdevIoctlClient *client,
		     gpointer user)
{
	(void)base;
	forget(user, client);
}

static void finalized(gpointer user, GObject *client)
{
	forget(user, client);
}

/* umockdev does not say so when a client dies in the middle of an ioctl. */
static void connected(UMockdevIoctlBase *base, UMockdevIoctlClient *client,
		      gpointer user)
{
	(void)base;
	g_object_weak_ref(G_OBJECT(client), finalized, user);
}

void mock_usb_serve(struct mock_usb *u)
{
	g_signal_connect(u->handler, "handle-ioctl", G_CALLBACK(handle_ioctl),
			 u);
	g_signal_connect(u->handler, "client-connected", G_CALLBACK(connected),
			 u);
	g_signal_connect(u->handler, "client-vanished", G_CALLBACK(vanished),
			 u);
}
