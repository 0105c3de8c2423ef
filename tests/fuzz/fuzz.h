/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fuzz target defines and what it may use. */
#ifndef HIL_FUZZ_FUZZ_H
#define HIL_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/**
 * LLVMFuzzerTestOneInput() - run the parser on any bytes at all
 *
 * Must not crash, hang or leak, whatever the bytes are; a property that must
 * hold is checked with abort().
 * Return: 0.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** LLVMFuzzerInitialize() - before the first input (quiet.c) */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The input as a text with a NUL at its end; the caller frees. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

#endif
