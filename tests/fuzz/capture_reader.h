/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded capture of any bytes, for the fuzz targets of the readers. */
#ifndef HIL_FUZZ_CAPTURE_READER_H
#define HIL_FUZZ_CAPTURE_READER_H

#include <stddef.h>
#include <stdint.h>

/**
 * fuzz_capture() - read the bytes as a file of a format
 *
 * Aborts when an edge lies before the one in front of it, before its LEVELS
 * or on a channel that was not asked for, when coverage goes back, or when a
 * failure has no sentence.
 */
void fuzz_capture(const char *format, const uint8_t *data, size_t size);

#endif
