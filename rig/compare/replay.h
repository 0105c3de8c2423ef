/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stored run read again, and with it the comparison that it was. */
#ifndef HIL_COMPARE_REPLAY_H
#define HIL_COMPARE_REPLAY_H

#include "daemon/base/attr.h"
#include "rig/compare/blocks.h"
#include "rig/run/replay.h"

struct hil_comparison_replay {
	struct hil_replay run;
	bool compares; /* its manifest holds marks of a comparison */
	struct hil_comparison c;
	/* for itself */
	struct hil_variants variants;
	struct hil_blocks blocks;
	struct hil_replay_watch watch;
	double rate_hz;
	bool looked; /* for marks */
	int error;
};

/**
 * hil_comparison_replay_read() - hil_replay_read() of any run
 * @p: result; hil_comparison_replay_clear() frees it, also after an error; it
 *	must not be moved
 *
 * Context: any but RT. Messages are printed.
 * Return: 0; -EBADMSG its marks are wrong; other -errno nothing can be shown.
 */
int hil_comparison_replay_read(struct hil_comparison_replay *p,
			       const char *run) HIL_MUST_CHECK;

/** hil_comparison_replay_finish() - after hil_feed_finish(): no more rows.
 * Return: 0; -ENOMEM, a message. */
int hil_comparison_replay_finish(struct hil_comparison_replay *p)
	HIL_MUST_CHECK;

void hil_comparison_replay_clear(struct hil_comparison_replay *p);

#endif
