/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Connections, lines in, replies out. A client that does not read its replies
 * is closed; a line that is too long is dropped as a whole.
 */
#include "rig/bench/scpi_server.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rig/bench/agent/queue.h"
#include "rig/bench/port.h"

#define CLIENTS   8
#define OUT_BYTES 65536
#define REPLY_MAX 8192

struct client {
	struct hil_scpi_server *server;
	int fd, watch; /* -1: the place is free */
	bool skip;     /* until the end of a line that is too long */
	size_t used;
	char line[HIL_SCPI_LINE_MAX + 1];
	struct hil_queue out;
};

struct hil_scpi_server {
	struct hil_loop *loop;
	struct hil_scpi_generator *instrument;
	int port, fd, watch;
	struct client clients[CLIENTS];
};

static void hang_up(struct client *c)
{
	hil_loop_drop(c->server->loop, c->watch);
	if (c->fd >= 0)
		close(c->fd);
	hil_queue_close(&c->out);
	c->fd = c->watch = -1;
	c->used = 0;
	c->skip = false;
}

static void run_line(struct client *c)
{
	char reply[REPLY_MAX];
	struct hil_scpi *scpi = &c->server->instrument->scpi;

	hil_scpi_run(scpi, c->line, reply, sizeof(reply) - 1);
	if (!reply[0])
		return;
	strcat(reply, "\n");
	if (hil_queue_put(&c->out, reply, strlen(reply)))
		hang_up(c);
}

static void take_byte(struct client *c, char byte)
{
	if (byte == '\n') {
		c->line[c->used] = '\0';
		c->used = 0;
		if (!c->skip)
			run_line(c);
		c->skip = false;
	} else if (c->used == HIL_SCPI_LINE_MAX || byte == '\0') {
		if (!c->skip)
			hil_scpi_push(&c->server->instrument->scpi,
				      HIL_SCPI_TOO_MUCH_DATA);
		c->skip = true;
	} else {
		c->line[c->used++] = byte;
	}
}

static void client_ready(void *context, short revents)
{
	struct client *c = context;
	char bytes[4096];
	ssize_t n = -1;

	if (revents & (POLLIN | POLLHUP | POLLERR)) {
		n = recv(c->fd, bytes, sizeof(bytes), MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
			hang_up(c);
			return;
		}
	}
	for (ssize_t i = 0; i < n && c->fd >= 0; i++)
		take_byte(c, bytes[i]);
	if (c->fd < 0)
		return;
	if (hil_queue_write(&c->out, c->fd) < 0) {
		hang_up(c);
		return;
	}
	hil_loop_events(c->server->loop, c->watch,
			(short)(POLLIN | (c->out.used ? POLLOUT : 0)));
}

static void listener_ready(void *context, short revents)
{
	struct hil_scpi_server *s = context;
	int fd = hil_port_accept(s->fd);

	(void)revents;
	for (int i = 0; fd >= 0 && i < CLIENTS; i++) {
		struct client *c = &s->clients[i];

		if (c->fd >= 0)
			continue;
		c->fd = fd;
		c->watch = hil_loop_watch(s->loop, fd, POLLIN, client_ready, c);
		if (c->watch < 0 || hil_queue_open(&c->out, OUT_BYTES))
			hang_up(c);
		return;
	}
	if (fd >= 0)
		close(fd);
}

struct hil_scpi_server *
hil_scpi_server_new(struct hil_loop *loop,
		    struct hil_scpi_generator *instrument)
{
	struct hil_scpi_server *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->loop = loop;
	s->instrument = instrument;
	s->watch = -1;
	for (int i = 0; i < CLIENTS; i++) {
		s->clients[i].server = s;
		s->clients[i].fd = s->clients[i].watch = -1;
	}
	s->fd = hil_port_listen(&s->port);
	if (s->fd < 0) {
		hil_scpi_server_free(s);
		return NULL;
	}
	s->watch = hil_loop_watch(loop, s->fd, POLLIN, listener_ready, s);
	return s;
}

void hil_scpi_server_free(struct hil_scpi_server *s)
{
	if (!s)
		return;
	for (int i = 0; i < CLIENTS; i++)
		hang_up(&s->clients[i]);
	hil_loop_drop(s->loop, s->watch);
	if (s->fd >= 0)
		close(s->fd);
	free(s);
}

int hil_scpi_server_port(const struct hil_scpi_server *s)
{
	return s->port;
}
