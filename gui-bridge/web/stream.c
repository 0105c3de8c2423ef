/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A frame is one text with a count of who still sends it. One thread. */
#include "gui-bridge/web/stream.h"

#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gui-bridge/web/answer.h"

#define BLOCK_BYTES 16384

struct hil_web_frame {
	unsigned int users;
	uint64_t id;
	size_t length;
	char text[];
};

struct hil_web_stream {
	struct hil_web_hub *hub;
	struct MHD_Connection *connection;
	struct hil_web_frame *frame; /* being sent */
	size_t offset;
	uint64_t sent; /* id of the last one begun */
	bool suspended;
	struct hil_web_stream *next, **link;
};

static struct hil_web_frame *new_frame(const char *event, uint64_t id,
				       const char *json)
{
	size_t room = strlen(json) + strlen(event) + 64;
	struct hil_web_frame *f = malloc(sizeof(*f) + room);
	int len;

	if (f == NULL)
		return NULL;
	len = snprintf(f->text, room,
		       "id: %" PRIu64 "\nevent: %s\ndata: %s\n\n", id, event,
		       json);
	f->users = 1;
	f->id = id;
	f->length = (size_t)len;
	return f;
}

static void drop_frame(struct hil_web_frame *f)
{
	if (f != NULL && --f->users == 0)
		free(f);
}

/* Goes on to the newest frame. Return: there is one. */
static bool take_newest(struct hil_web_stream *s)
{
	struct hil_web_frame *newest = s->hub->newest;

	drop_frame(s->frame);
	s->frame = NULL;
	if (newest == NULL || newest->id <= s->sent)
		return false;
	s->hub->skipped += newest->id - s->sent - 1;
	s->sent = newest->id;
	s->frame = newest;
	s->offset = 0;
	newest->users++;
	return true;
}

static ssize_t send_some(void *context, uint64_t position, char *buffer,
			 size_t max)
{
	struct hil_web_stream *s = context;
	size_t left;

	(void)position;
	if (s->hub->closing)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if ((s->frame == NULL || s->offset == s->frame->length) &&
	    !take_newest(s)) {
		s->suspended = true;
		MHD_suspend_connection(s->connection);
		return 0;
	}
	left = s->frame->length - s->offset;
	left = left < max ? left : max;
	memcpy(buffer, s->frame->text + s->offset, left);
	s->offset += left;
	return (ssize_t)left;
}

static void end_stream(void *context)
{
	struct hil_web_stream *s = context;

	*s->link = s->next;
	if (s->next != NULL)
		s->next->link = s->link;
	s->hub->streams--;
	drop_frame(s->frame);
	free(s);
}

static void wake_all(struct hil_web_hub *hub)
{
	for (struct hil_web_stream *s = hub->first; s != NULL; s = s->next) {
		if (!s->suspended)
			continue;
		s->suspended = false;
		MHD_resume_connection(s->connection);
	}
}

int hil_web_hub_publish(struct hil_web_hub *hub, const char *json)
{
	struct hil_web_frame *f = new_frame("frame", hub->id + 1, json);

	if (f == NULL)
		return -ENOMEM;
	drop_frame(hub->newest);
	hub->newest = f;
	hub->id++;
	wake_all(hub);
	return 0;
}

static struct hil_web_stream *
new_stream(struct hil_web_hub *hub, struct MHD_Connection *c, const char *json)
{
	struct hil_web_stream *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->frame = new_frame("full", hub->id, json);
	if (s->frame == NULL) {
		free(s);
		return NULL;
	}
	s->hub = hub;
	s->connection = c;
	s->sent = hub->id;
	s->link = &hub->first;
	s->next = hub->first;
	if (s->next != NULL)
		s->next->link = &s->next;
	hub->first = s;
	hub->streams++;
	if (hub->streams > hub->streams_peak)
		hub->streams_peak = hub->streams;
	return s;
}

int hil_web_hub_answer(struct hil_web_hub *hub, struct MHD_Connection *c,
		       const char *json)
{
	struct hil_web_stream *s = NULL;
	struct MHD_Response *r;

	if (json != NULL)
		s = new_stream(hub, c, json);
	if (s == NULL)
		return MHD_NO;
	r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
					      send_some, s, end_stream);
	if (r == NULL) {
		end_stream(s);
		return MHD_NO;
	}
	MHD_add_response_header(r, "Content-Type", "text/event-stream");
	return hil_web_answer(c, MHD_HTTP_OK, r);
}

void hil_web_hub_close(struct hil_web_hub *hub)
{
	hub->closing = true;
	wake_all(hub);
}

void hil_web_hub_free(struct hil_web_hub *hub)
{
	drop_frame(hub->newest);
	hub->newest = NULL;
}
