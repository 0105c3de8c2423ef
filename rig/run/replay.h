/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stored run, read through the ledger again. */
#ifndef HIL_RUN_REPLAY_H
#define HIL_RUN_REPLAY_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/run/feed.h"

/* Somebody who looks at a stored run more closely, or reads it with something
 * changed on purpose. Members may be NULL. */
struct hil_replay_watch {
	void *context;
	/* every decided row, in order of its edge */
	void (*row)(void *context, const struct hil_row *row);
	/* every record but RUN, in the place of hil_feed_record(), which it
	 * calls with what the ledger shall see. Return: as that. */
	int (*record)(void *context, struct hil_feed *feed, uint8_t type,
		      const void *payload, size_t length);
};

struct hil_replay {
	const struct hil_replay_watch *watch;
	struct hil_feed feed; /* hil_feed_finish() makes the result */
	json_t *run;          /* RUN record */
	json_t *manifest;     /* NULL: the run was cut off */
	char *path;
};

/**
 * hil_replay_read() - take all records of a run
 * @p: result; hil_replay_clear() frees it, also after an error
 * @run: as hil_store_find() takes it
 *
 * Damage is marked in the feed: the result will be INVALID.
 * Context: any but RT. Messages are printed.
 * Return: 0; -errno nothing can be shown.
 */
int hil_replay_read(struct hil_replay *p, const char *run) HIL_MUST_CHECK;

/**
 * hil_replay_watched() - hil_replay_read() with somebody who follows it
 * @watch: NULL for nobody; must live until hil_feed_finish()
 */
int hil_replay_watched(struct hil_replay *p, const char *run,
		       const struct hil_replay_watch *watch) HIL_MUST_CHECK;

void hil_replay_clear(struct hil_replay *p);

#endif
