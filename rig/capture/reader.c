/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens a recorded capture, finds out its format and hands it to the member
 * of the family that reads it.
 */
#include "rig/capture/reader.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "rig/capture/reader_private.h"

/* Looked at in this order; raw comes last and must be asked for or named. */
static const struct hil_reader_ops *const members[] = {
	&hil_reader_sr, &hil_reader_vcd, &hil_reader_csv, &hil_reader_raw
};

#define MEMBERS (sizeof(members) / sizeof(members[0]))

static void lower_suffix(const char *path, char *suffix, size_t size)
{
	const char *dot = strrchr(path, '.');
	size_t n = 0;

	if (dot && !strchr(dot, '/'))
		for (dot++; dot[n] && n + 1 < size; n++)
			suffix[n] = (char)tolower((unsigned char)dot[n]);
	suffix[n] = '\0';
}

static int choose_by_word(struct hil_reader *r)
{
	for (size_t i = 0; i < MEMBERS; i++)
		if (!strcmp(members[i]->format, r->options.format)) {
			r->ops = members[i];
			return 0;
		}
	return hil_fault_set(r->fault, -EINVAL,
			     "cannot read format '%s': there are sr, vcd, csv "
			     "and raw",
			     r->options.format);
}

static int choose_by_look(struct hil_reader *r)
{
	uint8_t head[HIL_READER_HEAD];
	char suffix[8];
	struct hil_reader_look look = { .head = head, .suffix = suffix };
	ssize_t n = pread(r->fd, head, sizeof(head), 0);

	if (n < 0)
		return hil_fault_set(r->fault, -errno, "cannot read %s: %s",
				     r->options.path, strerror(errno));
	if (n == 0)
		return hil_fault_set(r->fault, -EBADMSG,
				     "cannot read %s: it is empty",
				     r->options.path);
	look.length = (size_t)n;
	lower_suffix(r->options.path, suffix, sizeof(suffix));
	for (size_t i = 0; i < MEMBERS; i++)
		if (members[i]->looks_like(&look)) {
			r->ops = members[i];
			return 0;
		}
	return hil_fault_set(r->fault, -EBADMSG,
			     "cannot read %s: neither .sr, VCD nor CSV; for "
			     "raw samples give --format raw, --samplerate and "
			     "--unit",
			     r->options.path);
}

static int open_file(struct hil_reader *r)
{
	const char *path = r->options.path;
	struct stat st;

	/* a FIFO would block the open, a directory the read */
	r->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r->fd < 0)
		return hil_fault_set(r->fault, -errno, "cannot open %s: %s",
				     path, strerror(errno));
	if (fstat(r->fd, &st) || !S_ISREG(st.st_mode))
		return hil_fault_set(r->fault, -EINVAL,
				     "cannot read %s: not a regular file",
				     path);
	r->size = (uint64_t)st.st_size;
	return 0;
}

int hil_reader_open(const struct hil_reader_options *o,
		    struct hil_reader **result, struct hil_fault *fault)
{
	struct hil_reader *r = calloc(1, sizeof(*r));
	int ret = -ENOMEM;

	if (!r)
		return hil_fault_set(fault, ret, "cannot read %s: no memory",
				     o->path);
	r->fd = -1;
	r->options = *o;
	r->fault = fault;
	r->info.samples = UINT64_MAX;
	ret = open_file(r);
	if (!ret)
		ret = o->format ? choose_by_word(r) : choose_by_look(r);
	if (!ret)
		ret = r->ops->open(r);
	if (!ret)
		ret = hil_channels_choose(&r->info.channels, o->channels,
					  &r->info.wanted, fault);
	if (ret) {
		hil_reader_close(r);
		return ret;
	}
	r->info.format = r->ops->format;
	*result = r;
	return 0;
}

const struct hil_reader_info *hil_reader_info(const struct hil_reader *r)
{
	return &r->info;
}

int hil_reader_run(struct hil_reader *r, struct hil_stream *stream,
		   int (*covered)(void *context), void *context,
		   struct hil_fault *fault)
{
	r->stream = stream;
	r->covered = covered;
	r->context = context;
	r->fault = fault;
	return r->ops->run(r);
}

void hil_reader_close(struct hil_reader *r)
{
	if (!r)
		return;
	if (r->ops)
		r->ops->close(r);
	if (r->fd >= 0)
		close(r->fd);
	free(r);
}

int hil_reader_progress(struct hil_reader *r, uint64_t bytes)
{
	int ret;

	if (bytes < HIL_READER_COVER_BYTES) {
		r->uncovered += bytes;
		if (r->uncovered < HIL_READER_COVER_BYTES)
			return 0;
	}
	r->uncovered = 0;
	ret = hil_stream_cover(r->stream, hil_time_mono_ns());
	if (!ret && r->covered(r->context))
		ret = -ECANCELED;
	return ret;
}

int hil_reader_samples(struct hil_reader *r, const uint8_t *data, size_t size)
{
	int ret = hil_stream_samples(r->stream, data, size);

	return ret ? ret : hil_reader_progress(r, size);
}

int hil_reader_finish_samples(struct hil_reader *r)
{
	int ret = hil_reader_progress(r, UINT64_MAX);

	if (!ret && r->stream->carry_length)
		ret = hil_fault_set(
			r->fault, -EBADMSG,
			"cannot read all of %s: it ends within sample %" PRIu64,
			r->options.path, hil_stream_position(r->stream));
	return ret;
}

int hil_reader_no_rate(struct hil_reader *r)
{
	return hil_fault_set(r->fault, -ENODATA,
			     "cannot read %s: it does not say its sample rate; "
			     "give --samplerate, as in --samplerate 24m",
			     r->options.path);
}
