/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One poll loop over the port and the pipes of all commands. Messages from the
 * host are only read while their answers fit into the outgoing queue.
 */
#include "rig/bench/agent/agent.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig/bench/agent/mux.h"
#include "rig/bench/agent/session.h"

#define OUT_SIZE ((size_t)1 << 20)
#define TICK_MS  100 /* deadlines of sessions */

struct agent {
	int port;
	struct hil_queue out;
	struct hil_mux_input in;
	struct hil_session sessions[HIL_MUX_SESSIONS];
	struct pollfd polls[1 + HIL_MUX_SESSIONS * HIL_SESSION_POLLS];
};

static struct hil_session *find(struct agent *a, uint32_t id)
{
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (a->sessions[i].open && a->sessions[i].id == id)
			return &a->sessions[i];
	return NULL;
}

static struct hil_session *find_free(struct agent *a)
{
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (!a->sessions[i].open)
			return &a->sessions[i];
	return NULL;
}

/* A session that could not start: says why and ends as a shell would. */
static int refuse(struct agent *a, uint32_t id, int error)
{
	char text[128];
	int length = snprintf(text, sizeof(text),
			      "cannot start a command on the board: %s\n",
			      strerror(-error));
	uint32_t status = 126;
	int ret = hil_mux_put(&a->out, &(struct hil_mux_message){
					       .session = id,
					       .length = (uint16_t)length,
					       .type = HIL_MUX_ERRORS,
					       .payload = (uint8_t *)text });

	if (ret)
		return ret;
	return hil_mux_put_u32(&a->out, id, HIL_MUX_EXIT, &status, 1);
}

static int take_message(void *context, const struct hil_mux_message *m)
{
	struct agent *a = context;
	struct hil_session *s = find(a, m->session);
	int ret;

	if (m->type != HIL_MUX_OPEN)
		return s ? hil_session_message(s, m) : 0;
	s = s ? NULL : find_free(a);
	ret = s ? hil_session_open(s, m->session, m->payload, m->length)
		: -EAGAIN;
	return ret ? refuse(a, m->session, ret) : 0;
}

static void wait_for_work(struct agent *a)
{
	bool room = hil_queue_space(&a->out) > OUT_SIZE / 2;

	a->polls[0] = (struct pollfd){ .fd = a->port };
	if (room)
		a->polls[0].events |= POLLIN;
	if (a->out.used > 0)
		a->polls[0].events |= POLLOUT;
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		hil_session_polls(&a->sessions[i], room,
				  &a->polls[1 + i * HIL_SESSION_POLLS]);
	poll(a->polls, sizeof(a->polls) / sizeof(a->polls[0]), TICK_MS);
}

static int work(struct agent *a)
{
	int64_t written;
	int ret = 0;

	if (a->polls[0].revents & POLLHUP && !(a->polls[0].revents & POLLIN))
		return -EPIPE;
	for (size_t i = 0; !ret && i < HIL_MUX_SESSIONS; i++)
		if (a->sessions[i].open)
			ret = hil_session_work(
				&a->sessions[i],
				&a->polls[1 + i * HIL_SESSION_POLLS], &a->out);
	if (!ret && a->polls[0].revents & POLLIN)
		ret = hil_mux_read(&a->in, a->port, take_message, a);
	written = hil_queue_write(&a->out, a->port);
	return ret ? ret : written < 0 ? (int)written : 0;
}

int hil_agent_serve(int port)
{
	struct agent *a = calloc(1, sizeof(*a));
	uint32_t version = HIL_MUX_VERSION;
	int ret = -ENOMEM;

	if (!a)
		return ret;
	a->port = port;
	if (hil_queue_open(&a->out, OUT_SIZE))
		goto out;
	ret = hil_mux_put_u32(&a->out, 0, HIL_MUX_HELLO, &version, 1);
	hil_queue_write(&a->out, port);
	while (!ret) {
		wait_for_work(a);
		ret = work(a);
	}
	for (size_t i = 0; i < HIL_MUX_SESSIONS; i++)
		if (a->sessions[i].open)
			hil_session_kill(&a->sessions[i]);
out:
	hil_queue_close(&a->out);
	free(a);
	return ret == -EPIPE ? 0 : ret;
}
