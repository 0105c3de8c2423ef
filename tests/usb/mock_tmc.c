/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The device's side of USBTMC 1.0. An endpoint that is halted stays so until
 * the host clears it, and a device with an answer that nobody fetched does not
 * mix it with the next.
 */
#include "tests/usb/mock_tmc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT_ENDPOINT 0x02
#define IN_ENDPOINT  0x81
#define HEADER       12
#define STATUS_OK    1
#define STATUS_NONE  0x81 /* no such transfer */

struct mock_tmc {
	struct mock_usb *usb;
	struct mock_usb_kind kind;
	struct fake_generator generator;
	const char *strings[3];
	const char *line; /* that it fails at */
	enum mock_tmc_fault fault, failing;
	int times;
	char answer[6000];
	size_t answer_size;
	uint8_t tag; /* of the open request, 0 none */
	size_t asked;
	size_t split; /* bytes of a split transfer that are to come */
	bool in_halted, out_halted;
	struct mock_tmc_counts counts;
};

static const uint8_t descriptors[] = {
	18, 1, 0, 2, 0, 0, 0, 64, 0xb1, 0x1a, 0x42, 0x06, 0, 1, 1, 2, 3, 1,
	/* configuration, interface FE/03/01, bulk out, bulk in, interrupt */
	9, 2, 39, 0, 1, 1, 0, 0xc0, 0,  //
	9, 4, 0, 0, 3, 0xfe, 3, 1, 0,   //
	7, 5, OUT_ENDPOINT, 2, 0, 2, 0, //
	7, 5, IN_ENDPOINT, 2, 0, 2, 0,  //
	7, 5, 0x83, 3, 8, 0, 8
};

static void forget(struct mock_tmc *m)
{
	m->answer_size = 0;
	m->tag = 0;
	m->split = 0;
	m->failing = MOCK_TMC_NONE;
}

static int control(void *context, const struct usb_ctrlrequest *setup,
		   uint8_t *data)
{
	struct mock_tmc *m = context;

	memset(data, 0, setup->wLength);
	data[0] = STATUS_OK;
	switch (setup->bRequest) {
	case 1: /* INITIATE_ABORT_BULK_OUT */
		data[0] = STATUS_NONE;
		m->counts.aborts++;
		break;
	case 3: /* INITIATE_ABORT_BULK_IN */
		data[0] = m->tag && setup->wValue == m->tag ? STATUS_OK
							    : STATUS_NONE;
		data[1] = m->tag;
		m->counts.aborts++;
		forget(m);
		break;
	case 5: /* INITIATE_CLEAR halts the out endpoint */
		m->counts.clears++;
		m->out_halted = true;
		forget(m);
		break;
	case 2:
	case 4:
	case 6:
		break;
	default:
		return -EPIPE;
	}
	return setup->wLength;
}

static void clear_halt(void *context, uint8_t endpoint)
{
	struct mock_tmc *m = context;
	bool *halted =
		endpoint == OUT_ENDPOINT ? &m->out_halted : &m->in_halted;

	m->counts.halts_cleared += *halted;
	*halted = false;
}

/* The answer to a line that it fails at. */
static void spoil(struct mock_tmc *m)
{
	m->failing = m->fault;
	if (m->fault == MOCK_TMC_LONG) {
		memset(m->answer, 'x', 5000);
		m->answer_size = 5000;
	} else if (m->fault == MOCK_TMC_BINARY) {
		m->answer[0] = '\a';
	} else if (m->fault == MOCK_TMC_BARE) {
		m->answer_size--;
	}
}

static int take_line(struct mock_tmc *m, const uint8_t *bytes, size_t size)
{
	char line[1100], reply[256];
	size_t len = size;

	while (len && (bytes[len - 1] == '\n' || bytes[len - 1] == '\r'))
		len--;
	snprintf(line, sizeof(line), "%.*s", (int)len, (const char *)bytes);
	forget(m);
	fake_generator_do(&m->generator, line, reply, sizeof(reply));
	m->answer_size = (size_t)snprintf(m->answer, sizeof(m->answer), "%s%s",
					  reply, *reply ? "\n" : "");
	if (!m->line || !m->times || strcmp(line, m->line))
		return 0;
	m->times--;
	if (m->fault == MOCK_TMC_STALL_OUT) {
		m->out_halted = true;
		return -EPIPE;
	}
	spoil(m);
	return 0;
}

static int bulk_out(void *context, const uint8_t *bytes, size_t size)
{
	struct mock_tmc *m = context;
	size_t len;

	if (m->out_halted || size < HEADER || size % 4 ||
	    (bytes[1] ^ bytes[2]) != 0xff || !bytes[1])
		return -EPIPE;
	len = bytes[4] | (size_t)bytes[5] << 8;
	if (bytes[0] == 2) {
		m->tag = bytes[1];
		m->asked = len;
		return (int)size;
	}
	if (bytes[0] != 1 || !(bytes[8] & 1) || len > size - HEADER ||
	    take_line(m, bytes + HEADER, len))
		return -EPIPE;
	return (int)size;
}

