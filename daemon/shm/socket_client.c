/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Client's side of the control socket. */
#include <errno.h>
#include <poll.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/socket_frame.h"

#define FDS_MAX 8 /* a hostile server may send more than one */

static int connect_to(const char *path)
{
	struct sockaddr_un address;
	int ret = hil_socket_address(path, &address);
	int fd;

	if (ret < 0)
		return ret;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) <
	    0) {
		ret = -errno;
		close(fd);
		return ret;
	}
	return fd;
}

int hil_socket_connect(const char *path)
{
	const char *user = getenv("XDG_RUNTIME_DIR");
	char in_user[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
	int fd, n;

	if (path)
		return connect_to(path);
	fd = connect_to("/run/hilrig/hilrigd.sock");
	if (fd >= 0 || !user)
		return fd;
	n = snprintf(in_user, sizeof(in_user), "%s/hilrig/hilrigd.sock", user);
	if (n < 0 || (size_t)n >= sizeof(in_user))
		return -ENAMETOOLONG;
	return connect_to(in_user);
}

/* Keep the first descriptor of a message, close whatever else came. */
static void take_fds(struct msghdr *msg, int *fd)
{
	struct cmsghdr *c;
	int list[FDS_MAX];
	size_t count, i;

	for (c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		if (count > FDS_MAX)
			count = FDS_MAX;
		memcpy(list, CMSG_DATA(c), count * sizeof(int));
		for (i = 0; i < count; i++) {
			if (*fd < 0)
				*fd = list[i];
			else
				close(list[i]);
		}
	}
}

static int receive_some(int socket, struct hil_socket_frame *f, size_t wanted,
			int *fd)
{
	alignas(struct cmsghdr) char control[CMSG_SPACE(FDS_MAX * sizeof(int))];
	struct iovec iov = { f->bytes + f->have, wanted };
	struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control),
	};
	ssize_t n = recvmsg(socket, &msg, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	take_fds(&msg, fd);
	if (n == 0)
		return -EPROTO;
	f->have += (size_t)n;
	return 0;
}

static int receive_frame(int socket, struct hil_socket_frame *f, int *fd)
{
	int64_t end_ns =
		hil_time_mono_ns() + HIL_SOCKET_TIMEOUT_MS * HIL_NS_PER_MS;
	struct pollfd p = { .fd = socket, .events = POLLIN };
	int64_t left_ns;
	int wanted, ret;

	f->have = 0;
	while ((wanted = hil_socket_frame_wanted(f)) > 0) {
		left_ns = end_ns - hil_time_mono_ns();
		if (left_ns <= 0)
			return -ETIMEDOUT;
		ret = poll(&p, 1, (int)(left_ns / HIL_NS_PER_MS) + 1);
		if (ret < 0 && errno != EINTR)
			return -errno;
		if (ret <= 0)
			continue;
		ret = receive_some(socket, f, (size_t)wanted, fd);
		if (ret < 0)
			return ret;
	}
	return wanted < 0 ? -EPROTO : 0;
}

int hil_socket_send(int socket, const char *verb)
{
	json_t *request = json_pack("{s:s}", "verb", verb);
	int ret =
		request ? hil_socket_frame_send(socket, request, -1) : -ENOMEM;

	json_decref(request);
	return ret;
}

int hil_socket_receive(int socket, json_t **answer, int *fd)
{
	struct hil_socket_frame frame;
	int ret;

	*answer = NULL;
	*fd = -1;
	ret = receive_frame(socket, &frame, fd);
	if (ret == 0) {
		*answer = hil_socket_frame_json(&frame);
		ret = *answer ? 0 : -EPROTO;
	}
	if (ret == 0 && !json_is_true(json_object_get(*answer, "ok")))
		ret = -EACCES;
	if (ret < 0 && *fd >= 0) {
		close(*fd);
		*fd = -1;
	}
	return ret;
}

int hil_socket_request(int socket, const char *verb, json_t **answer, int *fd)
{
	int ret = hil_socket_send(socket, verb);

	*answer = NULL;
	*fd = -1;
	return ret < 0 ? ret : hil_socket_receive(socket, answer, fd);
}
