/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loopback only: the bench listens nowhere else. */
#include "rig/bench/port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 4

int hil_port_listen(int *port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0)
		return -errno;
	if (bind(fd, (const struct sockaddr *)&a, sizeof(a)) ||
	    listen(fd, BACKLOG) ||
	    getsockname(fd, (struct sockaddr *)&a, &size)) {
		int ret = -errno;

		close(fd);
		return ret;
	}
	*port = ntohs(a.sin_port);
	return fd;
}

int hil_port_free(void)
{
	int port = 0, fd = hil_port_listen(&port);

	if (fd < 0)
		return fd;
	close(fd);
	return port;
}

int hil_port_accept(int fd)
{
	int one = 1;
	int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (client >= 0)
		setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return client;
}