static int put_pieces(struct mock_tmc *m, uint8_t *bytes, size_t part, bool end)
{
	size_t size = HEADER + part;
	uint8_t tag = m->failing == MOCK_TMC_WRONG_TAG ? (uint8_t)(m->tag - 1)
						       : m->tag;
	size_t claimed = m->failing == MOCK_TMC_TOO_MUCH ? m->asked + 1 : part;

	if (m->failing == MOCK_TMC_SPLIT) {
		claimed = m->answer_size;
		m->split = m->answer_size - part;
	}
	memset(bytes, 0, HEADER);
	bytes[0] = 2;
	bytes[1] = tag;
	bytes[2] = (uint8_t)~tag;
	bytes[4] = (uint8_t)claimed;
	bytes[5] = (uint8_t)(claimed >> 8);
	bytes[8] = end;
	memcpy(bytes + HEADER, m->answer, part);
	memmove(m->answer, m->answer + part, m->answer_size - part);
	m->answer_size -= part;
	m->tag = m->split ? m->tag : 0;
	while (size % 4)
		bytes[size++] = 0;
	/* a split one goes on after this, without padding */
	return m->split ? (int)(HEADER + part) : (int)size;
}

static int bulk_in(void *context, uint8_t *bytes, size_t size)
{
	struct mock_tmc *m = context;
	size_t part = m->answer_size;

	if (m->in_halted)
		return -EPIPE;
	if (m->split) {
		memcpy(bytes, m->answer, m->split);
		part = m->split;
		forget(m);
		return (int)part;
	}
	if (!m->tag || m->failing == MOCK_TMC_MUTE)
		return -EAGAIN;
	if (m->failing == MOCK_TMC_ENDLESS)
		return put_pieces(m, bytes, 0, false);
	if (!m->answer_size)
		return -EAGAIN;
	if (m->failing == MOCK_TMC_STALL_IN) {
		m->in_halted = true;
		return -EPIPE;
	}
	if (m->failing == MOCK_TMC_NO_HEADER) {
		memcpy(bytes, m->answer, part);
		return (int)part;
	}
	if ((m->failing == MOCK_TMC_PIECES || m->failing == MOCK_TMC_SPLIT) &&
	    part > 5)
		part = 5;
	if (part > m->asked)
		part = m->asked;
	if (part > size - HEADER - 4)
		part = size - HEADER - 4;
	return put_pieces(m, bytes, part,
			  part == m->answer_size ||
				  m->failing == MOCK_TMC_SPLIT);
}

struct mock_tmc *mock_tmc_plug(enum fake_maker maker, const char *serial,
			       unsigned int port)
{
	struct mock_tmc *m = calloc(1, sizeof(*m));

	m->kind = (struct mock_usb_kind){
		.vid = 0x1ab1,
		.pid = 0x0642,
		.descriptors = descriptors,
		.descriptors_size = sizeof(descriptors),
		.speed_mbps = 480,
		.strings = m->strings,
		.kernel_driver = "usbtmc",
		.control = control,
		.bulk_out = bulk_out,
		.bulk_in = bulk_in,
		.clear_halt = clear_halt,
	};
	m->strings[0] = "Maker";
	m->strings[1] = "Mock";
	m->strings[2] = serial;
	fake_generator_init(&m->generator, maker);
	m->usb = mock_usb_plug(&m->kind, m, port);
	return m;
}

void mock_tmc_replug(struct mock_tmc *m, enum fake_maker maker,
		     unsigned int port)
{
	mock_usb_lock();
	forget(m);
	fake_generator_init(&m->generator, maker);
	mock_usb_unlock();
	mock_usb_free(m->usb);
	m->usb = mock_usb_plug(&m->kind, m, port);
}

void mock_tmc_fail(struct mock_tmc *m, const char *line,
		   enum mock_tmc_fault fault, int times)
{
	mock_usb_lock();
	m->line = line;
	m->fault = fault;
	m->times = times;
	mock_usb_unlock();
}

struct mock_tmc_counts mock_tmc_counts(struct mock_tmc *m)
{
	struct mock_tmc_counts counts;

	mock_usb_lock();
	counts = m->counts;
	mock_usb_unlock();
	return counts;
}

struct fake_generator *mock_tmc_generator(struct mock_tmc *m)
{
	mock_usb_lock();
	mock_usb_unlock();
	return &m->generator;
}

struct mock_usb *mock_tmc_usb(struct mock_tmc *m)
{
	return m->usb;
}

void mock_tmc_free(struct mock_tmc *m)
{
	if (!m)
		return;
	mock_usb_free(m->usb);
	free(m);
}
