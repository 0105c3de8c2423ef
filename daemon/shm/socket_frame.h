/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames of the control socket: a u32 length and JSON; both sides use them. */
#ifndef HIL_SHM_SOCKET_FRAME_H
#define HIL_SHM_SOCKET_FRAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/un.h>

#include "daemon/shm/socket.h"

#define HIL_SOCKET_HEADER 4

/* A frame that is coming in, piece by piece. */
struct hil_socket_frame {
	unsigned char bytes[HIL_SOCKET_HEADER + HIL_SOCKET_FRAME_MAX];
	size_t have;
};

/** hil_socket_address() - Return: 0; -ENAMETOOLONG. Context: any. */
int hil_socket_address(const char *path, struct sockaddr_un *address);

/**
 * hil_socket_frame_wanted() - bytes still missing, as far as is known
 *
 * Context: any. Return: 0 complete; else 1 to HIL_SOCKET_FRAME_MAX;
 * -EMSGSIZE the length is 0 or too large.
 */
int hil_socket_frame_wanted(const struct hil_socket_frame *f);

/**
 * hil_socket_frame_json() - what a complete frame says
 *
 * Context: any but RT. Return: new reference to an object; NULL if it is none.
 */
json_t *hil_socket_frame_json(const struct hil_socket_frame *f);

/**
 * hil_socket_frame_send() - send an object, and a descriptor if @fd is not -1
 *
 * Context: any but RT; does not wait for a peer that does not read.
 * Return: 0; -EMSGSIZE too large for a frame; -EAGAIN the peer does not read;
 * -errno.
 */
int hil_socket_frame_send(int socket, const json_t *object, int fd);

#endif
