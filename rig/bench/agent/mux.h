/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several command sessions on one byte stream between the bench and its guest.
 * A message is {session u32, length u16, type u8, reserved u8}, little endian,
 * and a payload. Each data stream of a session starts with a credit of
 * HIL_MUX_WINDOW bytes; CREDIT messages return what the far end has consumed.
 * So nobody holds more than a window per stream, and a reader that stopped
 * stops its own session only. The byte stream is reliable: there is no CRC.
 */
#ifndef HIL_AGENT_MUX_H
#define HIL_AGENT_MUX_H

#include <stddef.h>
#include <stdint.h>

#include "rig/bench/agent/queue.h"

#define HIL_MUX_HEADER      8u
#define HIL_MUX_PAYLOAD_MAX 32768u
#define HIL_MUX_DATA_MAX    16384u /* of INPUT, OUTPUT and ERRORS */
#define HIL_MUX_WINDOW      65536u
#define HIL_MUX_SESSIONS    32u
#define HIL_MUX_VERSION     1u

enum hil_mux_type {
	HIL_MUX_HELLO = 1, /* guest: version u32, once */
	HIL_MUX_OPEN = 2,  /* host: argv, each word ended by a NUL */
	HIL_MUX_INPUT = 3, /* host: bytes for standard input */
	HIL_MUX_INPUT_END = 4,
	HIL_MUX_SIGNAL = 5, /* host: number u32 */
	HIL_MUX_CLOSE = 6,  /* host: the client is gone, end the command */
	HIL_MUX_OUTPUT = 7, /* guest: bytes of standard output */
	HIL_MUX_ERRORS = 8, /* guest: bytes of standard error */
	HIL_MUX_EXIT = 9,   /* guest: status u32, last of its session */
	HIL_MUX_CREDIT = 10 /* stream (INPUT, OUTPUT, ERRORS) u32, bytes u32 */
};

struct hil_mux_message {
	uint32_t session;
	uint16_t length;
	uint8_t type;
	const uint8_t *payload; /* in the caller's buffer */
};

/**
 * hil_mux_parse() - first message in @size bytes
 *
 * Context: any.
 * Return: bytes used; 0 more are needed; -EBADMSG this is not the protocol.
 */
int hil_mux_parse(const uint8_t *bytes, size_t size, struct hil_mux_message *m);

/**
 * hil_mux_put() - append one message to a queue
 *
 * Context: any. Return: 0; -ENOBUFS; -EMSGSIZE.
 */
int hil_mux_put(struct hil_queue *q, const struct hil_mux_message *m);

/** hil_mux_put_u32() - append a message whose payload is @count numbers */
int hil_mux_put_u32(struct hil_queue *q, uint32_t session, uint8_t type,
		    const uint32_t values[], size_t count);

/**
 * hil_mux_u32() - number @index of a payload
 *
 * Context: any. Return: 0 as well when the payload is too short.
 */
uint32_t hil_mux_u32(const struct hil_mux_message *m, size_t index);

/* Bytes that came in and are not a whole message yet. */
struct hil_mux_input {
	size_t used;
	uint8_t bytes[2 * (HIL_MUX_HEADER + HIL_MUX_PAYLOAD_MAX)];
};

/**
 * hil_mux_read() - read once from the non-blocking @fd and hand on messages
 * @message: called per message; a value other than 0 ends the reading
 *
 * Context: any but RT.
 * Return: 0; -EPIPE end of file; -EBADMSG; other -errno of read; what
 * @message returned.
 */
int hil_mux_read(struct hil_mux_input *in, int fd,
		 int (*message)(void *context, const struct hil_mux_message *m),
		 void *context);

#endif
