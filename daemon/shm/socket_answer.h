/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the control socket answers to a request; inside of the server. */
#ifndef HIL_SHM_SOCKET_ANSWER_H
#define HIL_SHM_SOCKET_ANSWER_H

#include "daemon/shm/socket_frame.h"

/**
 * hil_socket_answer() - answer a complete frame
 * @socket: of the client
 *
 * Context: any but RT; does not wait for the client.
 * Return: 0 answered, also when the answer is an error; -errno the client
 * cannot be told anything any more.
 */
int hil_socket_answer(const struct hil_socket_config *config, int socket,
		      const struct hil_socket_frame *request);

/** hil_socket_refuse() - send an error. Return: as hil_socket_answer(). */
int hil_socket_refuse(int socket, const char *text);

#endif
