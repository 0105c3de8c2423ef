/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts edges and events of a stored run as they stand in its records. */
#include "rig/qualify/seen.h"

#include <errno.h>
#include <string.h>

#include "daemon/base/time.h"
#include "daemon/link/record.h"
#include "daemon/shm/event.h"
#include "rig/run/replay.h"

#define SETTLED_NS (HIL_SEEN_SETTLED_MS * HIL_NS_PER_MS)

struct counting {
	struct hil_seen *s;
	int64_t armed_ns; /* board's time of its first watermark; 0: none yet */
	uint64_t begun;   /* sample; UINT64_MAX: not yet */
	bool over;        /* the board puts its pin low at the end */
};

static void take_mark(struct counting *c, const struct hil_feed *feed,
		      const void *payload, size_t length)
{
	json_t *mark = json_loadb(payload, length, 0, NULL);
	json_int_t num, den;

	num = json_integer_value(json_object_get(feed->capture, "rate_num"));
	den = json_integer_value(json_object_get(feed->capture, "rate_den"));
	if (!strcmp(hil_feed_string(mark, "mark"), "generator_off"))
		c->over = true;
	if (!strcmp(hil_feed_string(mark, "mark"), "start") && den > 0)
		c->begun = (uint64_t)json_integer_value(
				   json_object_get(mark, "samples")) +
			   (uint64_t)((double)num / (double)den *
				      (double)SETTLED_NS * 1e-9);
	json_decref(mark);
}

static void take_edges(struct counting *c, const struct hil_feed *feed,
		       const uint64_t *edge, size_t edges)
{
	for (size_t i = 0; i < edges; i++)
		c->s->probe +=
			hil_edge_channel(edge[i]) == feed->probe_channel &&
			hil_edge_sample(edge[i]) >= c->begun && !c->over;
}

static void take_events(struct counting *c, const struct hil_event *event,
			size_t events)
{
	for (size_t i = 0; i < events; i++) {
		if (!c->armed_ns || event[i].wake_ns < c->armed_ns + SETTLED_NS)
			c->s->kept++;
		else
			c->s->events++;
	}
}

static int take(void *context, struct hil_feed *feed, uint8_t type,
		const void *payload, size_t length)
{
	struct hil_watermark mark;
	struct counting *c = context;
	int ret = hil_feed_record(feed, type, payload, length);

	if (ret)
		return ret;
	if (type == HIL_RECORD_MARK)
		take_mark(c, feed, payload, length);
	if (type == HIL_RECORD_EDGES)
		take_edges(c, feed, payload, length / sizeof(uint64_t));
	if (type == HIL_RECORD_EVENTS)
		take_events(c, payload, length / sizeof(struct hil_event));
	if (type == HIL_RECORD_WATERMARK && !c->armed_ns) {
		memcpy(&mark, payload, sizeof(mark));
		c->armed_ns = mark.mono_ns;
	}
	return 0;
}

int hil_seen_read(const char *run, struct hil_seen *s)
{
	struct counting c = { .s = s, .begun = UINT64_MAX };
	const struct hil_replay_watch watch = { .context = &c, .record = take };
	struct hil_result *r = NULL;
	struct hil_replay p;
	int ret;

	*s = (struct hil_seen){ 0 };
	ret = hil_replay_watched(&p, run, &watch);
	if (!ret && !(r = hil_feed_finish(&p.feed)))
		ret = -ENOMEM;
	if (!ret) {
		s->samples = p.feed.samples;
		s->stimulus = p.feed.edges;
		s->closed = p.feed.closed != NULL;
		s->accounts = r->line[0].accounts;
	}
	hil_result_free(r);
	hil_replay_clear(&p);
	return ret;
}
