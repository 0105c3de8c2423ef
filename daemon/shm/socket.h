/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The control socket: a front end asks for the memory's descriptor or for the
 * status. Unix socket, the peer's credentials checked, each frame a u32 length
 * (little endian, at most 4 KiB) and JSON, one request outstanding, 1 s to
 * finish it, at most 16 clients, served by an ordinary thread.
 *
 * Requests: {"verb":"descriptor"} and {"verb":"status"}. Answers:
 * {"ok":true, …} or {"ok":false,"error":"…"}; the descriptor comes with its
 * answer as SCM_RIGHTS.
 */
#ifndef HIL_SHM_SOCKET_H
#define HIL_SHM_SOCKET_H

#include <jansson.h>
#include <stddef.h>

#include "daemon/base/attr.h"

#define HIL_SOCKET_FRAME_MAX   4096
#define HIL_SOCKET_CLIENTS_MAX 16
#define HIL_SOCKET_TIMEOUT_MS  1000

struct hil_socket_server;

struct hil_socket_config {
	const char *path; /* NULL: hil_socket_path() */
	int fd;           /* memory to hand out; stays the caller's */
	/* Status as a JSON object, a new reference; called on the serving
	 * thread, must not block. */
	json_t *(*status)(void *context);
	void *context;
};

/**
 * hil_socket_path() - where the socket of @name is
 * @name: "hilrigd.sock"
 * @path: result, @size bytes
 *
 * /run/hilrig/NAME where that folder can be written, else
 * $XDG_RUNTIME_DIR/hilrig/NAME.
 *
 * Context: any but RT.
 * Return: 0; -ENOENT neither exists; -ENAMETOOLONG.
 */
int hil_socket_path(const char *name, char *path, size_t size);

/**
 * hil_socket_serve() - bind, listen and start the serving thread
 *
 * A socket left behind by a writer that was killed is replaced; one that
 * answers is not. Peers: root, our own user, and members of the group that
 * owns the socket's folder when that folder lets its group in.
 *
 * Context: start-up only.
 * Return: 0; -EADDRINUSE another server answers there; -errno.
 */
int hil_socket_serve(const struct hil_socket_config *config,
		     struct hil_socket_server **server) HIL_MUST_CHECK;

/** hil_socket_stop() - end the thread, remove the socket; NULL-safe */
void hil_socket_stop(struct hil_socket_server *server);

/**
 * hil_socket_connect() - connect to a server
 * @path: of the socket, or NULL for the first of /run/hilrig/hilrigd.sock and
 *	$XDG_RUNTIME_DIR/hilrig/hilrigd.sock that answers
 *
 * Context: any but RT.
 * Return: descriptor; -ENOENT no server there; -ECONNREFUSED it has ended;
 * -EACCES no permission; -errno.
 */
int hil_socket_connect(const char *path);

/**
 * hil_socket_request() - one request, one answer
 * @verb: "descriptor" or "status"
 * @answer: result, a new reference: the whole answer, also one with "ok" false
 * @fd: result, close-on-exec: what came with the answer, -1 for nothing
 *
 * Context: any but RT.
 * Return: 0; -EACCES the answer says no; -EPROTO not an answer; -ETIMEDOUT;
 * -errno.
 */
int hil_socket_request(int socket, const char *verb, json_t **answer, int *fd);

/**
 * hil_socket_send(), hil_socket_receive() - its two halves
 *
 * For those who have something else to do until the socket can be read.
 */
int hil_socket_send(int socket, const char *verb);
int hil_socket_receive(int socket, json_t **answer, int *fd);

#endif
