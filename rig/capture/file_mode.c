/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded capture to frames: one thread, the pipe sets the pace. */
#include "rig/capture/file_mode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/capture/control.h"
#include "rig/capture/head.h"
#include "rig/capture/limits.h"
#include "rig/capture/sandbox.h"

struct file_mode {
	struct hil_frame_writer out;
	struct hil_control control;
	struct hil_stream stream;
	struct hil_fault fault;
};

static int emit(void *context, uint8_t type, const void *payload, size_t length)
{
	struct file_mode *m = context;

	return hil_frame_write(&m->out, type, payload, length);
}

static int covered(void *context)
{
	struct file_mode *m = context;

	return hil_control_wait(&m->control, 0);
}

static int send_text(struct file_mode *m, uint8_t type, char *text)
{
	int ret = -ENOMEM;

	if (text)
		ret = hil_frame_write(&m->out, type, text, strlen(text));
	free(text);
	return ret;
}

static int send_head(struct file_mode *m, const struct hil_reader_info *info)
{
	struct hil_capture_head head = { .rate_num = info->rate_num,
					 .rate_den = info->rate_den,
					 .channels = &info->channels,
					 .wanted = info->wanted,
					 .driver = info->format,
					 .total_samples = info->samples,
					 .start_wall_ns = hil_time_wall_ns(),
					 .start_mono_ns = hil_time_mono_ns() };

	return send_text(m, HIL_RECORD_CAPTURE, hil_capture_head_text(&head));
}

static int send_end(struct file_mode *m, int error, double wall_s)
{
	const char *reason = error ? "error" : "file-end";
	const char *text = m->fault.text;

	if (error == -ECANCELED) {
		reason = "stopped";
		text = "stopped before the end of the file";
	} else if (!error) {
		text = "the file was read to its end";
	}
	return send_text(m, HIL_RECORD_CAPTURE_END,
			 hil_capture_end_text(reason, text,
					      hil_stream_position(&m->stream),
					      wall_s));
}

static int set_limits(const struct hil_reader_options *o,
		      struct hil_fault *fault)
{
	struct stat st;
	uint64_t size = stat(o->path, &st) ? 0 : (uint64_t)st.st_size;
	int ret = hil_limits_set(size);

	if (!ret)
		ret = hil_sandbox_enter();
	if (ret)
		return hil_fault_set(fault, ret, "cannot limit resources: %s",
				     strerror(-ret));
	return 0;
}

static int send_file(struct file_mode *m, const struct hil_reader_options *o)
{
	const struct hil_emit sink = { emit, m };
	struct hil_reader *reader = NULL;
	const struct hil_reader_info *info;
	int ret = set_limits(o, &m->fault);

	if (!ret)
		ret = hil_reader_open(o, &reader, &m->fault);
	if (ret)
		goto out;
	info = hil_reader_info(reader);
	ret = hil_stream_init(&m->stream, &sink, info->unit, &info->wanted);
	if (!ret)
		ret = send_head(m, info);
	if (!ret)
		ret = hil_reader_run(reader, &m->stream, covered, m, &m->fault);
out:
	hil_reader_close(reader);
	return ret;
}

int hil_file_mode(const struct hil_reader_options *options)
{
	struct file_mode *m = calloc(1, sizeof(*m));
	int64_t start_ns = hil_time_mono_ns();
	int ret = -ENOMEM;

	if (!m || hil_control_init(&m->control, STDIN_FILENO))
		goto out;
	hil_frame_writer_init(&m->out, STDOUT_FILENO);
	ret = send_file(m, options);
	if (ret == -EPIPE)
		goto out; /* nobody listens */
	if (ret && ret != -ECANCELED)
		hil_fault_set(&m->fault, ret, "cannot read %s: %s",
			      options->path, strerror(-ret));
	if (m->fault.text[0])
		hil_error("%s", m->fault.text);
	if (send_end(m, ret, (double)(hil_time_mono_ns() - start_ns) / 1e9))
		ret = -EPIPE;
out:
	if (m)
		hil_control_free(&m->control);
	free(m);
	return ret && ret != -ECANCELED;
}
