/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A terminal of our own that nobody looks at: what is drawn is thrown away. */
#ifndef HIL_TERM_PTY_H
#define HIL_TERM_PTY_H

#include <pthread.h>
#include <stdbool.h>

#include "daemon/base/attr.h"

struct hil_pty {
	int master, slave; /* -1: not open */
	bool draining;
	pthread_t thread;
};

/** hil_pty_init() - not open */
void hil_pty_init(struct hil_pty *p);

/**
 * hil_pty_open() - 80 x 24, or as LINES and COLUMNS say
 *
 * A thread reads what is drawn, so that drawing never waits.
 * Context: start-up only. Return: 0; -errno.
 */
int hil_pty_open(struct hil_pty *p) HIL_MUST_CHECK;

/** hil_pty_close() - also one that is not open */
void hil_pty_close(struct hil_pty *p);

#endif
