/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes one known capture in every format, and odd files, for tests. */
#ifndef HIL_TESTS_UNIT_CAPTURE_FILES_H
#define HIL_TESTS_UNIT_CAPTURE_FILES_H

#include <stddef.h>
#include <stdint.h>

#define KNOWN_SAMPLES 20000u
#define KNOWN_RATE    24000000u

/**
 * known_sample() - channels 0 to 2 at a sample
 *
 * Channel 0 changes each 97 samples, first at 97; channel 1 is high for 5
 * samples from 30 past each multiple of 194; channel 2 never changes, high.
 */
uint8_t known_sample(size_t sample);

/** write_file() - @size bytes, or a text when it is 0 */
void write_file(const char *path, const void *data, size_t size);

/** write_raw() - samples of @unit bytes, the channels in the last byte */
void write_raw(const char *path, unsigned int unit);

/**
 * write_sr() - a sigrok session
 * @version: 1: one member logic-1; 2: members logic-1-1 …
 * @unit: bytes a sample, the channels in the first byte
 * @chunk: samples a member in version 2
 */
void write_sr(const char *path, int version, unsigned int unit, size_t chunk);

/** write_archive() - a ZIP with given members, NULL name ends the list */
struct member {
	const char *name;
	const void *data;
	size_t size; /* 0: strlen(data) */
};
void write_archive(const char *path, const struct member *members);

/** write_vcd() - a sample is @ticks of a timescale of 1 ns */
void write_vcd(const char *path, unsigned int ticks);

/** write_csv_rows() - sigrok's dialect, a row a sample */
void write_csv_rows(const char *path);

/** write_csv_times() - Saleae's dialect, a row a change, 1 us a sample */
void write_csv_times(const char *path);

#endif
