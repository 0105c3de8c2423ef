/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parent says to hilrig-capture on standard input: stop. */
#ifndef HIL_CAPTURE_CONTROL_H
#define HIL_CAPTURE_CONTROL_H

#include <stdbool.h>

#include "daemon/link/frame.h"

struct hil_control {
	int fd;
	struct hil_frame_reader *reader;
	bool stop; /* CAPTURE_STOP, garbage or the end of the input was seen */
};

/** hil_control_init() - listen on @fd. Return: 0; -ENOMEM. */
int hil_control_init(struct hil_control *c, int fd) HIL_MUST_CHECK;
void hil_control_free(struct hil_control *c);

/**
 * hil_control_wait() - whether to stop
 * @timeout_ms: how long to wait for a word; 0: only look
 *
 * Context: one thread. Return: c->stop.
 */
bool hil_control_wait(struct hil_control *c, int timeout_ms);

#endif
