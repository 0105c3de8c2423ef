/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a USBTMC device sends: a length byte, then as many bytes for each bulk
 * transfer. Whatever comes, the answer stays within its room and its end is
 * found or refused.
 */
#include "rig/instrument/scpi_reply.h"
#include "rig/instrument/usbtmc_frame.h"
#include "tests/fuzz/fuzz.h"

#define ROOM 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(ROOM + 1);
	struct hil_usbtmc_answer a = { .text = text, .room = ROOM };
	uint8_t request[HIL_USBTMC_HEADER];
	int ret = HIL_USBTMC_REQUEST;
	uint8_t tag = 0;

	while (size && ret >= 0 && ret != HIL_USBTMC_DONE) {
		size_t len = *data++;

		size--;
		len = len < size ? len : size;
		if (ret == HIL_USBTMC_REQUEST) {
			tag = hil_usbtmc_next_tag(tag);
			hil_usbtmc_request(&a, request, tag);
		}
		ret = hil_usbtmc_take(&a, data, len);
		if (a.used > ROOM || (ret >= 0 && a.left > ROOM))
			abort();
		data += len;
		size -= len;
	}
	if (ret == HIL_USBTMC_DONE) {
		text[a.used++] = '\n';
		if (hil_scpi_reply_line(text, a.used) == 1 &&
		    strlen(text) >= a.used)
			abort();
	}
	free(text);
	return 0;
}
