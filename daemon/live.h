/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cyclictest's live line, for a person at the board's own terminal. */
#ifndef HIL_DAEMON_LIVE_H
#define HIL_DAEMON_LIVE_H

#include "daemon/base/attr.h"

struct hil_live;

/**
 * hil_live_open() - show period and wake-up latency on standard output
 * @fd: of the shared memory
 * @priority: of the IST, shown only
 *
 * A thread of its own: a terminal that was stopped holds up nothing else.
 * Context: start-up only. Return: 0 or -errno; the message is printed.
 */
int hil_live_open(struct hil_live **live, int fd, int priority) HIL_MUST_CHECK;

/** hil_live_close() - NULL-safe; gives up on a terminal that hangs */
void hil_live_close(struct hil_live *live);

#endif
