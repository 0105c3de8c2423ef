/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages of the USB Test & Measurement Class in bytes. Pure functions.
 *
 * Source: USB-IF, USBTMC 1.0, tables 1 to 9.
 */
#ifndef HIL_INSTRUMENT_USBTMC_FRAME_H
#define HIL_INSTRUMENT_USBTMC_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_USBTMC_HEADER  12
#define HIL_USBTMC_OUT_MAX 1024 /* bytes of a command with its newline */

/* An answer on its way, in one or more transfers. */
struct hil_usbtmc_answer {
	char *text; /* borrowed */
	size_t used, room;
	uint8_t tag;   /* of the request that is open */
	size_t asked;  /* by that request */
	size_t left;   /* bytes of the transfer that are still to come */
	bool in_frame; /* its header was read */
	bool end;      /* it is the last transfer */
};

enum hil_usbtmc_state {
	HIL_USBTMC_MORE,    /* the same transfer goes on */
	HIL_USBTMC_REQUEST, /* the message goes on: send another request */
	HIL_USBTMC_DONE,
};

/** hil_usbtmc_next_tag() - 1 to 255 in turn */
uint8_t hil_usbtmc_next_tag(uint8_t tag);

/**
 * hil_usbtmc_pack() - a command and its newline as one transfer
 *
 * Context: any. Return: bytes to send, a multiple of 4; 0 too long.
 */
size_t hil_usbtmc_pack(uint8_t bytes[HIL_USBTMC_HEADER + HIL_USBTMC_OUT_MAX],
		       uint8_t tag, const char *line);

/**
 * hil_usbtmc_request() - ask for the answer, or for more of it
 * @bytes: result
 *
 * Opens the next transfer of @a under @tag; asks for what there is room for.
 * Context: any.
 */
void hil_usbtmc_request(struct hil_usbtmc_answer *a,
			uint8_t bytes[HIL_USBTMC_HEADER], uint8_t tag);

/**
 * hil_usbtmc_take() - add what one bulk transfer brought
 *
 * A device may split a transfer; its first piece has the header.
 * Context: any.
 * Return: enum hil_usbtmc_state; -EPROTO no header of an answer, or more than
 * was asked for; -ESTALE the answer to another request; -EMSGSIZE no room.
 */
int hil_usbtmc_take(struct hil_usbtmc_answer *a, const uint8_t *bytes,
		    size_t size) HIL_MUST_CHECK;

#endif
