/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * TCP with a deadline, for names too: a resolver that gets no answer takes
 * many seconds, and whoever waits for an instrument wants to know before.
 */
#include "rig/instrument/tcp.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/time.h"

#define HOST_MAX_BYTES 256
#define PORT_BYTES     6 /* "65535" and its NUL */

/* What glibc's asynchronous resolver works on; it may outlive its caller. */
struct lookup {
	struct gaicb request;
	struct addrinfo hints;
	char host[HOST_MAX_BYTES], port[PORT_BYTES];
};

/* @port keeps what it holds when @address names none. */
static int split_address(const char *address, char host[HOST_MAX_BYTES],
			 char port[PORT_BYTES])
{
	bool bracket = address[0] == '[';
	const char *start = address + bracket;
	size_t len = strcspn(start, bracket ? "]" : ":");
	const char *end = start + len;

	if (!len || len >= HOST_MAX_BYTES || (bracket && *end++ != ']'))
		return -EINVAL;
	snprintf(host, HOST_MAX_BYTES, "%.*s", (int)len, start);
	if (!*end)
		return 0;
	if (*end != ':' || !end[1] || strlen(end) > PORT_BYTES ||
	    end[1 + strspn(end + 1, "0123456789")])
		return -EINVAL;
	if (atoi(end + 1) < 1 || atoi(end + 1) > UINT16_MAX)
		return -EINVAL;
	strcpy(port, end + 1);
	return 0;
}

int hil_tcp_wait(int fd, short events, int64_t deadline_ns)
{
	struct pollfd p = { .fd = fd, .events = events };

	for (;;) {
		int64_t left_ns = deadline_ns - hil_time_mono_ns();
		int n;

		if (left_ns < 0)
			return -ETIMEDOUT;
		n = poll(&p, 1, (int)(left_ns / HIL_NS_PER_MS) + 1);
		if (n > 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -errno;
	}
}

/* A resolver that cannot be stopped keeps its lookup: better lost than wild. */
static void end_lookup(struct lookup *l)
{
	if (gai_cancel(&l->request) != EAI_NOTCANCELED)
		free(l);
}

/* Wait for the resolver; signals do not end the wait. */
static void wait_lookup(const struct lookup *l, int64_t deadline_ns)
{
	const struct gaicb *wait[1] = { &l->request };
	int64_t left_ns;
	struct timespec left;

	do {
		left_ns = deadline_ns - hil_time_mono_ns();
		if (left_ns <= 0)
			return;
		left.tv_sec = left_ns / HIL_NS_PER_S;
		left.tv_nsec = left_ns % HIL_NS_PER_S;
	} while (gai_suspend(wait, 1, &left) == EAI_INTR);
}

static int resolve(struct lookup *l, int64_t deadline_ns,
		   struct addrinfo **found)
{
	struct gaicb *start[1] = { &l->request };
	int state;

	/* numbers need no resolver and no thread of it */
	l->hints.ai_flags = AI_NUMERICHOST;
	if (!getaddrinfo(l->host, l->port, &l->hints, found))
		return 0;
	l->hints.ai_flags = 0;
	l->request.ar_name = l->host;
	l->request.ar_service = l->port;
	l->request.ar_request = &l->hints;
	if (getaddrinfo_a(GAI_NOWAIT, start, 1, NULL))
		return -EAGAIN;
	wait_lookup(l, deadline_ns);
	state = gai_error(&l->request);
	if (state == EAI_INPROGRESS)
		return -ETIMEDOUT;
	*found = l->request.ar_result;
	return state ? -ENXIO : 0;
}

static int connect_one(const struct addrinfo *a, int64_t deadline_ns)
{
	int error = 0, on = 1;
	socklen_t size = sizeof(error);
	int fd = socket(a->ai_family,
			a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC,
			a->ai_protocol);

	if (fd < 0)
		return -errno;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (connect(fd, a->ai_addr, a->ai_addrlen)) {
		error = -errno;
		if (error == -EINPROGRESS)
			error = hil_tcp_wait(fd, POLLOUT, deadline_ns);
		if (!error &&
		    (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) ||
		     error))
			error = error ? -error : -errno;
	}
	if (!error)
		return fd;
	close(fd);
	return error;
}

int hil_tcp_connect(const char *address, const char *port, int64_t deadline_ns)
{
	struct lookup *l = calloc(1, sizeof(*l));
	struct addrinfo *found = NULL;
	int fd;

	if (!l)
		return -ENOMEM;
	l->hints.ai_family = AF_UNSPEC;
	l->hints.ai_socktype = SOCK_STREAM;
	snprintf(l->port, sizeof(l->port), "%s", port);
	fd = split_address(address, l->host, l->port);
	if (!fd)
		fd = resolve(l, deadline_ns, &found);
	if (!fd)
		fd = -ENXIO;
	for (const struct addrinfo *a = found; a && fd < 0; a = a->ai_next)
		fd = connect_one(a, deadline_ns);
	if (found)
		freeaddrinfo(found);
	end_lookup(l);
	return fd;
}
