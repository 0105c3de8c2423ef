/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses as text and the sockets that listen there. */
#include "gui-bridge/web/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/log.h"

#define BACKLOG 16

static int parse_port(const char *text, uint16_t *port)
{
	unsigned long value = 0;

	if (*text == '\0' || strlen(text) > 5)
		return -EINVAL;
	for (; *text != '\0'; text++) {
		if (*text < '0' || *text > '9')
			return -EINVAL;
		value = value * 10 + (unsigned long)(*text - '0');
	}
	if (value > UINT16_MAX)
		return -ERANGE;
	*port = (uint16_t)value;
	return 0;
}

static int parse_ipv4(const char *text, struct hil_web_address *a)
{
	struct in_addr in;

	if (inet_pton(AF_INET, text, &in) != 1)
		return -EINVAL;
	a->loopback = ntohl(in.s_addr) >> 24 == 127;
	a->any = in.s_addr == htonl(INADDR_ANY);
	snprintf(a->name, sizeof(a->name), "%s", text);
	return 0;
}

static int parse_ipv6(const char *text, struct hil_web_address *a)
{
	char canonical[INET6_ADDRSTRLEN];
	struct in6_addr in6;

	if (inet_pton(AF_INET6, text, &in6) != 1)
		return -EINVAL;
	a->ipv6 = true;
	a->loopback = IN6_IS_ADDR_LOOPBACK(&in6);
	a->any = IN6_IS_ADDR_UNSPECIFIED(&in6);
	inet_ntop(AF_INET6, &in6, canonical, sizeof(canonical));
	snprintf(a->name, sizeof(a->name), "[%s]", canonical);
	return 0;
}

/* Cuts "ADDR:PORT" in two; *port stays NULL where there is none. */
static int split(char *text, char **host, char **port)
{
	char *colon;

	*port = NULL;
	*host = text;
	if (*text == '[') {
		char *end = strchr(text, ']');

		if (end == NULL || (end[1] != '\0' && end[1] != ':'))
			return -EINVAL;
		*port = end[1] == ':' ? end + 2 : NULL;
		*end = '\0';
		*host = text + 1;
		return strchr(*host, ':') != NULL ? 0 : -EINVAL;
	}
	colon = strchr(text, ':');
	if (colon == NULL || strchr(colon + 1, ':') != NULL)
		return 0; /* no port: a bare IPv6 address has more colons */
	*colon = '\0';
	*port = colon + 1;
	return 0;
}

int hil_web_address_parse(const char *text, struct hil_web_address *a)
{
	char copy[64], *host, *port;
	int ret;

	*a = (struct hil_web_address){ .loopback = true, .port = HIL_WEB_PORT };
	if (text == NULL || *text == '\0')
		return 0;
	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	snprintf(copy, sizeof(copy), "%s", text);
	ret = split(copy, &host, &port);
	if (ret == 0 && port != NULL)
		ret = parse_port(port, &a->port);
	if (ret != 0)
		return ret;
	if (*host == '\0' || strcmp(host, "localhost") == 0)
		return 0;
	return strchr(host, ':') != NULL ? parse_ipv6(host, a)
					 : parse_ipv4(host, a);
}

static socklen_t fill_sockaddr(struct sockaddr_storage *s, const char *name,
			       bool ipv6, uint16_t port)
{
	memset(s, 0, sizeof(*s));
	if (ipv6) {
		struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)s;
		char bare[64];
		size_t len = strlen(name) - 2;

		memcpy(bare, name + 1, len); /* without its brackets */
		bare[len] = '\0';
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(port);
		inet_pton(AF_INET6, bare, &in6->sin6_addr);
		return sizeof(*in6);
	}

	struct sockaddr_in *in = (struct sockaddr_in *)s;

	in->sin_family = AF_INET;
	in->sin_port = htons(port);
	inet_pton(AF_INET, name, &in->sin_addr);
	return sizeof(*in);
}

static int bind_one(const char *name, bool ipv6, uint16_t port)
{
	struct sockaddr_storage s;
	socklen_t len = fill_sockaddr(&s, name, ipv6, port);
	int on = 1, ret;
	int fd = socket(s.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
			0);

	if (fd < 0)
		return -errno;
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (ipv6)
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on,
				 sizeof(on));
	if (bind(fd, (struct sockaddr *)&s, len) == 0 &&
	    listen(fd, BACKLOG) == 0)
		return fd;
	ret = -errno;
	close(fd);
	return ret;
}

static uint16_t bound_port(int fd)
{
	struct sockaddr_storage s = { 0 };
	socklen_t len = sizeof(s);

	if (getsockname(fd, (struct sockaddr *)&s, &len) != 0)
		return 0;
	return ntohs(s.ss_family == AF_INET6
			     ? ((struct sockaddr_in6 *)&s)->sin6_port
			     : ((struct sockaddr_in *)&s)->sin_port);
}

static const char *advice(int err)
{
	if (err == EADDRINUSE)
		return "; another program listens there: choose another port "
		       "with --listen ADDR:PORT";
	if (err == EACCES)
		return "; ports below 1024 are root's: choose a higher one";
	if (err == EADDRNOTAVAIL)
		return "; this machine has no such address";
	return "";
}

static int fail(const char *name, uint16_t port, int err)
{
	hil_error("cannot listen on %s:%u: %s%s", name, (unsigned int)port,
		  strerror(err), advice(err));
	return -err;
}

int hil_web_listen_open(struct hil_web_listen *l,
			const struct hil_web_address *address)
{
	bool both = *address->name == '\0';
	const char *name = both ? "127.0.0.1" : address->name;
	int fd = bind_one(name, address->ipv6, address->port);

	l->count = 0;
	if (fd < 0)
		return fail(name, address->port, -fd);
	l->fd[l->count++] = fd;
	l->port = bound_port(fd);
	if (!both)
		return 0;
	fd = bind_one("[::1]", true, l->port);
	if (fd >= 0) {
		l->fd[l->count++] = fd;
	} else if (fd != -EADDRNOTAVAIL && fd != -EAFNOSUPPORT) {
		hil_web_listen_close(l);
		return fail("[::1]", l->port, -fd);
	}
	return 0;
}

void hil_web_listen_close(struct hil_web_listen *l)
{
	while (l->count > 0)
		close(l->fd[--l->count]);
}
