/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shared memory of a run on the measuring host: the board's events as they
 * come over the link, beside the latencies that the analyzer saw, for front
 * ends. The measurement neither needs it nor waits for it.
 *
 * When a value is there:
 * - period, wake-up, response: when the link has brought the event;
 * - latency and the counters of rows: when the row is decided;
 * - delivery and write: when the row's block has its clock fit, after four
 *   seconds or 2,048 rows. They are the very values of the final result; an
 *   earlier fit would give others. Their bound stands in the status block;
 * - extra, commands, never an interrupt, spurious: as far as answers and
 *   interrupts are settled; unknown before board and analyzer are joined (the
 *   first second or two), and without a board;
 * - coverage and whether all of it balances: only the end can tell.
 */
#ifndef HIL_RUN_MIRROR_H
#define HIL_RUN_MIRROR_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/ledger/ledger.h"
#include "rig/run/feed.h"
#include "rig/run/options.h"

struct hil_mirror;

/**
 * hil_mirror_new() - not served yet: what it holds depends on the board
 * @o: --socket: "none", a path, or NULL for run.sock where hil_socket_path()
 *	puts it
 *
 * Return: NULL without memory or with --socket none: every function below
 * takes NULL and does nothing.
 */
struct hil_mirror *hil_mirror_new(const struct hil_run_options *o);

/**
 * hil_mirror_record() - a record of the board; SETTINGS begins to serve
 *
 * Events are taken as they are, so windows are the board's own.
 */
void hil_mirror_record(struct hil_mirror *m, uint8_t type, const void *payload,
		       size_t length);

/** hil_mirror_row() - a decided row; @edge_s since the first sample */
void hil_mirror_row(struct hil_mirror *m, const struct hil_row *row,
		    double edge_s);

/** hil_mirror_leg() - delivery or write of a row whose clock fit is known */
void hil_mirror_leg(struct hil_mirror *m, const struct hil_leg *leg);

/* What housekeeping of the mirror tells. */
struct hil_mirror_turn {
	const struct hil_feed *feed;
	bool measuring;
	bool capture_over;
	double rate_hz; /* 0: not known yet */
};

/**
 * hil_mirror_turn() - heartbeat, state and status, when they are due
 *
 * Without a board it begins to serve here, once the rate is known.
 */
void hil_mirror_turn(struct hil_mirror *m, const struct hil_mirror_turn *turn);

/** hil_mirror_close() - last values, verdict, CLOSED; stop serving, free */
void hil_mirror_close(struct hil_mirror *m, const struct hil_result *result);

#endif
