/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Raw TCP for SCPI. What the peer sends is not trusted: length, time and
 * characters are limited. A reply that comes late or in excess would be taken
 * for the answer to the next question, so any failure ends the connection.
 */
#include "rig/instrument/scpi_tcp.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "rig/instrument/scpi_reply.h"
#include "rig/instrument/scpi_stream.h"
#include "rig/instrument/tcp.h"

#define PORT_DEFAULT "5025"

struct hil_scpi_tcp {
	int fd;
	int64_t wait_ns;
	int error; /* of the first failure */
};

int hil_scpi_tcp_open(const char *address, int64_t wait_ns,
		      struct hil_scpi_tcp **result)
{
	struct hil_scpi_tcp *t = calloc(1, sizeof(*t));

	*result = NULL;
	if (!t)
		return -ENOMEM;
	t->wait_ns = wait_ns;
	t->fd = hil_tcp_connect(address, PORT_DEFAULT,
				hil_time_mono_ns() + wait_ns);
	if (t->fd < 0) {
		int ret = t->fd;

		free(t);
		return ret;
	}
	*result = t;
	return 0;
}

void hil_scpi_tcp_close(struct hil_scpi_tcp *t)
{
	if (!t)
		return;
	close(t->fd);
	free(t);
}

static int fail(struct hil_scpi_tcp *t, int error)
{
	if (error && !t->error)
		t->error = error;
	return error;
}

static int send_all(struct hil_scpi_tcp *t, const char *bytes, size_t size,
		    int64_t deadline_ns)
{
	while (size) {
		ssize_t n = send(t->fd, bytes, size, MSG_NOSIGNAL);
		int ret = 0;

		if (n >= 0) {
			bytes += n;
			size -= (size_t)n;
		} else if (errno == EAGAIN) {
			ret = hil_tcp_wait(t->fd, POLLOUT, deadline_ns);
		} else if (errno != EINTR) {
			ret = -errno;
		}
		if (ret)
			return ret;
	}
	return 0;
}

static int send_line(struct hil_scpi_tcp *t, const char *line,
		     int64_t deadline_ns)
{
	char text[1024];
	int len = snprintf(text, sizeof(text), "%s\n", line);

	if (len < 0 || (size_t)len >= sizeof(text))
		return -EMSGSIZE;
	return send_all(t, text, (size_t)len, deadline_ns);
}

/* Bytes that nobody asked for would answer the wrong question. */
static int check_silent(struct hil_scpi_tcp *t)
{
	char byte;
	ssize_t n = recv(t->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

	if (n > 0)
		return -EBADMSG;
	if (!n)
		return -ECONNRESET;
	return errno == EAGAIN || errno == EINTR ? 0 : -errno;
}

int hil_scpi_tcp_send(struct hil_scpi_tcp *t, const char *line)
{
	int64_t deadline_ns = hil_time_mono_ns() + t->wait_ns;

	if (t->error)
		return t->error;
	return fail(t, send_line(t, line, deadline_ns));
}

int hil_scpi_tcp_ask(struct hil_scpi_tcp *t, const char *line,
		     char reply[HIL_SCPI_REPLY_BYTES])
{
	int64_t deadline_ns = hil_time_mono_ns() + t->wait_ns;
	int ret = t->error;

	if (!ret)
		ret = check_silent(t);
	if (!ret)
		ret = send_line(t, line, deadline_ns);
	if (!ret)
		ret = hil_scpi_stream_receive(t->fd, reply, deadline_ns);
	return fail(t, ret);
}

bool hil_scpi_tcp_alive(const struct hil_scpi_tcp *t)
{
	char byte;
	ssize_t n;

	if (t->error)
		return false;
	n = recv(t->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
	return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}
