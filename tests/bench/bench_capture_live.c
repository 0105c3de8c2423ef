/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A live capture through libsigrok on the loopback: as fast as it goes, and
 * paced at 250 MS/s, with edges at 120 kHz in 24 MS/s on two channels.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/capture/child.h"
#include "tests/system/fake_beagle.h"

#define WANTED 200e6
#define PACED  UINT64_C(250000000)

struct seen {
	struct hil_cover first, last;
	uint64_t edges;
	uint64_t gaps;
};

static void take(struct seen *s, const struct hil_frame *f)
{
	if (f->type == HIL_RECORD_EDGES)
		s->edges += f->length / sizeof(uint64_t);
	if (f->type == HIL_RECORD_GAP)
		s->gaps++;
	if (f->type != HIL_RECORD_COVER)
		return;
	memcpy(&s->last, f->payload, sizeof(s->last));
	if (!s->first.samples)
		s->first = s->last;
}

static int run(uint64_t pace, struct seen *s)
{
	const struct fake_beagle_options fake = { .samples_a_second = pace };
	struct fake_beagle *b = fake_beagle_start(&fake);
	char driver[100];
	struct hil_capture_options o = { .driver = driver, .channels = "0,1" };
	struct hil_capture *capture;
	struct hil_frame frame;
	const char *text;
	int ret;

	*s = (struct seen){ .edges = 0 };
	if (!b)
		return -1;
	snprintf(driver, sizeof(driver),
		 "beaglelogic:conn=tcp-raw/127.0.0.1/%d:samplerate=100m",
		 fake_beagle_port(b));
	ret = hil_capture_start(&o, &capture);
	while (!ret) {
		struct pollfd p = { hil_capture_fd(capture), POLLIN, 0 };

		while ((ret = hil_capture_next(capture, &frame)) == 1)
			take(s, &frame);
		if (s->last.wall_ns - s->first.wall_ns > 3 * HIL_NS_PER_S)
			hil_capture_stop(capture);
		if (!ret)
			poll(&p, 1, 50);
	}
	if (ret == -ESHUTDOWN) {
		ret = hil_capture_ended(capture, &text) != HIL_CAPTURE_DONE;
		if (ret)
			fprintf(stderr, "%s\n", text);
		hil_capture_free(capture);
	}
	fake_beagle_stop(b);
	return ret;
}

static int measure(const char *what, uint64_t pace)
{
	struct seen s;
	double rate;

	if (run(pace, &s))
		return 1;
	rate = (double)(s.last.samples - s.first.samples) /
	       ((double)(s.last.wall_ns - s.first.wall_ns) / 1e9);
	printf("live capture, %s: %.0f MS/s, %" PRIu64 " edges, %" PRIu64
	       " gaps (wanted 200 without): %s\n",
	       what, rate / 1e6, s.edges, s.gaps,
	       rate >= WANTED && !s.gaps ? "met" : "MISSED");
	return rate < WANTED || s.gaps;
}

int main(void)
{
	int missed = measure("paced", PACED);

	return measure("unpaced", 0) | missed;
}
