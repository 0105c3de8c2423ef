/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bench's side of control.sock: a few clients, short requests. */
#include "rig/bench/control.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rig/bench/bench.h"

#define CLIENTS   8
#define REQUEST   4096
#define OUT_BYTES 32768

struct client {
	struct hil_control *control;
	int fd, watch;
	size_t used;
	char request[REQUEST];
	struct hil_queue out;
};

struct hil_control {
	struct hil_bench *bench;
	int fd, watch;
	struct client clients[CLIENTS];
};

static void hang_up(struct client *c)
{
	hil_loop_drop(&c->control->bench->loop, c->watch);
	if (c->fd >= 0)
		close(c->fd);
	hil_queue_close(&c->out);
	c->fd = c->watch = -1;
	c->used = 0;
}

static json_t *refuse(const char *text)
{
	return json_pack("{s:s}", "error", text);
}

/* Unless all can be read, none is taken. */
static json_t *run_faults(struct hil_bench *b, const json_t *list)
{
	struct hil_fault faults[HIL_BENCH_FAULTS];
	size_t count = json_array_size(list);
	char problem[128];

	if (count == 0 || count > HIL_BENCH_FAULTS)
		return refuse("1 to 16 faults can be given at once");
	for (size_t i = 0; i < count; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (!text ||
		    hil_fault_parse(text, &faults[i], problem, sizeof(problem)))
			return refuse(text ? problem : "faults are strings");
	}
	for (size_t i = 0; i < count; i++)
		if (hil_analyzer_fault(b->analyzer, &faults[i]))
			return refuse("too many faults are waiting for their "
				      "time: clear them");
	return json_object();
}

static json_t *run_request(struct hil_bench *b, const char *line, size_t size)
{
	json_t *request = json_loadb(line, size, 0, NULL);
	const char *command =
		json_string_value(json_object_get(request, "command"));
	json_t *answer;

	if (!command) {
		answer = refuse("not a request");
	} else if (strcmp(command, "status") == 0) {
		answer = hil_bench_status(b);
	} else if (strcmp(command, "stop") == 0) {
		b->loop.stop = true;
		answer = json_object();
	} else if (strcmp(command, "fault") == 0) {
		answer = run_faults(b, json_object_get(request, "faults"));
	} else {
		answer = refuse("unknown command");
	}
	json_decref(request);
	return answer;
}

static void take_request(struct client *c, char *end)
{
	size_t size = (size_t)(end - c->request);
	json_t *answer = run_request(c->control->bench, c->request, size);
	char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;

	json_decref(answer);
	c->used -= size + 1;
	memmove(c->request, end + 1, c->used);
	if (!text || hil_queue_put(&c->out, text, strlen(text)) ||
	    hil_queue_put(&c->out, "\n", 1))
		hang_up(c);
	free(text);
}

static void client_ready(void *context, short revents)
{
	struct client *c = context;
	char *end;
	ssize_t n;

	if (revents & (POLLIN | POLLHUP | POLLERR)) {
		n = recv(c->fd, c->request + c->used,
			 sizeof(c->request) - c->used, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
			hang_up(c);
			return;
		}
		c->used += n > 0 ? (size_t)n : 0;
	}
	while (c->fd >= 0 && (end = memchr(c->request, '\n', c->used)))
		take_request(c, end);
	if (c->fd < 0)
		return;
	if (c->used == sizeof(c->request) ||
	    hil_queue_write(&c->out, c->fd) < 0) {
		hang_up(c);
		return;
	}
	hil_loop_events(&c->control->bench->loop, c->watch,
			(short)(POLLIN | (c->out.used ? POLLOUT : 0)));
}

static void listener_ready(void *context, short revents)
{
	struct hil_control *control = context;
	int fd = accept4(control->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	(void)revents;
	for (int i = 0; fd >= 0 && i < CLIENTS; i++) {
		struct client *c = &control->clients[i];

		if (c->fd >= 0)
			continue;
		c->fd = fd;
		c->watch = hil_loop_watch(&control->bench->loop, fd, POLLIN,
					  client_ready, c);
		if (c->watch < 0 || hil_queue_open(&c->out, OUT_BYTES))
			hang_up(c);
		return;
	}
	if (fd >= 0)
		close(fd);
}

int hil_control_new(struct hil_bench *b, struct hil_control **control)
{
	struct hil_control *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->bench = b;
	c->watch = -1;
	for (int i = 0; i < CLIENTS; i++) {
		c->clients[i].control = c;
		c->clients[i].fd = c->clients[i].watch = -1;
	}
	c->fd = hil_bench_listen(b->folder, "control.sock");
	if (c->fd < 0) {
		int ret = c->fd;

		free(c);
		return ret;
	}
	c->watch = hil_loop_watch(&b->loop, c->fd, POLLIN, listener_ready, c);
	*control = c;
	return 0;
}

void hil_control_free(struct hil_control *c)
{
	if (!c)
		return;
	for (int i = 0; i < CLIENTS; i++)
		hang_up(&c->clients[i]);
	hil_loop_drop(&c->bench->loop, c->watch);
	close(c->fd);
	free(c);
}
