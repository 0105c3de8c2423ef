/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A port on this machine behind which the board's page is. */
#ifndef HIL_COMPARE_DOORWAY_H
#define HIL_COMPARE_DOORWAY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "daemon/base/attr.h"

#define HIL_DOORWAY_GUESTS 64

struct hil_doorway {
	const char *exec; /* board.exec, borrowed */
	int fd;           /* listens; -1: closed */
	uint16_t port;
	bool ready;  /* the page was seen to listen */
	pid_t probe; /* that looks; 0: none */
	int64_t probe_due_ns;
	pid_t guest[HIL_DOORWAY_GUESTS]; /* 0: free */
};

/**
 * hil_doorway_open() - listen on a free port of the loopback
 * @exec: board.exec or NULL for this machine
 *
 * Each connection is the standard input and output of `$exec nc`, so it works
 * through ssh as through anything else. It is let in when the page is there.
 *
 * Context: any but RT. Return: 0; -errno.
 */
int hil_doorway_open(struct hil_doorway *d, const char *exec) HIL_MUST_CHECK;

/** hil_doorway_turn() - let in who waits, forget who has left; never waits */
void hil_doorway_turn(struct hil_doorway *d);

/** hil_doorway_close() - also after a failed open */
void hil_doorway_close(struct hil_doorway *d);

#endif
