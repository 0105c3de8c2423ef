/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serves the control socket on an ordinary thread. What a client may make it
 * do is bounded: one frame of memory each, one answer a request, one second.
 */
#include "daemon/shm/socket.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/shm/socket_answer.h"
#include "daemon/shm/socket_frame.h"
#include "daemon/shm/socket_peer.h"

struct client {
	int fd; /* -1: free */
	int64_t deadline_ns;
	struct hil_socket_frame frame;
};

struct hil_socket_server {
	int listen_fd;
	int stop_fd;
	pthread_t thread;
	struct hil_socket_config config;
	char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
	gid_t group;    /* whose members may connect … */
	bool has_group; /* … if it is let in at all */
	struct client client[HIL_SOCKET_CLIENTS_MAX];
};

static void set_deadline(struct client *c)
{
	c->deadline_ns =
		hil_time_mono_ns() + HIL_SOCKET_TIMEOUT_MS * HIL_NS_PER_MS;
}

static void drop(struct client *c)
{
	close(c->fd);
	c->fd = -1;
}

/* Take what is there; one request at a time, the next one is read later. */
static void serve_client(const struct hil_socket_server *s, struct client *c)
{
	int wanted = hil_socket_frame_wanted(&c->frame);
	ssize_t n = recv(c->fd, c->frame.bytes + c->frame.have, (size_t)wanted,
			 MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		drop(c);
		return;
	}
	c->frame.have += (size_t)n;
	wanted = hil_socket_frame_wanted(&c->frame);
	if (wanted > 0)
		return;
	if (wanted < 0) {
		hil_socket_refuse(c->fd, "a frame has 1 to 4096 bytes");
		drop(c);
	} else if (hil_socket_answer(&s->config, c->fd, &c->frame) < 0) {
		drop(c);
	} else {
		c->frame.have = 0;
		set_deadline(c);
	}
}

static struct client *free_client(struct hil_socket_server *s)
{
	size_t i;

	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++) {
		if (s->client[i].fd < 0)
			return &s->client[i];
	}
	return NULL;
}

static void accept_client(struct hil_socket_server *s)
{
	struct client *c = free_client(s);
	struct ucred who;
	int fd;

	fd = accept4(s->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (fd < 0)
		return;
	if (!hil_socket_peer_allowed(fd, s->has_group ? &s->group : NULL,
				     &who)) {
		hil_warning("refused process %d of user %u at %s", (int)who.pid,
			    (unsigned int)who.uid, s->path);
		close(fd);
		return;
	}
	hil_debug("process %d of user %u connects to %s", (int)who.pid,
		  (unsigned int)who.uid, s->path);
	c->fd = fd;
	c->frame.have = 0;
	set_deadline(c);
}

/* Return: milliseconds after which to look again; -1 when nobody waits. */
static int drop_late_clients(struct hil_socket_server *s)
{
	int64_t now_ns = hil_time_mono_ns();
	int64_t first_ns = INT64_MAX;
	size_t i;

	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++) {
		struct client *c = &s->client[i];

		if (c->fd >= 0 && now_ns >= c->deadline_ns)
			drop(c);
		else if (c->fd >= 0 && c->deadline_ns < first_ns)
			first_ns = c->deadline_ns;
	}
	if (first_ns == INT64_MAX)
		return -1;
	return (int)((first_ns - now_ns) / HIL_NS_PER_MS) + 1;
}

/* A negative descriptor is one that poll() passes over: while all places are
 * taken, the next client waits in the backlog. */
static bool serve_once(struct hil_socket_server *s)
{
	struct pollfd p[2 + HIL_SOCKET_CLIENTS_MAX];
	int wait_ms = drop_late_clients(s);
	size_t i;

	p[0] = (struct pollfd){ .fd = s->stop_fd, .events = POLLIN };
	p[1] = (struct pollfd){ .fd = free_client(s) ? s->listen_fd : -1,
				.events = POLLIN };
	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++)
		p[2 + i] = (struct pollfd){ .fd = s->client[i].fd,
					    .events = POLLIN };
	if (poll(p, 2 + HIL_SOCKET_CLIENTS_MAX, wait_ms) < 0)
		return errno == EINTR;
	if (p[0].revents)
		return false;
	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++) {
		if (p[2 + i].revents)
			serve_client(s, &s->client[i]);
	}
	if (p[1].revents)
		accept_client(s);
	return true;
}

static void *serve(void *context)
{
	struct hil_socket_server *s = context;

	while (serve_once(s))
		;
	return NULL;
}

/* Signals are for the other threads, which know what to do about them. */
static int start_thread(struct hil_socket_server *s)
{
	sigset_t all, before;
	int ret;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ret = pthread_create(&s->thread, NULL, serve, s);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -ret;
}

static void free_server(struct hil_socket_server *s)
{
	size_t i;

	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++) {
		if (s->client[i].fd >= 0)
			drop(&s->client[i]);
	}
	if (s->listen_fd >= 0) {
		unlink(s->path);
		close(s->listen_fd);
	}
	if (s->stop_fd >= 0)
		close(s->stop_fd);
	free(s);
}

int hil_socket_serve(const struct hil_socket_config *config,
		     struct hil_socket_server **server)
{
	struct hil_socket_server *s = calloc(1, sizeof(*s));
	size_t i;
	int ret;

	if (!s)
		return -ENOMEM;
	for (i = 0; i < HIL_SOCKET_CLIENTS_MAX; i++)
		s->client[i].fd = -1;
	s->config = *config;
	s->listen_fd = -1;
	s->stop_fd = eventfd(0, EFD_CLOEXEC);
	ret = s->stop_fd < 0 ? -errno : 0;
	if (ret == 0)
		ret = hil_socket_place(config->path, s->path, sizeof(s->path));
	if (ret == 0)
		ret = hil_socket_listen(s->path);
	if (ret >= 0) {
		s->listen_fd = ret;
		s->has_group = hil_socket_group(s->path, &s->group);
		ret = start_thread(s);
	}
	if (ret < 0) {
		free_server(s);
		return ret;
	}
	*server = s;
	return 0;
}

void hil_socket_stop(struct hil_socket_server *server)
{
	const uint64_t one = 1;

	if (!server)
		return;
	while (write(server->stop_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	pthread_join(server->thread, NULL);
	free_server(server);
}
