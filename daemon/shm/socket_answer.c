/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of the control socket. */
#include "daemon/shm/socket_answer.h"

#include <errno.h>
#include <string.h>

/* Takes over the reference to @answer; NULL is for want of memory. */
static int send_answer(int socket, json_t *answer, int fd)
{
	int ret = answer ? hil_socket_frame_send(socket, answer, fd) : -ENOMEM;

	json_decref(answer);
	return ret;
}

int hil_socket_refuse(int socket, const char *text)
{
	return send_answer(socket,
			   json_pack("{s:b,s:s}", "ok", 0, "error", text), -1);
}

static int send_status(const struct hil_socket_config *config, int socket)
{
	json_t *status = config->status ? config->status(config->context)
					: json_object();
	int ret = send_answer(
		socket, json_pack("{s:b,s:o}", "ok", 1, "status", status), -1);

	if (ret == -EMSGSIZE || ret == -ENOMEM)
		return hil_socket_refuse(socket,
					 "the status cannot be told now");
	return ret;
}

int hil_socket_answer(const struct hil_socket_config *config, int socket,
		      const struct hil_socket_frame *request)
{
	json_t *object = hil_socket_frame_json(request);
	const char *verb = json_string_value(json_object_get(object, "verb"));
	int ret;

	if (!verb)
		ret = hil_socket_refuse(
			socket, "a request is an object with a \"verb\"");
	else if (strcmp(verb, "descriptor") == 0)
		ret = send_answer(socket, json_pack("{s:b}", "ok", 1),
				  config->fd);
	else if (strcmp(verb, "status") == 0)
		ret = send_status(config, socket);
	else
		ret = hil_socket_refuse(socket,
					"the verbs are descriptor and status");
	json_decref(object);
	return ret;
}
