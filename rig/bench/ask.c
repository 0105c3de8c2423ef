/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The client's side of control.sock. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "rig/bench/control.h"
#include "rig/bench/place.h"

#define ANSWER_MAX 65536
#define WAIT_MS    5000

static int exchange(int fd, const char *text, char *answer)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t size = strlen(text), used = 0;

	if (send(fd, text, size, MSG_NOSIGNAL) != (ssize_t)size ||
	    send(fd, "\n", 1, MSG_NOSIGNAL) != 1)
		return -EPIPE;
	while (used < ANSWER_MAX - 1) {
		ssize_t n;

		if (poll(&p, 1, WAIT_MS) == 0)
			return -ETIMEDOUT;
		n = read(fd, answer + used, ANSWER_MAX - 1 - used);
		if (n < 0)
			return -errno;
		used += (size_t)n;
		answer[used] = '\0';
		if (n == 0)
			return -EPIPE;
		if (memchr(answer, '\n', used))
			return 0;
	}
	return -EMSGSIZE;
}

int hil_control_ask(const char *name, json_t *request, json_t **answer)
{
	char *text = request ? json_dumps(request, JSON_COMPACT) : NULL;
	char *bytes = malloc(ANSWER_MAX);
	const char *error;
	int fd = -1, ret = -ENOMEM;

	json_decref(request);
	*answer = NULL;
	if (!text || !bytes)
		goto out;
	ret = fd = hil_bench_connect(name, "control.sock");
	if (fd < 0)
		goto out;
	ret = exchange(fd, text, bytes);
	if (!ret)
		*answer = json_loads(bytes, 0, NULL);
	if (!*answer) {
		ret = ret ? ret : -EBADMSG;
		hil_error("the bench '%s' does not answer: %s; 'hilrig bench "
			  "stop --name %s' ends it",
			  name, strerror(-ret), name);
		goto out;
	}
	error = json_string_value(json_object_get(*answer, "error"));
	if (error) {
		hil_error("%s", error);
		json_decref(*answer);
		*answer = NULL;
		ret = -EINVAL;
	}
out:
	if (fd >= 0)
		close(fd);
	free(text);
	free(bytes);
	return ret;
}
