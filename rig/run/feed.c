/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Passes each record to the store and to the ledger, and keeps what the run
 * protocol and the reports need of it. It judges nothing.
 */
#include "rig/run/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/link/record.h"
#include "daemon/shm/event.h"
#include "rig/capture/channels.h"

const char *hil_feed_string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

int hil_feed_channel(const json_t *capture, const char *name)
{
	json_t *list = json_object_get(capture, "channels"), *channel;
	struct hil_channels all = { 0 };
	struct hil_sample chosen;
	struct hil_fault fault = { 0 };
	size_t i;

	json_array_foreach(list, i, channel)
	{
		if (hil_channels_add(&all,
				     (unsigned int)json_integer_value(
					     json_object_get(channel, "index")),
				     hil_feed_string(channel, "name")))
			return -1;
	}
	if (hil_channels_choose(&all, name, &chosen, &fault))
		return -1;
	for (i = 0; i <= HIL_EDGE_CHANNEL_MAX; i++) {
		if (hil_sample_bit(&chosen, (unsigned int)i))
			return (int)i;
	}
	return -1;
}

static int keep_json(json_t **slot, const void *payload, size_t length)
{
	json_t *json =
		json_loadb(payload, length, JSON_REJECT_DUPLICATES, NULL);

	if (!json_is_object(json)) {
		json_decref(json);
		return -EBADMSG;
	}
	json_decref(*slot);
	*slot = json;
	return 0;
}

static void keep_edges(struct hil_feed *f, const uint64_t *edge, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		unsigned int channel = hil_edge_channel(edge[i]);

		if (channel == f->stimulus_channel)
			f->edges++;
		else if (channel != f->probe_channel)
			continue;
		f->last_edge_samples = (int64_t)hil_edge_sample(edge[i]);
	}
}

/* A MARK of ours that says what went wrong; others are the ledger's matter. */
static int keep_mark(struct hil_feed *f, const void *payload, size_t length)
{
	json_t *mark = NULL;
	int ret = keep_json(&mark, payload, length);

	if (ret)
		return ret;
	if (!strcmp(hil_feed_string(mark, "mark"), "failure")) {
		if (!f->failures)
			f->failures = json_array();
		ret = json_array_append(f->failures, mark) ? -ENOMEM : 0;
	}
	json_decref(mark);
	return ret;
}

/* Only aligned copies of wire structs are read. */
static int keep_record(struct hil_feed *f, uint8_t type, const void *payload,
		       size_t length)
{
	struct hil_cover cover;

	switch (type) {
	case HIL_RECORD_CAPTURE:
		return keep_json(&f->capture, payload, length);
	case HIL_RECORD_CAPTURE_END:
		return keep_json(&f->capture_end, payload, length);
	case HIL_RECORD_SETTINGS:
		if (f->board_settings)
			return 0;
		return keep_json(&f->board_settings, payload, length);
	case HIL_RECORD_STATE:
		return keep_json(&f->state, payload, length);
	case HIL_RECORD_CLOSED:
		return keep_json(&f->closed, payload, length);
	case HIL_RECORD_MARK:
		return keep_mark(f, payload, length);
	case HIL_RECORD_EDGES:
		keep_edges(f, payload, length / sizeof(uint64_t));
		return 0;
	case HIL_RECORD_EVENTS:
		f->events += length / sizeof(struct hil_event);
		return 0;
	case HIL_RECORD_COVER:
		if (length != sizeof(cover))
			return -EBADMSG;
		memcpy(&cover, payload, sizeof(cover));
		f->samples = cover.samples;
		return 0;
	default:
		return 0;
	}
}

int hil_feed_record(struct hil_feed *f, uint8_t type, const void *payload,
		    size_t length)
{
	int ret = hil_ledger_record(f->ledger, type, payload, length);

	if (!ret)
		ret = keep_record(f, type, payload, length);
	if (ret || !f->store)
		return ret;
	ret = hil_store_append(f->store, type, payload, length);
	if (ret && !f->store_error) {
		f->store_error = ret;
		hil_warning("cannot store the run in \"%s\": %s; the "
			    "measurement goes on",
			    hil_store_path(f->store), strerror(-ret));
	}
	return 0;
}

int hil_feed_json(struct hil_feed *f, uint8_t type, json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	int ret = -ENOMEM;

	if (text)
		ret = hil_feed_record(f, type, text, strlen(text));
	free(text);
	json_decref(json);
	return ret;
}

int hil_feed_failure(struct hil_feed *f, enum hil_verdict verdict,
		     const char *code, const char *text)
{
	return hil_feed_json(f, HIL_RECORD_MARK,
			     json_pack("{s:s,s:s,s:s,s:s}", "mark", "failure",
				       "verdict", hil_verdict_name(verdict),
				       "code", code, "text", text));
}

struct hil_result *hil_feed_finish(struct hil_feed *f)
{
	struct hil_result *r = hil_ledger_finish(f->ledger);
	const char *verdict;
	json_t *failure;
	size_t i;

	if (!r)
		return NULL;
	json_array_foreach(f->failures, i, failure)
	{
		verdict = hil_feed_string(failure, "verdict");
		hil_result_reason(
			r,
			strcmp(verdict, hil_verdict_name(HIL_DEGRADED))
				? HIL_INVALID
				: HIL_DEGRADED,
			hil_feed_string(failure, "code"), "%s",
			hil_feed_string(failure, "text"));
	}
	return r;
}

void hil_feed_clear(struct hil_feed *f)
{
	json_decref(f->capture);
	json_decref(f->board_settings);
	json_decref(f->closed);
	json_decref(f->capture_end);
	json_decref(f->state);
	json_decref(f->failures);
	f->capture = NULL;
	f->board_settings = NULL;
	f->closed = NULL;
	f->capture_end = NULL;
	f->state = NULL;
	f->failures = NULL;
}
