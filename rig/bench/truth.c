/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log of JSON lines that cannot fill the disk. */
#include "rig/bench/truth.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define LINE_MAX_BYTES 256

int hil_truth_open(struct hil_truth *t, int folder)
{
	t->bytes = 0;
	t->fd = openat(folder, "truth.jsonl",
		       O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
		       0600);
	return t->fd < 0 ? -errno : 0;
}

void hil_truth_close(struct hil_truth *t)
{
	if (t->fd >= 0)
		close(t->fd);
	t->fd = -1;
}

void hil_truth_write(struct hil_truth *t, const char *kind, uint64_t sample,
		     int64_t value)
{
	char line[LINE_MAX_BYTES], index[32] = "null";
	int size;

	if (t->fd < 0 || t->bytes >= HIL_TRUTH_BYTES)
		return;
	if (t->bytes + LINE_MAX_BYTES >= HIL_TRUTH_BYTES)
		kind = "log-full";
	if (sample != HIL_TRUTH_NO_SAMPLE)
		snprintf(index, sizeof(index), "%" PRIu64, sample);
	size = snprintf(line, sizeof(line),
			"{\"kind\":\"%s\",\"sample\":%s,\"value\":%" PRId64
			",\"mono_ns\":%" PRId64 "}\n",
			kind, index, value, hil_time_mono_ns());
	t->bytes += (uint64_t)size;
	if (strcmp(kind, "log-full") == 0)
		t->bytes = HIL_TRUTH_BYTES;
	if (write(t->fd, line, (size_t)size) != size)
		hil_truth_close(t);
}
