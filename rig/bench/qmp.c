/* SPDX-License-Identifier: GPL-3.0-or-later */
/* QEMU's machine protocol, as far as the bench needs it: one line each way. */
#include "rig/bench/qmp.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "rig/bench/port.h"

#define CONTROLLER "/machine/unattached"
#define PORT_TRIES 20

static int wait_bytes(struct hil_qmp *q)
{
	struct pollfd p = { .fd = q->fd, .events = POLLIN };
	int64_t left = q->deadline_ns - hil_time_mono_ns();
	ssize_t n;

	if (left <= 0 || poll(&p, 1, (int)(left / HIL_NS_PER_MS) + 1) == 0)
		return -ETIMEDOUT;
	if (q->used == sizeof(q->bytes))
		return -EBADMSG;
	n = read(q->fd, q->bytes + q->used, sizeof(q->bytes) - q->used);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (n == 0)
		return -EPIPE;
	q->used += (size_t)n;
	return 0;
}

/* The next line as JSON. Return: 0; -errno. */
static int read_object(struct hil_qmp *q, json_t **object)
{
	char *end;
	size_t size;
	int ret;

	while (!(end = memchr(q->bytes, '\n', q->used))) {
		ret = wait_bytes(q);
		if (ret)
			return ret;
	}
	size = (size_t)(end - q->bytes) + 1;
	*object = json_loadb(q->bytes, size, 0, NULL);
	memmove(q->bytes, q->bytes + size, q->used - size);
	q->used -= size;
	return *object ? 0 : -EBADMSG;
}

/* @result: new reference to what the command returned */
static int command(struct hil_qmp *q, const char *text, json_t **result)
{
	size_t size = strlen(text);
	json_t *object = NULL;
	int ret = 0;

	if (send(q->fd, text, size, MSG_NOSIGNAL) != (ssize_t)size)
		return -EPIPE;
	*result = NULL;
	while (!ret && !*result) {
		ret = read_object(q, &object);
		if (ret)
			break;
		*result = json_incref(json_object_get(object, "return"));
		if (!*result && json_object_get(object, "error"))
			ret = -EBADMSG;
		json_decref(object); /* events fall through */
	}
	return ret;
}

static int find_controller(struct hil_qmp *q, struct hil_qmp_facts *facts)
{
	json_t *list, *entry;
	size_t i;
	int ret = command(q,
			  "{\"execute\":\"qom-list\",\"arguments\":"
			  "{\"path\":\"" CONTROLLER "\"}}\n",
			  &list);

	if (ret)
		return ret;
	ret = -ENOENT;
	json_array_foreach(list, i, entry)
	{
		const char *type, *name;

		if (json_unpack(entry, "{s:s,s:s}", "type", &type, "name",
				&name) ||
		    strcmp(type, "child<pl061>") != 0)
			continue;
		snprintf(facts->pins_path, sizeof(facts->pins_path),
			 CONTROLLER "/%s", name);
		ret = 0;
		break;
	}
	json_decref(list);
	return ret;
}

static int find_vcpu(struct hil_qmp *q, struct hil_qmp_facts *facts)
{
	json_t *list;
	int ret = command(q, "{\"execute\":\"query-cpus-fast\"}\n", &list);

	if (ret)
		return ret;
	if (json_unpack(json_array_get(list, 0), "{s:i}", "thread-id",
			&facts->vcpu_tid))
		ret = -EBADMSG;
	json_decref(list);
	return ret;
}

/* An empty answer is success; QEMU refuses a port that is taken. */
static int forward_port(struct hil_qmp *q, struct hil_qmp_facts *facts)
{
	char text[256];
	int ret = 0;

	for (int i = 0; !ret && !facts->web_port && i < PORT_TRIES; i++) {
		int port = hil_port_free();
		json_t *answer;

		if (port < 0)
			return 0;
		snprintf(text, sizeof(text),
			 "{\"execute\":\"human-monitor-command\",\"arguments\":"
			 "{\"command-line\":\"hostfwd_add net0 "
			 "tcp:127.0.0.1:%d-:8080\"}}\n",
			 port);
		ret = command(q, text, &answer);
		if (ret)
			break;
		if (json_is_string(answer) && json_string_length(answer) == 0)
			facts->web_port = port;
		json_decref(answer);
	}
	return ret;
}

int hil_qmp_ask(struct hil_qmp *q, struct hil_qmp_facts *facts)
{
	json_t *object;
	int ret = read_object(q, &object); /* the greeting */

	*facts = (struct hil_qmp_facts){ .web_port = 0 };
	if (ret)
		return ret;
	json_decref(object);
	ret = command(q, "{\"execute\":\"qmp_capabilities\"}\n", &object);
	if (ret)
		return ret;
	json_decref(object);
	ret = find_controller(q, facts);
	if (!ret)
		ret = find_vcpu(q, facts);
	if (!ret)
		ret = forward_port(q, facts);
	return ret;
}
