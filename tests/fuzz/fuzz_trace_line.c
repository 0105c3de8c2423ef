/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of QEMU's trace: what is taken is a pin that exists. */
#include "rig/bench/trace_line.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size ? size : 1); /* no NUL: the end is the end */
	struct hil_pin_change c;

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	if (hil_trace_line_parse(text, size, "/machine/unattached/device[8]",
				 &c) &&
	    (c.line > 7 || c.wall_ns < 0))
		abort();
	free(text);
	return 0;
}
