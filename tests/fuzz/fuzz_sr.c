/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sigrok session: an archive with metadata and samples. */
#include "tests/fuzz/capture_reader.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_capture("sr", data, size);
	return 0;
}
