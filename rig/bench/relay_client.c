/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clients of exec.sock. Each may hold one window per stream here and not
 * more; one that breaks the rules is dropped, and its command with it.
 */
#include "rig/bench/relay_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENT_OUT (3 * (size_t)HIL_MUX_WINDOW)
#define LOST       255 /* exit status: the board is gone */

void hil_relay_wait_agent(struct hil_relay *r)
{
	hil_loop_events(r->loop, r->agent_watch,
			(short)(POLLIN | (r->agent_out.used ? POLLOUT : 0)));
}

static void to_agent(struct hil_relay *r, const struct hil_mux_message *m)
{
	if (!r->gone && hil_mux_put(&r->agent_out, m))
		hil_relay_board_gone(r); /* it takes nothing any more */
	hil_relay_wait_agent(r);
}

void hil_relay_drop(struct hil_relay_client *c)
{
	struct hil_relay *r = c->relay;

	if (c->session && !c->ended)
		to_agent(r, &(struct hil_mux_message){ .session = c->session,
						       .type = HIL_MUX_CLOSE });
	hil_loop_drop(r->loop, c->watch);
	close(c->fd);
	hil_queue_close(&c->out);
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (r->clients[i] == c)
			r->clients[i] = NULL;
	free(c);
}

bool hil_relay_flush(struct hil_relay_client *c)
{
	int64_t n = hil_queue_write(&c->out, c->fd);

	if (n < 0 || (c->ended && c->out.used == 0)) {
		hil_relay_drop(c);
		return false;
	}
	hil_loop_events(
		c->relay->loop, c->watch,
		(short)((c->ended ? 0 : POLLIN) | (c->out.used ? POLLOUT : 0)));
	return true;
}

void hil_relay_end(struct hil_relay_client *c, const char *text)
{
	uint32_t status = LOST;

	if (c->ended)
		return;
	c->ended = true;
	/* what does not fit is lost with a client that does not read */
	(void)hil_mux_put(&c->out, &(struct hil_mux_message){
					   .length = (uint16_t)strlen(text),
					   .type = HIL_MUX_ERRORS,
					   .payload = (const uint8_t *)text });
	(void)hil_mux_put_u32(&c->out, 0, HIL_MUX_EXIT, &status, 1);
	hil_loop_events(c->relay->loop, c->watch, POLLOUT);
}

static int open_session(struct hil_relay_client *c, struct hil_mux_message *m)
{
	struct hil_relay *r = c->relay;

	if (c->session)
		return -EBADMSG;
	if (r->gone || !r->ready) {
		hil_relay_end(c, r->gone ? "hilrig-bench: the board is gone\n"
					 : "hilrig-bench: the board is not "
					   "ready yet\n");
		return -ESHUTDOWN;
	}
	c->session = ++r->last_session;
	m->session = c->session;
	to_agent(r, m);
	return 0;
}

static int from_client(void *context, const struct hil_mux_message *message)
{
	struct hil_relay_client *c = context;
	struct hil_mux_message m = *message;

	if (m.type == HIL_MUX_OPEN)
		return open_session(c, &m);
	if (!c->session)
		return -EBADMSG;
	switch (m.type) {
	case HIL_MUX_INPUT:
		if (m.length > c->input_credit || m.length > HIL_MUX_DATA_MAX)
			return -EBADMSG;
		c->input_credit -= m.length;
		break;
	case HIL_MUX_INPUT_END:
	case HIL_MUX_SIGNAL:
	case HIL_MUX_CREDIT:
		break;
	default:
		return -EBADMSG;
	}
	m.session = c->session;
	to_agent(c->relay, &m);
	return c->relay->gone ? -ESHUTDOWN : 0;
}

static void client_ready(void *context, short revents)
{
	struct hil_relay_client *c = context;
	int ret = 0;

	/* a flood of small messages waits until the guest has taken them */
	if (revents & (POLLIN | POLLHUP | POLLERR) && !c->ended &&
	    hil_queue_space(&c->relay->agent_out) > HIL_RELAY_AGENT_OUT / 2)
		ret = hil_mux_read(&c->in, c->fd, from_client, c);
	else if (c->ended && revents & (POLLHUP | POLLERR))
		ret = -EPIPE;
	if (ret && ret != -ESHUTDOWN)
		hil_relay_drop(c);
	else if (ret == 0)
		hil_relay_flush(c);
}

void hil_relay_accept(void *context, short revents)
{
	struct hil_relay *r = context;
	int fd =
		accept4(r->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct hil_relay_client *c = NULL;
	size_t i = 0;

	(void)revents;
	while (i < HIL_MUX_SESSIONS && r->clients[i])
		i++;
	if (fd >= 0 && i < HIL_MUX_SESSIONS)
		c = calloc(1, sizeof(*c));
	if (c && hil_queue_open(&c->out, CLIENT_OUT) == 0)
		c->watch = hil_loop_watch(r->loop, fd, POLLIN, client_ready, c);
	if (!c || !c->out.data || c->watch < 0) {
		if (c)
			hil_queue_close(&c->out);
		free(c);
		if (fd >= 0)
			close(fd);
		return;
	}
	c->relay = r;
	c->fd = fd;
	c->input_credit = HIL_MUX_WINDOW;
	r->clients[i] = c;
}
