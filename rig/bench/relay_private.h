/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The relay's two sides: its clients, and the agent. */
#ifndef HIL_BENCH_RELAY_PRIVATE_H
#define HIL_BENCH_RELAY_PRIVATE_H

#include <stdint.h>

#include "rig/bench/agent/mux.h"
#include "rig/bench/relay.h"

#define HIL_RELAY_AGENT_OUT ((size_t)4 << 20) /* all windows and some more */

struct hil_relay_client {
	struct hil_relay *relay;
	int fd, watch;         /* fd -1: the place is free */
	uint32_t session;      /* 0: nothing was opened yet */
	bool ended;            /* close it once the queue is sent */
	uint32_t input_credit; /* that the client may still send */
	struct hil_queue out;
	struct hil_mux_input in;
};

struct hil_relay {
	struct hil_loop *loop;
	int agent_fd, agent_watch, listen_fd, listen_watch;
	bool ready, gone;
	uint32_t last_session;
	struct hil_queue agent_out;
	struct hil_mux_input agent_in;
	struct hil_relay_client *clients[HIL_MUX_SESSIONS];
};

/** hil_relay_wait_agent() - wait for what there is to do with the agent */
void hil_relay_wait_agent(struct hil_relay *r);

/** hil_relay_accept() - a connection to exec.sock; for the loop */
void hil_relay_accept(void *context, short revents);

/** hil_relay_drop() - end and free a client, close its session */
void hil_relay_drop(struct hil_relay_client *c);

/** hil_relay_flush() - send what it takes. Return: false: it was dropped */
bool hil_relay_flush(struct hil_relay_client *c);

/**
 * hil_relay_end() - tell a client why its command has ended
 *
 * It is sent and freed by the loop: the caller may be reading from it.
 */
void hil_relay_end(struct hil_relay_client *c, const char *text);

#endif
