/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * USBTMC on libusb. The tag says which question an answer belongs to, so that
 * other than on a socket the device can be used after a failure, once it was
 * cleared.
 */
#include "rig/instrument/usbtmc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/time.h"
#include "rig/instrument/usbtmc_private.h"

#define TRANSFERS_MAX 256 /* of one answer; the deadline ends it before */

/* The same device in a context of our own. */
static int open_device(struct hil_usbtmc *t,
		       const struct hil_usbtmc_found *found)
{
	libusb_device **list;
	ssize_t n = libusb_get_device_list(t->context, &list);
	int code = LIBUSB_ERROR_NO_DEVICE;

	if (n < 0)
		return (int)n;
	for (ssize_t i = 0; i < n; i++) {
		if (libusb_get_bus_number(list[i]) == found->bus &&
		    libusb_get_device_address(list[i]) == found->address)
			code = libusb_open(list[i], &t->handle);
	}
	libusb_free_device_list(list, 1);
	return code;
}

int hil_usbtmc_open(const struct hil_usbtmc_found *found, int64_t wait_ns,
		    struct hil_usbtmc **result)
{
	struct hil_usbtmc *t = calloc(1, sizeof(*t));
	int code;

	*result = NULL;
	if (!t)
		return -ENOMEM;
	t->wait_ns = wait_ns;
	t->interface = found->interface;
	t->out = found->out;
	t->in = found->in;
	t->packet_bytes = found->packet_bytes;
	code = libusb_init(&t->context);
	if (!code)
		code = open_device(t, found);
	if (!code) {
		/* its kernel driver gets it back when it is released */
		(void)libusb_set_auto_detach_kernel_driver(t->handle, 1);
		code = libusb_claim_interface(t->handle, t->interface);
		t->claimed = !code;
	}
	if (!code && found->setting)
		code = libusb_set_interface_alt_setting(t->handle, t->interface,
							found->setting);
	if (code) {
		hil_usbtmc_close(t);
		return hil_usbtmc_error(code);
	}
	*result = t;
	return 0;
}

void hil_usbtmc_close(struct hil_usbtmc *t)
{
	if (!t)
		return;
	if (t->claimed)
		libusb_release_interface(t->handle, t->interface);
	if (t->handle)
		libusb_close(t->handle);
	if (t->context)
		libusb_exit(t->context);
	free(t);
}

/* 0: it is over, and for libusb that would mean no limit. */
static unsigned int left_ms(int64_t deadline_ns)
{
	int64_t left_ns = deadline_ns - hil_time_mono_ns();

	return left_ns > 0 ? (unsigned int)(left_ns / HIL_NS_PER_MS) + 1 : 0;
}

/* @size becomes what was transferred, also after a time-out. */
static int transfer(struct hil_usbtmc *t, uint8_t endpoint, uint8_t *bytes,
		    size_t *size, int64_t deadline_ns)
{
	unsigned int wait_ms = left_ms(deadline_ns);
	int n = 0, ret = -ETIMEDOUT;

	if (wait_ms)
		ret = hil_usbtmc_error(libusb_bulk_transfer(
			t->handle, endpoint, bytes, (int)*size, &n, wait_ms));
	*size = n > 0 ? (size_t)n : 0;
	if (ret == -ENODEV)
		t->gone = true;
	return ret;
}

static int send_bytes(struct hil_usbtmc *t, uint8_t *bytes, size_t size,
		      int64_t deadline_ns)
{
	size_t sent = size;
	int ret = transfer(t, t->out, bytes, &sent, deadline_ns);

	return !ret && sent != size ? -EIO : ret;
}

static int send_line(struct hil_usbtmc *t, const char *line,
		     int64_t deadline_ns)
{
	uint8_t bytes[HIL_USBTMC_HEADER + HIL_USBTMC_OUT_MAX];
	size_t size;

	if (t->gone)
		return -ENODEV;
	t->tag = hil_usbtmc_next_tag(t->tag);
	size = hil_usbtmc_pack(bytes, t->tag, line);
	return size ? send_bytes(t, bytes, size, deadline_ns) : -EMSGSIZE;
}

/* One bulk transfer, as long as the device makes it. */
static int receive_bytes(struct hil_usbtmc *t, struct hil_usbtmc_answer *a,
			 int64_t deadline_ns)
{
	/* whole packets, so that no device can send more than there is room */
	uint8_t bytes[HIL_USBTMC_HEADER + HIL_SCPI_REPLY_BYTES + 1024];
	size_t size = sizeof(bytes) / t->packet_bytes * t->packet_bytes;
	int ret = transfer(t, t->in, bytes, &size, deadline_ns);

	if (ret && !(ret == -ETIMEDOUT && size))
		return ret;
	return hil_usbtmc_take(a, bytes, size);
}

static int receive(struct hil_usbtmc *t, struct hil_usbtmc_answer *a,
		   int64_t deadline_ns)
{
	uint8_t request[HIL_USBTMC_HEADER];
	int ret = HIL_USBTMC_REQUEST;

	for (int i = 0; i < TRANSFERS_MAX; i++) {
		if (ret == HIL_USBTMC_REQUEST) {
			t->tag = hil_usbtmc_next_tag(t->tag);
			hil_usbtmc_request(a, request, t->tag);
			ret = send_bytes(t, request, sizeof(request),
					 deadline_ns);
			if (ret)
				return ret;
		}
		ret = receive_bytes(t, a, deadline_ns);
		if (ret < 0 || ret == HIL_USBTMC_DONE)
			return ret < 0 ? ret : 0;
	}
	return -EPROTO;
}

int hil_usbtmc_send(struct hil_usbtmc *t, const char *line)
{
	int ret = send_line(t, line, hil_time_mono_ns() + t->wait_ns);

	if (ret)
		hil_usbtmc_recover(t, false);
	return ret;
}

int hil_usbtmc_ask(struct hil_usbtmc *t, const char *line,
		   char reply[HIL_SCPI_REPLY_BYTES])
{
	int64_t deadline_ns = hil_time_mono_ns() + t->wait_ns;
	/* one byte for a line end that the device left out */
	struct hil_usbtmc_answer a = { .text = reply,
				       .room = HIL_SCPI_REPLY_BYTES - 1 };
	bool sent;
	int ret = send_line(t, line, deadline_ns);

	sent = !ret;
	if (!ret)
		ret = receive(t, &a, deadline_ns);
	if (ret) {
		hil_usbtmc_recover(t, sent);
		return ret;
	}
	if (!a.used || reply[a.used - 1] != '\n')
		reply[a.used++] = '\n';
	return hil_scpi_reply_line(reply, a.used) == 1 ? 0 : -EBADMSG;
}

bool hil_usbtmc_alive(struct hil_usbtmc *t)
{
	/* the kernel answers this without asking the device */
	if (!t->gone && libusb_kernel_driver_active(t->handle, t->interface) ==
				LIBUSB_ERROR_NO_DEVICE)
		t->gone = true;
	return !t->gone;
}
