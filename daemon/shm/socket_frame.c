/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of the control socket, for server and client. */
#include "daemon/shm/socket_frame.h"

#include <errno.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

int hil_socket_address(const char *path, struct sockaddr_un *address)
{
	size_t length = strlen(path);

	if (length >= sizeof(address->sun_path))
		return -ENAMETOOLONG;
	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	memcpy(address->sun_path, path, length + 1);
	return 0;
}

static size_t frame_length(const struct hil_socket_frame *f)
{
	return (size_t)f->bytes[0] | (size_t)f->bytes[1] << 8 |
	       (size_t)f->bytes[2] << 16 | (size_t)f->bytes[3] << 24;
}

int hil_socket_frame_wanted(const struct hil_socket_frame *f)
{
	size_t length;

	if (f->have < HIL_SOCKET_HEADER)
		return (int)(HIL_SOCKET_HEADER - f->have);
	length = frame_length(f);
	if (length == 0 || length > HIL_SOCKET_FRAME_MAX)
		return -EMSGSIZE;
	return (int)(HIL_SOCKET_HEADER + length - f->have);
}

json_t *hil_socket_frame_json(const struct hil_socket_frame *f)
{
	const char *text = (const char *)f->bytes + HIL_SOCKET_HEADER;
	json_t *object =
		json_loadb(text, frame_length(f), JSON_REJECT_DUPLICATES, NULL);

	if (object && !json_is_object(object)) {
		json_decref(object);
		object = NULL;
	}
	return object;
}

static void attach_fd(struct msghdr *msg, void *control, size_t size, int fd)
{
	struct cmsghdr *c;

	memset(control, 0, size);
	msg->msg_control = control;
	msg->msg_controllen = size;
	c = CMSG_FIRSTHDR(msg);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
}

int hil_socket_frame_send(int socket, const json_t *object, int fd)
{
	unsigned char bytes[HIL_SOCKET_HEADER + HIL_SOCKET_FRAME_MAX];
	alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
	size_t length = json_dumpb(object, (char *)bytes + HIL_SOCKET_HEADER,
				   HIL_SOCKET_FRAME_MAX, JSON_COMPACT);
	struct iovec iov = { bytes, HIL_SOCKET_HEADER + length };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	ssize_t sent;

	if (length == 0 || length > HIL_SOCKET_FRAME_MAX)
		return -EMSGSIZE;
	bytes[0] = (unsigned char)length;
	bytes[1] = (unsigned char)(length >> 8);
	bytes[2] = 0;
	bytes[3] = 0;
	if (fd >= 0)
		attach_fd(&msg, control, sizeof(control), fd);
	sent = sendmsg(socket, &msg, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (sent < 0)
		return -errno;
	return (size_t)sent == iov.iov_len ? 0 : -EAGAIN;
}
