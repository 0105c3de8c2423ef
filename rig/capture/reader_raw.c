/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raw binary samples: nothing but --samplerate and --unit says what they are */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rig/capture/reader_private.h"

/* Fits the second-level cache, so that the search does not wait for memory. */
#define CHUNK_BYTES (256u << 10)

static bool looks_like(const struct hil_reader_look *look)
{
	static const char *const suffixes[] = { "raw", "bin", "logic" };

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (!strcmp(look->suffix, suffixes[i]))
			return true;
	return false;
}

static int open_raw(struct hil_reader *r)
{
	unsigned int unit = r->options.unit_bytes ? r->options.unit_bytes : 1;

	if (unit > HIL_EDGE_UNIT_MAX)
		return hil_fault_set(r->fault, -EINVAL,
				     "cannot read %s: %u bytes a sample; 1 to "
				     "%u can be read",
				     r->options.path, unit, HIL_EDGE_UNIT_MAX);
	if (!r->options.samplerate_hz)
		return hil_reader_no_rate(r);
	r->info.unit = unit;
	r->info.rate_num = r->options.samplerate_hz;
	r->info.rate_den = 1;
	r->info.samples = r->size / unit;
	return hil_channels_add_default(&r->info.channels, unit);
}

static int run(struct hil_reader *r)
{
	uint8_t *chunk = malloc(CHUNK_BYTES);
	int ret = 0;

	if (!chunk)
		return hil_fault_set(r->fault, -ENOMEM,
				     "cannot read %s: no memory",
				     r->options.path);
	(void)posix_fadvise(r->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	while (!ret) {
		ssize_t n = read(r->fd, chunk, CHUNK_BYTES);

		if (n < 0)
			ret = hil_fault_set(r->fault, -errno,
					    "cannot read %s: %s",
					    r->options.path, strerror(errno));
		if (n <= 0)
			break;
		ret = hil_reader_samples(r, chunk, (size_t)n);
	}
	if (!ret)
		ret = hil_reader_finish_samples(r);
	free(chunk);
	return ret;
}

static void close_raw(struct hil_reader *r)
{
	(void)r;
}

const struct hil_reader_ops hil_reader_raw = { .format = "raw",
					       .looks_like = looks_like,
					       .open = open_raw,
					       .run = run,
					       .close = close_raw };
