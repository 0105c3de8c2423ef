/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analyzer's side of a search: every channel, every edge, in memory. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "rig/run/feed.h"
#include "rig/wire/wire_run_private.h"

#define SILENCE_NS (2 * HIL_NS_PER_S)
#define ARM_NS     (15 * HIL_NS_PER_S)
#define COVER_NS   (3 * HIL_NS_PER_S)
#define ANSWER_NS  (20 * HIL_NS_PER_S) /* a slow login, and a slow board */
#define POLL_MS    20
#define EDGES_MAX  (4u << 20) /* a floating input at a high rate */

static int take_capture(struct hil_wire_turns *t, const struct hil_frame *frame)
{
	struct hil_wire *w = &t->s->wire;
	json_t *list, *one;
	json_int_t num, den;
	size_t i;

	json_decref(t->s->capture);
	t->s->capture = json_loadb((const char *)frame->payload, frame->length,
				   0, NULL);
	num = json_integer_value(json_object_get(t->s->capture, "rate_num"));
	den = json_integer_value(json_object_get(t->s->capture, "rate_den"));
	if (num <= 0 || den <= 0)
		return -EBADMSG;
	w->rate_hz = (double)num / (double)den;
	t->sample0_mono_ns = json_integer_value(
		json_object_get(t->s->capture, "start_mono_ns"));
	list = json_object_get(t->s->capture, "channels");
	w->channels = 0;
	json_array_foreach(list, i, one)
	{
		struct hil_wire_channel *c = &w->channel[w->channels];

		if (w->channels++ == HIL_WIRE_CHANNELS)
			return -EBADMSG;
		c->index = (unsigned int)json_integer_value(
			json_object_get(one, "index"));
		/* each edge belongs to one channel: see split() */
		for (size_t k = 0; k < i; k++)
			if (w->channel[k].index == c->index)
				return -EBADMSG;
		hil_wire_copy(c->name, sizeof(c->name),
			      hil_feed_string(one, "name"));
	}
	return w->channels ? 0 : -EBADMSG;
}

static int take_edges(struct hil_wire_turns *t, const struct hil_frame *frame)
{
	size_t count = frame->length / sizeof(uint64_t);
	struct hil_wire *w = &t->s->wire;
	uint64_t *edge = t->s->edge;

	if (w->edges + count > EDGES_MAX) {
		hil_error("the analyzer saw more than %u edges: an input that "
			  "floats at a high rate? Connect unused inputs to "
			  "ground, or take a lower sample rate",
			  EDGES_MAX);
		return -EFBIG;
	}
	if (w->edges + count > t->room) {
		t->room = 2 * (w->edges + count);
		edge = realloc(edge, t->room * sizeof(*edge));
		if (!edge)
			return -ENOMEM;
		t->s->edge = edge;
		w->edge = edge;
	}
	memcpy(edge + w->edges, frame->payload, count * sizeof(*edge));
	w->edges += count;
	return 0;
}

static int take_record(struct hil_wire_turns *t, const struct hil_frame *frame)
{
	struct hil_cover cover;

	switch (frame->type) {
	case HIL_RECORD_CAPTURE:
		return take_capture(t, frame);
	case HIL_RECORD_EDGES:
		return take_edges(t, frame);
	case HIL_RECORD_COVER:
		if (frame->length != sizeof(cover))
			return -EBADMSG;
		memcpy(&cover, frame->payload, sizeof(cover));
		t->samples = cover.samples;
		return 0;
	case HIL_RECORD_GAP:
		hil_error("the analyzer lost samples: take a lower sample "
			  "rate");
		return -EIO;
	default:
		return 0;
	}
}

static int say_ended(struct hil_wire_turns *t)
{
	const char *text;
	enum hil_capture_end end = hil_capture_ended(t->capture, &text);

	/* else hilrig-capture has said why */
	if (end != HIL_CAPTURE_FAILED)
		hil_error("the analyzer ended: %s", text);
	return -EIO;
}

static int pump(struct hil_wire_turns *t, int more_fd)
{
	struct pollfd p[] = { { .fd = t->signal_fd, .events = POLLIN },
			      { .fd = hil_capture_fd(t->capture),
				.events = POLLIN },
			      { .fd = more_fd, .events = POLLIN } };
	struct hil_frame frame;
	int ret;

	if (poll(p, 3, POLL_MS) < 0 && errno != EINTR)
		return -errno;
	if (p[0].revents)
		return -EINTR;
	while ((ret = hil_capture_next(t->capture, &frame)) > 0) {
		ret = take_record(t, &frame);
		if (ret == -EBADMSG)
			hil_error("a record of the analyzer is wrong (type "
				  "%u)",
				  frame.type);
		if (ret)
			return ret;
	}
	return ret ? say_ended(t) : 0;
}

int hil_wire_analyzer_open(struct hil_wire_turns *t)
{
	const struct hil_capture_options options = {
		.driver = t->o->analyzer,
		.samplerate_hz = t->o->samplerate_hz,
		.silence_ns = SILENCE_NS,
	};
	int64_t until_ns = hil_time_mono_ns() + ARM_NS;
	int ret = hil_capture_start(&options, &t->capture);

	while (!ret && !t->samples) {
		ret = pump(t, -1);
		if (!ret && hil_time_mono_ns() > until_ns) {
			hil_error("the analyzer did not start in %lld s",
				  ARM_NS / HIL_NS_PER_S);
			ret = -ETIMEDOUT;
		}
	}
	return ret;
}

int hil_wire_pass(struct hil_wire_turns *t, int64_t ns)
{
	int64_t until_ns = hil_time_mono_ns() + ns;
	int ret = 0;

	while (!ret && hil_time_mono_ns() < until_ns)
		ret = pump(t, -1);
	return ret;
}

uint64_t hil_wire_sample(const struct hil_wire_turns *t, int64_t mono_ns)
{
	double s = (double)(mono_ns - t->sample0_mono_ns) * 1e-9;

	return s > 0 ? (uint64_t)(s * t->s->wire.rate_hz) : 0;
}

int hil_wire_cover(struct hil_wire_turns *t)
{
	int64_t now_ns = hil_time_mono_ns();
	uint64_t wanted = hil_wire_sample(t, now_ns);
	int ret = 0;

	while (!ret && t->samples < wanted) {
		ret = pump(t, -1);
		if (!ret && hil_time_mono_ns() - now_ns > COVER_NS) {
			hil_error("the analyzer's samples come later and "
				  "later: take a lower sample rate");
			ret = -ETIMEDOUT;
		}
	}
	return ret;
}

int hil_wire_answer(struct hil_wire_turns *t, struct hil_wire_pins *p,
		    json_t **json)
{
	int64_t until_ns = hil_time_mono_ns() + ANSWER_NS;
	int ret;

	while ((ret = hil_wire_pins_next(p, json)) == 0) {
		ret = pump(t, p->out);
		if (!ret && hil_time_mono_ns() > until_ns) {
			hil_error("hilrig-pins on the board does not answer in "
				  "%lld s",
				  ANSWER_NS / HIL_NS_PER_S);
			ret = -ETIMEDOUT;
		}
		if (ret)
			return ret;
	}
	if (ret == 1)
		return 0;
	if (ret == -EBADMSG)
		hil_error("hilrig-pins on the board prints no JSON");
	if (hil_wire_pins_end(p) || ret == -EBADMSG)
		return -EREMOTEIO;
	hil_error("hilrig-pins on the board ended without an answer");
	return -EREMOTEIO;
}
