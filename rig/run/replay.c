/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a stored run, from the store into the ledger. */
#include "rig/run/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "rig/run/options.h"

/* The first record says how the rest is to be understood. */
static int begin(struct hil_replay *p, const void *payload, size_t length)
{
	struct hil_ledger_config config;
	int ret;

	p->run = json_loadb(payload, length, 0, NULL);
	ret = hil_ledger_config_from_json(json_object_get(p->run, "config"),
					  &config);
	if (ret)
		return ret;
	p->feed.stimulus_channel = config.stimulus_channel;
	p->feed.probe_channel = config.probe_channel;
	p->feed.ledger =
		hil_ledger_new(&config, p->watch ? p->watch->row : NULL,
			       p->watch ? p->watch->context : NULL);
	return p->feed.ledger ? 0 : -ENOMEM;
}

static int take(void *context, uint8_t type, const void *payload, size_t length)
{
	struct hil_replay *p = context;
	int ret;

	if (p->feed.ledger && p->watch && p->watch->record)
		ret = p->watch->record(p->watch->context, &p->feed, type,
				       payload, length);
	else if (p->feed.ledger)
		ret = hil_feed_record(&p->feed, type, payload, length);
	else if (type == HIL_RECORD_RUN)
		ret = begin(p, payload, length);
	else
		ret = -EBADMSG;
	if (ret)
		hil_error("a stored record is wrong (type %u, %zu bytes): %s",
			  type, length, strerror(-ret));
	return ret;
}

int hil_replay_read(struct hil_replay *p, const char *run)
{
	return hil_replay_watched(p, run, NULL);
}

int hil_replay_watched(struct hil_replay *p, const char *run,
		       const struct hil_replay_watch *watch)
{
	int ret;

	*p = (struct hil_replay){ .watch = watch,
				  .feed = { .last_edge_samples = -1 },
				  .path = hil_store_find(run) };
	if (!p->path)
		return -ENOENT;
	ret = hil_store_read(p->path, take, p, &p->manifest);
	if (!p->feed.ledger) {
		hil_error("cannot show \"%s\": %s", p->path,
			  ret ? strerror(-ret) : "it holds no record");
		return ret ? ret : -ENODATA;
	}
	if (ret && hil_feed_failure(&p->feed, HIL_INVALID, "store",
				    "a stored record is damaged or missing"))
		hil_error("cannot mark the damage");
	return 0;
}

void hil_replay_clear(struct hil_replay *p)
{
	hil_ledger_free(p->feed.ledger);
	hil_feed_clear(&p->feed);
	json_decref(p->run);
	json_decref(p->manifest);
	free(p->path);
}
