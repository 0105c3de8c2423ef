/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the control socket is and who may use it; inside of the server. */
#ifndef HIL_SHM_SOCKET_PEER_H
#define HIL_SHM_SOCKET_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

/**
 * hil_socket_place() - the path to serve at; its folder is made when missing
 * @wanted: a path, or NULL for hil_socket_path("hilrigd.sock")
 *
 * Context: start-up only. Return: 0; -ENAMETOOLONG; -errno.
 */
int hil_socket_place(const char *wanted, char *path, size_t size);

/**
 * hil_socket_listen() - a listening socket with mode 0660 at @path
 *
 * Context: start-up only.
 * Return: descriptor; -EADDRINUSE another server answers there; -errno.
 */
int hil_socket_listen(const char *path);

/**
 * hil_socket_group() - the group that the socket's folder lets in
 *
 * Context: start-up only. Return: false when it lets none in.
 */
bool hil_socket_group(const char *path, gid_t *group);

/**
 * hil_socket_peer_allowed() - may the other end of @fd ask?
 * @group: its members may, beside root and our own user; NULL: no group
 * @who: result, for the log
 *
 * Context: any but RT.
 */
bool hil_socket_peer_allowed(int fd, const gid_t *group, struct ucred *who);

#endif
