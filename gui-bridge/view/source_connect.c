/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the socket, asks for the memory or the status, takes the answer. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "daemon/shm/socket.h"
#include "gui-bridge/view/source_private.h"

#define PATHS       4
#define PATIENCE_MS 20 /* for a server that is not slow */
#define ANSWER_NS   (2 * HIL_NS_PER_S)

/* hilrigd first: beside it, the board's own numbers are the nearest. */
static size_t list_paths(const struct hil_source *s,
			 char path[PATHS][HIL_SOURCE_PATH])
{
	static const char *const names[] = { "hilrigd.sock", "run.sock" };
	const char *user = getenv("XDG_RUNTIME_DIR");
	size_t i, n = 0;

	if (*s->asked) {
		memcpy(path[0], s->asked, sizeof(path[0]));
		return 1;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path[n++], sizeof(path[0]), "/run/hilrig/%s",
			 names[i]);
		if (user)
			snprintf(path[n++], sizeof(path[0]), "%.200s/hilrig/%s",
				 user, names[i]);
	}
	return n;
}

static int open_socket(struct hil_source *s)
{
	char path[PATHS][HIL_SOURCE_PATH];
	size_t i, n = list_paths(s, path);
	int fd, ret = -ENOENT;

	for (i = 0; i < n; i++) {
		fd = hil_socket_connect(path[i]);
		if (fd >= 0) {
			memcpy(s->path, path[i], sizeof(s->path));
			return fd;
		}
		if (fd == -ENOENT || fd == -ENOTDIR)
			continue;
		ret = fd;
		memcpy(s->path, path[i], sizeof(s->path));
	}
	if (ret == -ENOENT)
		memcpy(s->path, path[0], sizeof(s->path));
	return ret;
}

static void say(struct hil_source *s, int error, const char *words)
{
	char *reason = s->snapshot.reason;
	size_t size = sizeof(s->snapshot.reason);

	switch (-error) {
	case ENOENT:
		snprintf(reason, size,
			 "nothing serves %.90s: start hilrigd or hilrig run, "
			 "or give --socket PATH",
			 s->path);
		break;
	case ECONNREFUSED:
		snprintf(reason, size, "the server of %.120s has ended",
			 s->path);
		break;
	case EACCES:
		snprintf(reason, size,
			 "no permission for %.100s: join the group of its "
			 "folder",
			 s->path);
		break;
	default:
		snprintf(reason, size, "cannot use %.90s: %.60s", s->path,
			 words ? words : strerror(-error));
	}
}

static int take_memory(struct hil_source *s, int memory, const char **words)
{
	struct hil_shm_reader *reader = NULL;
	int ret;

	if (memory < 0) {
		*words = "its answer brings no memory";
		return -EPROTO;
	}
	ret = hil_shm_attach(memory, &reader, words);
	if (ret < 0)
		return ret;
	if (s->reader &&
	    hil_shm_generation(reader) == hil_shm_generation(s->reader)) {
		hil_shm_detach(reader);
		return 0;
	}
	return hil_source_adopt(s, reader);
}

/* What is attached has a better reason than a socket that is missing. */
static int refuse(struct hil_source *s, int error, const char *words)
{
	if (!s->snapshot.attached)
		say(s, error, words);
	return error;
}

static void forget_question(struct hil_source *s)
{
	if (s->socket >= 0)
		close(s->socket);
	s->socket = -1;
	s->question = SOURCE_NOTHING;
}

int hil_source_ask(struct hil_source *s, enum source_question question,
		   int64_t mono_ns)
{
	const char *verb = question == SOURCE_MEMORY ? "descriptor" : "status";
	int ret;

	forget_question(s);
	s->socket = question == SOURCE_MEMORY ? open_socket(s)
					      : hil_socket_connect(s->path);
	ret = s->socket < 0 ? s->socket : hil_socket_send(s->socket, verb);
	if (ret < 0) {
		forget_question(s);
		return refuse(s, ret, NULL);
	}
	s->question = question;
	s->asked_ns = mono_ns;
	return 0;
}

int hil_source_answer(struct hil_source *s, int64_t mono_ns)
{
	struct pollfd p = { .fd = s->socket, .events = POLLIN };
	enum source_question question = s->question;
	const char *words = NULL;
	json_t *answer = NULL;
	int memory = -1, ret;

	if (question == SOURCE_NOTHING)
		return -ENODATA;
	if (poll(&p, 1, s->slow ? 0 : PATIENCE_MS) <= 0) {
		s->slow = true;
		if (mono_ns - s->asked_ns < ANSWER_NS)
			return -EAGAIN;
		forget_question(s);
		return refuse(s, -ETIMEDOUT, "it does not answer");
	}
	ret = hil_socket_receive(s->socket, &answer, &memory);
	s->slow = ret < 0;
	forget_question(s);
	if (ret == -EPROTO)
		words = "it does not speak hilrig's protocol";
	if (ret == 0 && question == SOURCE_MEMORY)
		ret = take_memory(s, memory, &words);
	else if (ret == 0)
		hil_source_take_status(&s->snapshot, answer);
	if (memory >= 0)
		close(memory);
	json_decref(answer);
	return ret < 0 ? refuse(s, ret, words) : 0;
}
