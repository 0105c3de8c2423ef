/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The family of readers: a new member touches the table in reader.c only. */
#ifndef HIL_CAPTURE_READER_PRIVATE_H
#define HIL_CAPTURE_READER_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include "rig/capture/reader.h"

#define HIL_READER_HEAD 4096u /* bytes that a format is guessed from */

/* The first bytes and the name of a file. */
struct hil_reader_look {
	const uint8_t *head;
	size_t length;
	const char *suffix; /* "csv", lower case, "" for none */
};

struct hil_reader_ops {
	const char *format;
	bool (*looks_like)(const struct hil_reader_look *look);
	int (*open)(struct hil_reader *r); /* fills info, may set own */
	int (*run)(struct hil_reader *r);
	void (*close)(struct hil_reader *r); /* own may be NULL */
};

struct hil_reader {
	const struct hil_reader_ops *ops;
	struct hil_reader_options options;
	struct hil_reader_info info;
	struct hil_fault *fault;
	int fd;
	uint64_t size; /* of the file */
	void *own;     /* of the member */
	struct hil_stream *stream;
	int (*covered)(void *context);
	void *context;
	uint64_t uncovered; /* bytes since the last COVER */
};

extern const struct hil_reader_ops hil_reader_sr;
extern const struct hil_reader_ops hil_reader_vcd;
extern const struct hil_reader_ops hil_reader_csv;
extern const struct hil_reader_ops hil_reader_raw;

/**
 * hil_reader_progress() - count work done, with a COVER now and then
 * @bytes: UINT64_MAX: a COVER now
 *
 * Return: 0; -ECANCELED; error of the stream.
 */
int hil_reader_progress(struct hil_reader *r, uint64_t bytes) HIL_MUST_CHECK;

/** hil_reader_samples() - bytes of samples to the stream, with progress */
int hil_reader_samples(struct hil_reader *r, const uint8_t *data,
		       size_t size) HIL_MUST_CHECK;

/**
 * hil_reader_finish_samples() - last COVER; refuses half a sample at the end
 */
int hil_reader_finish_samples(struct hil_reader *r) HIL_MUST_CHECK;

/** hil_reader_no_rate() - the fault of a file without sample rate */
int hil_reader_no_rate(struct hil_reader *r);

#endif
