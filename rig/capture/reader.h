/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recorded captures: sigrok's .sr, VCD, CSV and raw binary. Files are
 * untrusted: every number is checked before memory or time depends on it.
 */
#ifndef HIL_CAPTURE_READER_H
#define HIL_CAPTURE_READER_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/channels.h"
#include "rig/capture/fault.h"
#include "rig/capture/stream.h"

#define HIL_READER_COVER_BYTES (4u << 20) /* a COVER each so many bytes */

struct hil_reader_options {
	const char *path;
	const char *format;      /* sr vcd csv raw; NULL: by content, name */
	const char *channels;    /* as in hil_channels_choose() */
	uint64_t samplerate_hz;  /* 0: the file's */
	unsigned int unit_bytes; /* raw: bytes per sample; 0: 1 */
};

struct hil_reader_info {
	const char *format;
	uint64_t rate_num; /* rate_num / rate_den samples a second */
	uint64_t rate_den;
	uint64_t samples; /* UINT64_MAX: not known before the end */
	unsigned int unit;
	struct hil_channels channels;
	struct hil_sample wanted;
};

struct hil_reader;

/**
 * hil_reader_open() - open a file and read what stands before its samples
 * @fault: why it failed
 *
 * Context: any but RT.
 * Return: 0; -ENOENT and others of open; -EINVAL a number in it is absurd;
 * -EBADMSG not of its format, or damaged; -ENODATA no sample rate; -EFBIG
 * beyond a limit; -ENOMEM.
 */
int hil_reader_open(const struct hil_reader_options *o, struct hil_reader **r,
		    struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_reader_info() - what is known after opening */
const struct hil_reader_info *hil_reader_info(const struct hil_reader *r);

/**
 * hil_reader_run() - hand the whole file to a stream
 * @stream: made with the unit and the wanted channels of hil_reader_info()
 * @covered: called after each COVER; not 0: stop there
 *
 * What is sound before a damage is delivered; then the damage is reported,
 * with its place.
 *
 * Return: 0; -ECANCELED @covered said so; -EBADMSG damaged; -EIO and others
 * of read; an error of the stream.
 */
int hil_reader_run(struct hil_reader *r, struct hil_stream *stream,
		   int (*covered)(void *context), void *context,
		   struct hil_fault *fault) HIL_MUST_CHECK;

/** hil_reader_close() - NULL-safe */
void hil_reader_close(struct hil_reader *r);

#endif
