/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an instrument sends is not trusted: sizes are those that were asked. */
#include "rig/instrument/usbtmc_frame.h"

#include <errno.h>
#include <string.h>

#define DEV_DEP_MSG_OUT        1
#define REQUEST_DEV_DEP_MSG_IN 2
#define DEV_DEP_MSG_IN         2
#define END_OF_MESSAGE         1

uint8_t hil_usbtmc_next_tag(uint8_t tag)
{
	return tag == UINT8_MAX ? 1 : (uint8_t)(tag + 1);
}

static void put_header(uint8_t *bytes, uint8_t id, uint8_t tag, size_t size)
{
	memset(bytes, 0, HIL_USBTMC_HEADER);
	bytes[0] = id;
	bytes[1] = tag;
	bytes[2] = (uint8_t)~tag;
	for (int i = 0; i < 4; i++)
		bytes[4 + i] = (uint8_t)(size >> (8 * i));
}

static size_t get_size(const uint8_t *bytes)
{
	return (size_t)bytes[4] | (size_t)bytes[5] << 8 |
	       (size_t)bytes[6] << 16 | (size_t)bytes[7] << 24;
}

size_t hil_usbtmc_pack(uint8_t bytes[HIL_USBTMC_HEADER + HIL_USBTMC_OUT_MAX],
		       uint8_t tag, const char *line)
{
	size_t len = strlen(line) + 1;
	size_t padded = (len + 3) / 4 * 4;

	if (padded > HIL_USBTMC_OUT_MAX)
		return 0;
	put_header(bytes, DEV_DEP_MSG_OUT, tag, len);
	bytes[8] = END_OF_MESSAGE;
	memset(bytes + HIL_USBTMC_HEADER, 0, padded);
	memcpy(bytes + HIL_USBTMC_HEADER, line, len - 1);
	bytes[HIL_USBTMC_HEADER + len - 1] = '\n';
	return HIL_USBTMC_HEADER + padded;
}

void hil_usbtmc_request(struct hil_usbtmc_answer *a,
			uint8_t bytes[HIL_USBTMC_HEADER], uint8_t tag)
{
	a->tag = tag;
	a->asked = a->room - a->used;
	a->left = 0;
	a->in_frame = false;
	a->end = false;
	put_header(bytes, REQUEST_DEV_DEP_MSG_IN, tag, a->asked);
}

static int take_header(struct hil_usbtmc_answer *a, const uint8_t *bytes,
		       size_t size)
{
	if (size < HIL_USBTMC_HEADER || bytes[0] != DEV_DEP_MSG_IN ||
	    (bytes[1] ^ bytes[2]) != UINT8_MAX)
		return -EPROTO;
	if (bytes[1] != a->tag)
		return -ESTALE;
	a->left = get_size(bytes);
	if (a->left > a->asked)
		return -EPROTO;
	a->end = bytes[8] & END_OF_MESSAGE;
	a->in_frame = true;
	return 0;
}

int hil_usbtmc_take(struct hil_usbtmc_answer *a, const uint8_t *bytes,
		    size_t size)
{
	int ret;

	if (!a->in_frame) {
		/* an empty packet before the header says nothing */
		if (!size)
			return HIL_USBTMC_MORE;
		ret = take_header(a, bytes, size);
		if (ret)
			return ret;
		bytes += HIL_USBTMC_HEADER;
		size -= HIL_USBTMC_HEADER;
	}
	if (size > a->left)
		size = a->left; /* the rest is padding */
	memcpy(a->text + a->used, bytes, size);
	a->used += size;
	a->left -= size;
	if (a->left)
		return HIL_USBTMC_MORE;
	if (a->end)
		return HIL_USBTMC_DONE;
	return a->used < a->room ? HIL_USBTMC_REQUEST : -EMSGSIZE;
}
