/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Connections are accepted here and handed to libmicrohttpd, which runs in the
 * caller's thread: no lock, and the same thread fills the view and tells it.
 */
#include "gui-bridge/web/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "gui-bridge/web/peer.h"
#include "gui-bridge/web/request.h"

#define POOL_BYTES     20480 /* a header of 8 KB, its index, and an answer */
#define SEND_BYTES     65536 /* what the kernel keeps for a slow page */
#define IDLE_S         20u
#define RESERVED       8 /* connections beyond the limit, to say so */
#define ACCEPT_AT_ONCE 32

static void begin_peer(struct hil_web_server *s, struct MHD_Connection *c,
		       void **context)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct hil_web_peer *peer = calloc(1, sizeof(*peer));

	s->connections++;
	*context = peer;
	if (peer == NULL)
		return; /* libmicrohttpd's own time-out still ends it */
	peer->fd = info != NULL ? info->connect_fd : -1;
	peer->until_ns = hil_time_mono_ns() + HIL_WEB_ASK_NS;
	peer->next = s->peers;
	peer->link = &s->peers;
	if (peer->next != NULL)
		peer->next->link = &peer->next;
	s->peers = peer;
}

static void end_peer(struct hil_web_server *s, struct hil_web_peer *peer)
{
	s->connections--;
	if (peer == NULL)
		return;
	*peer->link = peer->next;
	if (peer->next != NULL)
		peer->next->link = peer->link;
	free(peer);
}

static void notify_connection(void *server, struct MHD_Connection *c,
			      void **context,
			      enum MHD_ConnectionNotificationCode code)
{
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		begin_peer(server, c, context);
	else
		end_peer(server, *context);
}

/* %2e and its like stay as they are: then they are in no table of paths. */
static size_t leave_escaped(void *server, struct MHD_Connection *c, char *text)
{
	(void)server;
	(void)c;
	return strlen(text);
}

int hil_web_server_open(struct hil_web_server *s)
{
	const union MHD_DaemonInfo *info;
	unsigned int flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET |
			     MHD_ALLOW_SUSPEND_RESUME;

	s->daemon = MHD_start_daemon(
		flags, 0, NULL, NULL, hil_web_request_handle, s,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_BYTES,
		MHD_OPTION_CONNECTION_LIMIT,
		(unsigned int)(s->connections_max + RESERVED),
		MHD_OPTION_CONNECTION_TIMEOUT, IDLE_S,
		MHD_OPTION_NOTIFY_COMPLETED, hil_web_request_end, s,
		MHD_OPTION_NOTIFY_CONNECTION, notify_connection, s,
		MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, s,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
	if (s->daemon == NULL) {
		hil_error("cannot start the web server: libmicrohttpd refuses "
			  "(out of memory or descriptors?)");
		return -ENOMEM;
	}
	info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	s->epoll_fd = info != NULL ? info->epoll_fd : -1;
	return 0;
}

/* One too many: say so in one packet, if it fits, and close. */
static void turn_away(struct hil_web_server *s, int fd)
{
	static const char text[] =
		"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 47\r\n"
		"Content-Type: text/plain\r\nConnection: close\r\n\r\n"
		"503: too many connections; see option --clients";

	s->refused++;
	(void)send(fd, text, sizeof(text) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)shutdown(fd, SHUT_WR);
	close(fd);
}

static void take(struct hil_web_server *s, int fd,
		 const struct sockaddr_storage *from, socklen_t len)
{
	int bytes = SEND_BYTES;

	if (s->connections >= s->connections_max) {
		turn_away(s, fd);
		return;
	}
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
	/* closes fd itself when it fails */
	if (MHD_add_connection(s->daemon, fd, (const struct sockaddr *)from,
			       len) != MHD_YES)
		s->refused++;
}

void hil_web_server_accept(struct hil_web_server *s)
{
	for (size_t i = 0; i < s->listen.count; i++) {
		for (int n = 0; n < ACCEPT_AT_ONCE; n++) {
			struct sockaddr_storage from;
			socklen_t len = sizeof(from);
			int fd = accept4(s->listen.fd[i],
					 (struct sockaddr *)&from, &len,
					 SOCK_CLOEXEC | SOCK_NONBLOCK);

			if (fd < 0)
				break;
			take(s, fd, &from, len);
			/* so that it counts before the next one comes */
			(void)MHD_run(s->daemon);
		}
	}
}

void hil_web_server_step(struct hil_web_server *s)
{
	(void)MHD_run(s->daemon);
}

void hil_web_server_sweep(struct hil_web_server *s, int64_t now_ns)
{
	for (struct hil_web_peer *p = s->peers; p != NULL; p = p->next) {
		if (now_ns < p->until_ns)
			continue;
		p->until_ns = INT64_MAX;
		s->refused++;
		(void)shutdown(p->fd, SHUT_RDWR);
	}
}

int hil_web_server_wait_ms(const struct hil_web_server *s, int most)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (MHD_get_timeout(s->daemon, &ms) != MHD_YES)
		return most;
	return ms < (MHD_UNSIGNED_LONG_LONG)most ? (int)ms : most;
}

void hil_web_server_close(struct hil_web_server *s)
{
	if (s->daemon != NULL) {
		hil_web_hub_close(&s->hub);
		(void)MHD_run(s->daemon);
		MHD_stop_daemon(s->daemon);
	}
	s->daemon = NULL;
	hil_web_hub_free(&s->hub);
	hil_web_listen_close(&s->listen);
}
