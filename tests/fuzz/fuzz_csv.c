/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A capture as CSV, in any dialect. */
#include "tests/fuzz/capture_reader.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_capture("csv", data, size);
	return 0;
}
