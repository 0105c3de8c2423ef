/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The messages between bench, guest agent and exec clients, as bytes. Who may
 * send which, and the credit, is left to the three ends.
 */
#include "rig/bench/agent/mux.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void put_u32(uint8_t *to, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get_u32(const uint8_t *from)
{
	return (uint32_t)from[0] | (uint32_t)from[1] << 8 |
	       (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

int hil_mux_parse(const uint8_t *bytes, size_t size, struct hil_mux_message *m)
{
	if (size < HIL_MUX_HEADER)
		return 0;
	m->session = get_u32(bytes);
	m->length = (uint16_t)(bytes[4] | bytes[5] << 8);
	m->type = bytes[6];
	m->payload = bytes + HIL_MUX_HEADER;
	if (m->type < HIL_MUX_HELLO || m->type > HIL_MUX_CREDIT ||
	    bytes[7] != 0 || m->length > HIL_MUX_PAYLOAD_MAX)
		return -EBADMSG;
	if (size < HIL_MUX_HEADER + m->length)
		return 0;
	return (int)(HIL_MUX_HEADER + m->length);
}

int hil_mux_put(struct hil_queue *q, const struct hil_mux_message *m)
{
	uint8_t header[HIL_MUX_HEADER] = { 0 };
	int ret;

	if (m->length > HIL_MUX_PAYLOAD_MAX)
		return -EMSGSIZE;
	if (hil_queue_space(q) < HIL_MUX_HEADER + (size_t)m->length)
		return -ENOBUFS;
	put_u32(header, m->session);
	header[4] = (uint8_t)m->length;
	header[5] = (uint8_t)(m->length >> 8);
	header[6] = m->type;
	ret = hil_queue_put(q, header, sizeof(header));
	return ret ? ret : hil_queue_put(q, m->payload, m->length);
}

int hil_mux_put_u32(struct hil_queue *q, uint32_t session, uint8_t type,
		    const uint32_t values[], size_t count)
{
	uint8_t payload[16];

	if (count > sizeof(payload) / 4)
		return -EMSGSIZE;
	for (size_t i = 0; i < count; i++)
		put_u32(payload + 4 * i, values[i]);
	return hil_mux_put(
		q, &(struct hil_mux_message){ .session = session,
					      .length = (uint16_t)(4 * count),
					      .type = type,
					      .payload = payload });
}

uint32_t hil_mux_u32(const struct hil_mux_message *m, size_t index)
{
	if (4 * (index + 1) > m->length)
		return 0;
	return get_u32(m->payload + 4 * index);
}

int hil_mux_read(struct hil_mux_input *in, int fd,
		 int (*message)(void *context, const struct hil_mux_message *m),
		 void *context)
{
	ssize_t n =
		read(fd, in->bytes + in->used, sizeof(in->bytes) - in->used);
	size_t done = 0;
	int ret = 0;

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (n == 0)
		return -EPIPE;
	in->used += (size_t)n;
	while (!ret) {
		struct hil_mux_message m;
		int used = hil_mux_parse(in->bytes + done, in->used - done, &m);

		if (used <= 0) {
			ret = used;
			break;
		}
		done += (size_t)used;
		ret = message(context, &m);
	}
	memmove(in->bytes, in->bytes + done, in->used - done);
	in->used -= done;
	return ret;
}
