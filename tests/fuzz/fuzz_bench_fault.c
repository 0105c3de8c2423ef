/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fault in words: taken with a kind, or refused with a reason. */
#include "rig/bench/fault.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct hil_fault f;
	char problem[64] = "";

	if (hil_fault_parse(text, &f, problem, sizeof(problem))) {
		if (!problem[0] || strlen(problem) >= sizeof(problem))
			abort();
	} else if (f.kind == HIL_FAULT_NONE || f.kind >= HIL_FAULT_KINDS ||
		   f.after_ns < -1) {
		abort();
	}
	free(text);
	return 0;
}
