/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the clients of exec.sock and the agent in the guest. */
#ifndef HIL_BENCH_RELAY_H
#define HIL_BENCH_RELAY_H

#include <stdbool.h>

#include "rig/bench/loop.h"

struct hil_relay;

/**
 * hil_relay_new() - serve exec clients
 * @agent_fd: stream to the guest, @listen_fd: exec.sock; both stay the
 *	caller's
 *
 * Context: start-up only. Return: NULL without memory.
 */
struct hil_relay *hil_relay_new(struct hil_loop *loop, int agent_fd,
				int listen_fd);
/** hil_relay_free() - end all clients; NULL-safe */
void hil_relay_free(struct hil_relay *r);

/** hil_relay_ready() - the agent has said hello */
bool hil_relay_ready(const struct hil_relay *r);

/** hil_relay_board_gone() - tell the clients, and those that still come */
void hil_relay_board_gone(struct hil_relay *r);

/** hil_relay_sessions() - commands that run now */
int hil_relay_sessions(const struct hil_relay *r);

#endif
