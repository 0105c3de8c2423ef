/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading raw data of a calibration, and the hash that names them. */
#include "rig/calibrate/raw.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calibration/analyzer_clock.h"
#include "daemon/base/log.h"
#include "daemon/link/record.h"
#include "rig/store/identity.h"
#include "rig/store/run_store.h"

#define VALUES_MOST ((size_t)16 << 20)

struct reading {
	struct hil_raw *raw;
	const unsigned int *channel;
	struct hil_analyzer_clock clock;
	struct sha256_ctx hash;
};

static int grow(void **list, size_t *room, size_t count)
{
	size_t more = *room ? *room * 2 : 4096;
	void *moved;

	if (count < *room)
		return 0;
	if (more > VALUES_MOST)
		return -EFBIG;
	moved = realloc(*list, more * sizeof(uint64_t));
	if (!moved)
		return -ENOMEM;
	*list = moved;
	*room = more;
	return 0;
}

static int take_capture(struct reading *r, const void *payload, size_t length)
{
	struct hil_raw *raw = r->raw;
	json_int_t num, den;

	if (raw->capture)
		return 0;
	raw->capture = json_loadb(payload, length, 0, NULL);
	num = json_integer_value(json_object_get(raw->capture, "rate_num"));
	den = json_integer_value(json_object_get(raw->capture, "rate_den"));
	if (num <= 0 || den <= 0 ||
	    hil_analyzer_clock_init(&r->clock, (uint64_t)num, (uint64_t)den))
		return -EBADMSG;
	raw->step_ns = hil_analyzer_clock_period_ns(&r->clock);
	return 0;
}

static int take_edge(struct hil_raw *raw, int n, uint64_t edge)
{
	bool rising = hil_edge_level(edge);
	uint64_t **to = rising ? &raw->edge[n] : &raw->fall[n];
	size_t *room = rising ? &raw->edge_room[n] : &raw->fall_room[n];
	size_t *count = rising ? &raw->edges[n] : &raw->falls[n];
	void *list = *to;
	int ret = grow(&list, room, *count);

	*to = list;
	if (!ret)
		(*to)[(*count)++] = hil_edge_sample(edge);
	return ret;
}

static int take_edges(struct reading *r, const uint64_t *edge, size_t count)
{
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++)
		for (int n = 0; n < 2 && !ret; n++)
			if (hil_edge_channel(edge[i]) == r->channel[n])
				ret = take_edge(r->raw, n, edge[i]);
	return ret;
}

static int take_cover(struct reading *r, const struct hil_cover *c)
{
	struct hil_raw *raw = r->raw;
	void *at = raw->at_ns, *seen = raw->seen_ns;
	int ret;

	if (!raw->capture)
		return -EBADMSG;
	ret = grow(&at, &raw->at_room, raw->covers);
	raw->at_ns = at;
	if (!ret)
		ret = grow(&seen, &raw->seen_room, raw->covers);
	raw->seen_ns = seen;
	if (ret)
		return ret;
	raw->at_ns[raw->covers] = hil_analyzer_clock_ns(&r->clock, c->samples);
	raw->seen_ns[raw->covers++] = c->wall_ns;
	return 0;
}

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct reading *r = context;

	sha256_update(&r->hash, 1, &type);
	sha256_update(&r->hash, length, payload);
	switch (type) {
	case HIL_RECORD_CAPTURE:
		return take_capture(r, payload, length);
	case HIL_RECORD_EDGES:
		return take_edges(r, payload, length / sizeof(uint64_t));
	case HIL_RECORD_COVER:
		return length == sizeof(struct hil_cover)
			       ? take_cover(r, payload)
			       : -EBADMSG;
	case HIL_RECORD_GAP:
		r->raw->gaps++;
		return 0;
	default:
		return 0;
	}
}

int hil_raw_read(const char *run, const unsigned int channel[2],
		 struct hil_raw *raw)
{
	struct reading r = { .raw = raw, .channel = channel };
	uint8_t digest[SHA256_DIGEST_SIZE];
	json_t *manifest = NULL;
	int ret;

	*raw = (struct hil_raw){ 0 };
	sha256_init(&r.hash);
	ret = hil_store_read(run, take, &r, &manifest);
	json_decref(manifest);
	sha256_digest(&r.hash, sizeof(digest), digest);
	hil_identity_hex(digest, sizeof(digest), raw->sha256);
	if (!ret && !raw->capture)
		ret = -EBADMSG;
	if (ret)
		hil_error("cannot calibrate from \"%s\": %s", run,
			  strerror(-ret));
	return ret;
}

void hil_raw_free(struct hil_raw *raw)
{
	for (int n = 0; n < 2; n++) {
		free(raw->edge[n]);
		free(raw->fall[n]);
	}
	free(raw->at_ns);
	free(raw->seen_ns);
	json_decref(raw->capture);
	*raw = (struct hil_raw){ 0 };
}
