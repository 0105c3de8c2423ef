/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way back after a time-out, a stall or an answer that is none. */
#include <unistd.h>

#include "rig/instrument/usbtmc_private.h"

#define CONTROL_MS 200 /* for each of a few requests */
#define DRAIN_MS   50
#define POLL_US    20000
#define TRIES      8

enum request {
	INITIATE_ABORT_BULK_OUT = 1,
	CHECK_ABORT_BULK_OUT_STATUS = 2,
	INITIATE_ABORT_BULK_IN = 3,
	CHECK_ABORT_BULK_IN_STATUS = 4,
	INITIATE_CLEAR = 5,
	CHECK_CLEAR_STATUS = 6,
};

#define STATUS_SUCCESS 0x01
#define STATUS_PENDING 0x02

#define TO_ENDPOINT                                                            \
	(LIBUSB_ENDPOINT_IN | LIBUSB_REQUEST_TYPE_CLASS |                      \
	 LIBUSB_RECIPIENT_ENDPOINT)
#define TO_INTERFACE                                                           \
	(LIBUSB_ENDPOINT_IN | LIBUSB_REQUEST_TYPE_CLASS |                      \
	 LIBUSB_RECIPIENT_INTERFACE)

/* The status that the device answers; -1: it did not answer. */
static int ask(struct hil_usbtmc *t, enum request request, uint16_t value)
{
	unsigned char bytes[8] = { 0 };
	bool clear = request >= INITIATE_CLEAR;
	bool in = request >= INITIATE_ABORT_BULK_IN;
	uint16_t index = clear ? t->interface : in ? t->in : t->out;
	uint16_t len = request == INITIATE_CLEAR ? 1
		       : request % 2 || clear    ? 2
						 : sizeof(bytes);
	int n = libusb_control_transfer(
		t->handle, clear ? TO_INTERFACE : TO_ENDPOINT, (uint8_t)request,
		value, index, bytes, len, CONTROL_MS);

	if (n == LIBUSB_ERROR_NO_DEVICE)
		t->gone = true;
	return n > 0 ? bytes[0] : -1;
}

/* Throws away what the device still wants to say. */
static void drain(struct hil_usbtmc *t)
{
	unsigned char bytes[HIL_SCPI_REPLY_BYTES];
	int n = t->packet_bytes, size;

	size = (int)sizeof(bytes) / t->packet_bytes * t->packet_bytes;
	for (int i = 0; i < TRIES && size && n && n % t->packet_bytes == 0; i++)
		if (libusb_bulk_transfer(t->handle, t->in, bytes, size, &n,
					 DRAIN_MS))
			return;
}

static void wait_status(struct hil_usbtmc *t, enum request check)
{
	for (int i = 0; i < TRIES; i++) {
		if (ask(t, check, 0) != STATUS_PENDING)
			return;
		if (check != CHECK_ABORT_BULK_OUT_STATUS)
			drain(t);
		usleep(POLL_US);
	}
}

void hil_usbtmc_recover(struct hil_usbtmc *t, bool in)
{
	enum request abort =
		in ? INITIATE_ABORT_BULK_IN : INITIATE_ABORT_BULK_OUT;

	if (t->gone)
		return;
	/* anything else means that there is no transfer to abort */
	if (ask(t, abort, t->tag) == STATUS_SUCCESS) {
		if (in)
			drain(t);
		wait_status(t, abort + 1);
	}
	if (!t->gone && ask(t, INITIATE_CLEAR, 0) == STATUS_SUCCESS)
		wait_status(t, CHECK_CLEAR_STATUS);
	if (t->gone)
		return;
	/* a clear leaves the out endpoint halted; a stall either of them */
	libusb_clear_halt(t->handle, t->out);
	libusb_clear_halt(t->handle, t->in);
}
