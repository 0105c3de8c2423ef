/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source of the requests: sigrok-firmware-fx2lafw, include/command.h, and
 * libsigrok's driver of that name.
 */
#include "tests/usb/mock_fx2.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GET_FW_VERSION    0xb0
#define START             0xb1
#define GET_REVID_VERSION 0xb2
#define CPU_RESET         0xa0
#define FIFO_BYTES        2048 /* in the chip: four packets */

struct mock_fx2 {
	struct mock_usb *usb;
	struct mock_usb_kind kind;
	struct mock_fx2_options options;
	uint8_t pattern[MOCK_FX2_PERIOD];
	double samples_per_ns; /* 0: not started */
	int64_t start_ns;
	uint64_t sent;
	bool overflowed;
	bool low; /* in this period */
};

static const char *const strings[] = { "sigrok", "fx2lafw", "0001" };
static const char *const bare_strings[] = { "", "", "" };

/* device, configuration, interface, bulk in; the ids are filled in */
static const uint8_t descriptors[] = {
	18, 1, 0,    2, 0xff, 0xff, 1,    64,   0, 0, 0, 0,    1,  0,
	1,  2, 3,    1, 9,    2,    25,   0,    1, 1, 0, 0x80, 50, //
	9,  4, 0,    0, 1,    0xff, 0xff, 0xff, 0,                 //
	7,  5, 0x82, 2, 0,    2,    0
};

bool mock_fx2_level(uint64_t sample, unsigned int channel)
{
	uint64_t at = sample % MOCK_FX2_PERIOD;

	if (!channel)
		return at < MOCK_FX2_PERIOD / 2;
	return channel == 1 && at >= MOCK_FX2_RISE && at < MOCK_FX2_FALL;
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int start(struct mock_fx2 *m, const uint8_t *data)
{
	unsigned int delay = (unsigned int)data[1] << 8 | data[2];

	m->samples_per_ns = (data[0] & 0x40 ? 48e6 : 30e6) / (delay + 1) / 1e9;
	m->start_ns = now_ns();
	m->sent = 0;
	return 3;
}

static int control(void *context, const struct usb_ctrlrequest *setup,
		   uint8_t *data)
{
	struct mock_fx2 *m = context;

	/* the bare chip can be reset and loaded, and nothing else */
	if (m->options.no_firmware)
		return setup->bRequest == CPU_RESET ? setup->wLength : -EPIPE;
	switch (setup->bRequest) {
	case GET_FW_VERSION:
		data[0] = 1;
		data[1] = 4;
		return 2;
	case GET_REVID_VERSION:
		data[0] = 1;
		return 1;
	case START:
		return start(m, data);
	default:
		return -EPIPE;
	}
}

static int bulk_out(void *context, const uint8_t *bytes, size_t size)
{
	(void)context;
	(void)bytes;
	(void)size;
	return -EPIPE;
}

/* The samples that are taken by now and have no transfer to go into. */
static bool overflows(const struct mock_fx2 *m, uint64_t due)
{
	return m->options.strict &&
	       due > m->sent + mock_usb_waiting(m->usb) + FIFO_BYTES;
}

static int fail(struct mock_fx2 *m)
{
	switch (m->options.fault) {
	case MOCK_FX2_STALLS:
		return -EPIPE;
	case MOCK_FX2_GONE:
		return -ENODEV;
	default:
		return -EAGAIN;
	}
}

/* Up to the end of a period: what is wired to it changes only there. */
static size_t fill(struct mock_fx2 *m, uint64_t sample, uint8_t *bytes,
		   size_t size)
{
	size_t at = sample % MOCK_FX2_PERIOD;
	size_t part = MOCK_FX2_PERIOD - at;

	if (!at)
		m->low = m->options.on && !*m->options.on;
	part = part < size ? part : size;
	if (m->low)
		memset(bytes, 0, part);
	else
		memcpy(bytes, m->pattern + at, part);
	return part;
}

static int bulk_in(void *context, uint8_t *bytes, size_t size)
{
	struct mock_fx2 *m = context;
	double passed_ns = (double)(now_ns() - m->start_ns);
	uint64_t due = (uint64_t)(passed_ns * m->samples_per_ns);

	if (m->options.fault && m->sent >= m->options.fault_at)
		return fail(m);
	m->overflowed |= overflows(m, due);
	if (m->overflowed || due < m->sent + size)
		return -EAGAIN;
	for (size_t done = 0; done < size;)
		done += fill(m, m->sent + done, bytes + done, size - done);
	m->sent += size;
	return (int)size;
}

static void fill_in(struct mock_fx2 *m)
{
	static uint8_t own[2][sizeof(descriptors)];
	bool bare = m->options.no_firmware;
	uint8_t *bytes = own[bare];

	/* an unprogrammed clone has the ids of a Saleae Logic */
	m->kind.vid = bare ? 0x0925 : 0x1d50;
	m->kind.pid = bare ? 0x3881 : 0x608c;
	memcpy(bytes, descriptors, sizeof(descriptors));
	bytes[8] = (uint8_t)m->kind.vid;
	bytes[9] = (uint8_t)(m->kind.vid >> 8);
	bytes[10] = (uint8_t)m->kind.pid;
	bytes[11] = (uint8_t)(m->kind.pid >> 8);
	m->kind.descriptors = bytes;
	m->kind.descriptors_size = sizeof(descriptors);
	m->kind.strings = bare ? bare_strings : strings;
	for (size_t i = 0; i < MOCK_FX2_PERIOD; i++)
		m->pattern[i] = (uint8_t)(mock_fx2_level(i, 0) |
					  mock_fx2_level(i, 1) << 1);
}

struct mock_fx2 *mock_fx2_plug(const struct mock_fx2_options *options,
			       unsigned int port)
{
	struct mock_fx2 *m = calloc(1, sizeof(*m));

	m->options = *options;
	m->kind = (struct mock_usb_kind){
		.speed_mbps = options->speed_mbps ? options->speed_mbps : 480,
		.control = control,
		.bulk_out = bulk_out,
		.bulk_in = bulk_in,
	};
	fill_in(m);
	m->usb = mock_usb_plug(&m->kind, m, port);
	return m;
}

uint64_t mock_fx2_sent(struct mock_fx2 *m)
{
	uint64_t sent;

	mock_usb_lock();
	sent = m->sent;
	mock_usb_unlock();
	return sent;
}

bool mock_fx2_overflowed(struct mock_fx2 *m)
{
	bool overflowed;

	mock_usb_lock();
	overflowed = m->overflowed;
	mock_usb_unlock();
	return overflowed;
}

struct mock_usb *mock_fx2_usb(struct mock_fx2 *m)
{
	return m->usb;
}

void mock_fx2_free(struct mock_fx2 *m)
{
	if (!m)
		return;
	mock_usb_free(m->usb);
	free(m);
}
