/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of an exec client or of the guest: messages inside their bounds. */
#include <errno.h>

#include "rig/bench/agent/mux.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *bytes = malloc(size ? size : 1);
	struct hil_mux_message m;
	size_t at = 0;

	if (!bytes)
		abort();
	if (size)
		memcpy(bytes, data, size);
	for (;;) {
		int used = hil_mux_parse(bytes + at, size - at, &m);

		if (used <= 0) {
			if (used != 0 && used != -EBADMSG)
				abort();
			break;
		}
		at += (size_t)used;
		if (at > size || m.length > HIL_MUX_PAYLOAD_MAX ||
		    m.payload + m.length != bytes + at)
			abort();
		(void)hil_mux_u32(&m, 3);
	}
	free(bytes);
	return 0;
}
