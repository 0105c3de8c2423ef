/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Server-sent events to any number of pages. Every page gets the same frames;
 * one that is slow skips to the newest and sees from the numbers what it
 * missed. Nothing is kept for it, so it costs nothing to be slow.
 */
#ifndef HIL_WEB_STREAM_H
#define HIL_WEB_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct MHD_Connection;
struct hil_web_frame;
struct hil_web_stream;

struct hil_web_hub {
	struct hil_web_stream *first;
	struct hil_web_frame *newest;
	uint64_t id;      /* of the newest frame */
	uint64_t skipped; /* frames, over all streams */
	size_t streams, streams_peak;
	bool closing;
};

/**
 * hil_web_hub_publish() - hand a frame to all streams
 * @json: text without newline
 *
 * Return: 0; -ENOMEM.
 */
int hil_web_hub_publish(struct hil_web_hub *hub, const char *json);

/**
 * hil_web_hub_answer() - begin a stream with everything as of now
 * @json: text without newline, event "full"; NULL counts as no memory
 *
 * Return: as hil_web_answer().
 */
int hil_web_hub_answer(struct hil_web_hub *hub, struct MHD_Connection *c,
		       const char *json);

/** hil_web_hub_close() - end all streams; the daemon must still run once */
void hil_web_hub_close(struct hil_web_hub *hub);

/** hil_web_hub_free() - when the daemon has ended */
void hil_web_hub_free(struct hil_web_hub *hub);

#endif
