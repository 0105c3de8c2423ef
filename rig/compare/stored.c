/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a stored run through the ledger, as `hilrig show` does, and cutting
 * it into pieces of time. */
#include "rig/compare/stored.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/link/record.h"
#include "rig/run/feed.h"
#include "rig/run/options.h"
#include "rig/store/run_store.h"

#define VALUES_MOST ((size_t)32 << 20) /* 256 MB */
#define TICKS_MOST  ((size_t)64 << 20) /* a week */

struct reading {
	struct hil_stored_run *s;
	struct hil_feed feed;
	json_t *run; /* RUN record */
	double rate_hz;
};

static bool grow(void **list, size_t *room, size_t count, size_t most)
{
	size_t more = *room ? *room * 2 : 4096;
	void *moved;

	if (count < *room)
		return true;
	if (more > most)
		return false;
	moved = realloc(*list, more * sizeof(int64_t));
	if (!moved)
		return false;
	*list = moved;
	*room = more;
	return true;
}

_Static_assert(sizeof(size_t) == sizeof(int64_t), "one grow() for both");

static bool take_value(struct hil_stored_run *s, double since_s, int64_t ns)
{
	void *ticks = s->tick, *values = s->value_ns;
	bool ok = true;

	while (ok && (double)s->ticks * HIL_STORED_TICK_S <= since_s) {
		ok = grow(&ticks, &s->ticks_room, s->ticks, TICKS_MOST);
		s->tick = ticks;
		if (ok)
			s->tick[s->ticks++] = s->count;
	}
	ok = ok && grow(&values, &s->room, s->count, VALUES_MOST);
	s->value_ns = values;
	if (ok)
		s->value_ns[s->count++] = ns;
	return ok;
}

static void take_row(void *context, const struct hil_row *row)
{
	struct reading *r = context;
	struct hil_stored_run *s = r->s;
	double edge_s;

	if (!(r->rate_hz > 0)) {
		json_t *capture = r->feed.capture;

		r->rate_hz = (double)json_integer_value(
				     json_object_get(capture, "rate_num")) /
			     (double)json_integer_value(
				     json_object_get(capture, "rate_den"));
		s->first_s = (double)row->edge / r->rate_hz;
	}
	edge_s = (double)row->edge / r->rate_hz;
	hil_arm_row(s->arm, row, edge_s);
	if (row->row_class == HIL_ROW_MATCHED && !s->full)
		s->full = !take_value(s, edge_s - s->first_s, row->latency_ns);
}

/* The first record says how the rest is to be understood. */
static int begin(struct reading *r, const void *payload, size_t length)
{
	struct hil_ledger_config config;
	int ret;

	r->run = json_loadb(payload, length, 0, NULL);
	ret = hil_ledger_config_from_json(json_object_get(r->run, "config"),
					  &config);
	if (ret)
		return ret;
	r->s->arm->events_known = config.board;
	r->feed.ledger = hil_ledger_new(&config, take_row, r);
	return r->feed.ledger ? 0 : -ENOMEM;
}

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct reading *r = context;
	int ret = -EBADMSG;

	if (r->feed.ledger)
		ret = hil_feed_record(&r->feed, type, payload, length);
	else if (type == HIL_RECORD_RUN)
		ret = begin(r, payload, length);
	if (ret)
		hil_error("a stored record is wrong (type %u, %zu bytes): %s",
			  type, length, strerror(-ret));
	return ret;
}

static json_t *settings_of(const struct reading *r, json_t *manifest)
{
	json_t *stored = json_object_get(manifest, "settings");

	if (stored)
		return json_incref(stored);
	return json_pack("{s:O?,s:O?,s:O?}", "options",
			 json_object_get(r->run, "options"), "board",
			 r->feed.board_settings, "analyzer", r->feed.capture);
}

static int finish(struct reading *r, json_t *manifest, int damage)
{
	struct hil_stored_run *s = r->s;

	if (damage && hil_feed_failure(&r->feed, HIL_INVALID, "store",
				       "a stored record is damaged or missing"))
		return -ENOMEM;
	s->result = hil_feed_finish(&r->feed);
	if (!s->result)
		return -ENOMEM;
	if (!manifest)
		hil_result_reason(s->result, HIL_INVALID, "cut-off",
				  "the run was cut off: it has no manifest");
	if (s->full)
		hil_warning("\"%s\" has more edges than are kept: the first "
			    "%zu are compared",
			    s->path, s->count);
	s->settings = settings_of(r, manifest);
	return s->settings ? 0 : -ENOMEM;
}

int hil_stored_run_read(struct hil_stored_run *s, const char *run,
			struct hil_arm *arm)
{
	struct reading r = { .s = s, .feed = { .last_edge_samples = -1 } };
	json_t *manifest = NULL;
	int ret;

	*s = (struct hil_stored_run){ .arm = arm, .path = hil_store_find(run) };
	if (!s->path)
		return -ENOENT;
	ret = hil_store_read(s->path, take, &r, &manifest);
	if (r.feed.ledger) {
		ret = finish(&r, manifest, ret);
	} else {
		hil_error("cannot read \"%s\": %s", s->path,
			  ret ? strerror(-ret) : "it holds no record");
		ret = ret ? ret : -ENODATA;
	}
	hil_ledger_free(r.feed.ledger);
	hil_feed_clear(&r.feed);
	json_decref(r.run);
	json_decref(manifest);
	return ret;
}

double hil_stored_run_s(const struct hil_stored_run *s)
{
	return (double)s->ticks * HIL_STORED_TICK_S;
}

/* Values before a time since the first edge. */
static size_t before(const struct hil_stored_run *s, double at_s)
{
	double tick = at_s / HIL_STORED_TICK_S + 0.5;

	return tick < (double)s->ticks ? s->tick[(size_t)tick] : s->count;
}

void hil_stored_run_cut(struct hil_stored_run *s, double piece_s, size_t pieces,
			struct hil_compare_block *block)
{
	size_t i;

	for (i = 0; i < pieces; i++) {
		size_t from = before(s, piece_s * (double)i);
		size_t to = before(s, piece_s * (double)(i + 1));

		block[i] = hil_compare_block(s->value_ns + from, to - from);
		/* Two runs share no clock: no drift can be taken out. */
		block[i].at_s = (double)i;
	}
}

void hil_stored_run_free(struct hil_stored_run *s)
{
	free(s->path);
	free(s->value_ns);
	free(s->tick);
	json_decref(s->settings);
	hil_result_free(s->result);
	memset(s, 0, sizeof(*s));
}
