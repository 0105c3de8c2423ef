/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages pass through unchanged but for the session number, which the relay
 * gives. It checks the credit of both ends, so its queues are bounded.
 * relay_client.c is the clients' side.
 */
#include "rig/bench/relay_private.h"

#include <errno.h>
#include <stdlib.h>

#include "daemon/base/log.h"

static int from_agent(void *context, const struct hil_mux_message *message)
{
	struct hil_relay *r = context;
	struct hil_mux_message m = *message;
	struct hil_relay_client *c = NULL;

	if (m.type == HIL_MUX_HELLO) {
		r->ready = hil_mux_u32(&m, 0) == HIL_MUX_VERSION;
		return r->ready ? 0 : -EPROTO;
	}
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (r->clients[i] && r->clients[i]->session == m.session)
			c = r->clients[i];
	if (!c || c->ended) /* its end and the client's crossed */
		return 0;
	if (m.type == HIL_MUX_CREDIT && hil_mux_u32(&m, 0) == HIL_MUX_INPUT)
		c->input_credit += hil_mux_u32(&m, 1);
	c->ended = m.type == HIL_MUX_EXIT;
	m.session = 0;
	if (hil_mux_put(&c->out, &m)) {
		c->ended = false;
		hil_relay_drop(c); /* it granted more than a window */
		return 0;
	}
	hil_relay_flush(c);
	return 0;
}

static void agent_ready(void *context, short revents)
{
	struct hil_relay *r = context;
	int ret = 0;

	if (revents & (POLLIN | POLLHUP | POLLERR))
		ret = hil_mux_read(&r->agent_in, r->agent_fd, from_agent, r);
	if (ret == 0 && hil_queue_write(&r->agent_out, r->agent_fd) < 0)
		ret = -EPIPE;
	if (ret == -EBADMSG || ret == -EPROTO)
		hil_error("the board's agent does not speak this bench's "
			  "language: run ./run.sh, which makes it again");
	if (ret)
		hil_relay_board_gone(r);
	else
		hil_relay_wait_agent(r);
}

void hil_relay_board_gone(struct hil_relay *r)
{
	if (r->gone)
		return;
	r->gone = true;
	r->ready = false;
	hil_loop_drop(r->loop, r->agent_watch);
	r->agent_watch = -1;
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (r->clients[i])
			hil_relay_end(r->clients[i],
				      "hilrig-bench: the board is gone\n");
}

struct hil_relay *hil_relay_new(struct hil_loop *loop, int agent_fd,
				int listen_fd)
{
	struct hil_relay *r = calloc(1, sizeof(*r));

	if (!r || hil_queue_open(&r->agent_out, HIL_RELAY_AGENT_OUT)) {
		free(r);
		return NULL;
	}
	r->loop = loop;
	r->agent_fd = agent_fd;
	r->listen_fd = listen_fd;
	r->agent_watch = hil_loop_watch(loop, agent_fd, POLLIN, agent_ready, r);
	r->listen_watch =
		hil_loop_watch(loop, listen_fd, POLLIN, hil_relay_accept, r);
	return r;
}

void hil_relay_free(struct hil_relay *r)
{
	if (!r)
		return;
	hil_relay_board_gone(r);
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (r->clients[i])
			hil_relay_drop(r->clients[i]);
	hil_loop_drop(r->loop, r->listen_watch);
	hil_queue_close(&r->agent_out);
	free(r);
}

bool hil_relay_ready(const struct hil_relay *r)
{
	return r->ready;
}

int hil_relay_sessions(const struct hil_relay *r)
{
	int count = 0;

	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		count += r->clients[i] && r->clients[i]->session &&
			 !r->clients[i]->ended;
	return count;
}
