/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hilrigd seen from the measuring host: started afresh for each run, stopped.
 */
#ifndef HIL_RUN_BOARD_H
#define HIL_RUN_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/base/board_command.h"
#include "daemon/link/frame.h"
#include "rig/run/options.h"

struct hil_board;

/**
 * hil_board_start() - run `$exec hilrigd --stdio …`
 * @o: exec, hilrigd and the board's options
 * @b: result
 *
 * Context: any but RT. Messages are printed.
 * Return: 0; -errno.
 */
int hil_board_start(const struct hil_run_options *o,
		    struct hil_board **b) HIL_MUST_CHECK;

/** hil_board_fd() - descriptor to poll for reading */
int hil_board_fd(const struct hil_board *b);

/**
 * hil_board_next() - next record of the board
 *
 * The first one must be a HELLO with our nonce and a known ABI.
 * Return: 1 @frame is set; 0 nothing now; -ESHUTDOWN the stream is over;
 * -EBADMSG garbage; -EPROTO another nonce or ABI. See hil_board_ended().
 */
int hil_board_next(struct hil_board *b, struct hil_frame *frame) HIL_MUST_CHECK;

/** hil_board_stop() - send STOP: probe low, totals, exit; returns at once */
void hil_board_stop(struct hil_board *b);

/** hil_board_closed() - CLOSED has come */
bool hil_board_closed(const struct hil_board *b);

/** hil_board_ended() - why there is no more, one sentence; never NULL */
const char *hil_board_ended(struct hil_board *b);

/** hil_board_free() - end what still runs, reap, close; NULL-safe */
void hil_board_free(struct hil_board *b);

#endif
