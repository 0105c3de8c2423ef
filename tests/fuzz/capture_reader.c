/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for every file, however broken. */
#include "tests/fuzz/capture_reader.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "daemon/link/record.h"
#include "rig/capture/reader.h"
#include "tests/fuzz/fuzz.h"

/* Enough of any file; a small one may claim 2^56 samples. */
#define COVERS_MAX 64

struct check {
	const struct hil_sample *wanted;
	uint64_t sample; /* nothing may lie before it */
	uint64_t covered;
	bool have_levels;
	int covers;
};

static void check_edges(struct check *c, const uint64_t *edge, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t sample = hil_edge_sample(edge[i]);

		if (!c->have_levels || sample < c->sample ||
		    sample < c->covered ||
		    !hil_sample_bit(c->wanted, hil_edge_channel(edge[i])))
			abort();
		c->sample = sample;
	}
}

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct check *c = context;
	struct hil_levels levels;
	struct hil_cover cover;
	struct hil_gap gap;

	switch (type) {
	case HIL_RECORD_EDGES:
		check_edges(c, payload, length / sizeof(uint64_t));
		return 0;
	case HIL_RECORD_LEVELS:
		memcpy(&levels, payload, sizeof(levels));
		if (levels.sample < c->sample || levels.sample < c->covered)
			abort();
		c->sample = levels.sample;
		c->have_levels = true;
		return 0;
	case HIL_RECORD_GAP:
		memcpy(&gap, payload, sizeof(gap));
		if (gap.first > gap.end || gap.first < c->sample)
			abort();
		c->sample = gap.end;
		return 0;
	default:
		memcpy(&cover, payload, sizeof(cover));
		if (cover.samples < c->covered)
			abort();
		c->covered = cover.samples;
		return 0;
	}
}

static int covered(void *context)
{
	struct check *c = context;

	return ++c->covers >= COVERS_MAX;
}

static void read_file(const struct hil_reader_options *o)
{
	static struct hil_stream stream;
	struct hil_fault fault = { "" };
	struct hil_reader *r;
	struct check c = { .sample = 0 };
	const struct hil_reader_info *info;
	int ret = hil_reader_open(o, &r, &fault);

	if (!ret) {
		info = hil_reader_info(r);
		c.wanted = &info->wanted;
		if (!info->rate_num || !info->rate_den ||
		    hil_stream_init(&stream, &(struct hil_emit){ take, &c },
				    info->unit, &info->wanted))
			abort();
		ret = hil_reader_run(r, &stream, covered, &c, &fault);
		hil_reader_close(r);
	}
	if (ret && ret != -ECANCELED && !fault.text[0])
		abort();
}

void fuzz_capture(const char *format, const uint8_t *data, size_t size)
{
	struct hil_reader_options o = { .format = format };
	char path[32];
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	o.path = path;
	read_file(&o);
	/* few channels and a rate of the user's take other branches */
	o.channels = "0,1";
	o.samplerate_hz = 1000000;
	read_file(&o);
	close(fd);
}
