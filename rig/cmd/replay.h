/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stored run, read through the ledger again. */
#ifndef HIL_CMD_REPLAY_H
#define HIL_CMD_REPLAY_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/run/feed.h"

struct hil_replay {
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

void hil_replay_clear(struct hil_replay *p);

#endif
