/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The analyzer's connection: one client at a time, an idle one makes room for
 * the next. Commands and samples are in the two other files.
 */
#include "rig/bench/analyzer_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rig/bench/port.h"

#define OUT_BYTES    ((size_t)8 << 20)
#define MEMORY_BYTES 0x7fffffff
#define BUFFER_BYTES (4 << 20)

void hil_analyzer_hang_up(struct hil_analyzer *a)
{
	struct linger reset = { .l_onoff = 1 };

	if (a->fd < 0)
		return;
	if (a->end == HIL_FAULT_RESET)
		setsockopt(a->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	hil_loop_drop(a->loop, a->watch);
	close(a->fd);
	a->fd = a->watch = -1;
	a->streaming = a->mute = false;
	a->end = HIL_FAULT_NONE;
	a->line_used = 0;
	hil_queue_clear(&a->out);
}

void hil_analyzer_flush(struct hil_analyzer *a)
{
	if (a->fd < 0)
		return;
	if (hil_queue_write(&a->out, a->fd) < 0) {
		hil_analyzer_hang_up(a);
		return;
	}
	if (a->out.used == 0 && a->end == HIL_FAULT_EARLY_END) {
		shutdown(a->fd, SHUT_WR);
		a->end = HIL_FAULT_NONE;
	} else if (a->out.used == 0 && a->end != HIL_FAULT_NONE) {
		hil_analyzer_hang_up(a);
		return;
	}
	hil_loop_events(a->loop, a->watch,
			(short)(POLLIN | (a->out.used ? POLLOUT : 0)));
}

static void take_lines(struct hil_analyzer *a)
{
	char *end;

	while (a->fd >= 0 &&
	       (end = memchr(a->line, '\n', a->line_used)) != NULL) {
		char line[HIL_ANALYZER_LINE];
		size_t size = (size_t)(end - a->line);

		memcpy(line, a->line, size);
		line[size] = '\0';
		a->line_used -= size + 1;
		memmove(a->line, end + 1, a->line_used);
		hil_analyzer_command(a, line);
	}
	if (a->line_used == sizeof(a->line)) /* no command is that long */
		hil_analyzer_hang_up(a);
}

static void client_ready(void *context, short revents)
{
	struct hil_analyzer *a = context;
	ssize_t n;

	if (revents & (POLLIN | POLLHUP | POLLERR)) {
		n = recv(a->fd, a->line + a->line_used,
			 sizeof(a->line) - a->line_used, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
			hil_analyzer_hang_up(a);
			return;
		}
		if (n > 0)
			a->line_used += (size_t)n;
		take_lines(a);
	}
	hil_analyzer_flush(a);
}

/* Is the client that streams still there? */
static bool is_connected(const struct hil_analyzer *a)
{
	char byte;

	return recv(a->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
}

static void listener_ready(void *context, short revents)
{
	struct hil_analyzer *a = context;
	int fd = hil_port_accept(a->listen_fd);

	(void)revents;
	if (fd < 0)
		return;
	if (a->fd >= 0 && a->streaming && is_connected(a)) {
		a->counters.busy++;
		close(fd);
		return;
	}
	hil_analyzer_hang_up(a);
	a->watch = hil_loop_watch(a->loop, fd, POLLIN, client_ready, a);
	if (a->watch < 0) {
		close(fd);
		a->watch = -1;
		return;
	}
	a->fd = fd;
	a->unit = 0;
	a->trigger = 0;
}

static void note_truth(void *context, const struct hil_sample_event *e,
		       uint64_t sample)
{
	struct hil_analyzer *a = context;

	hil_truth_write(a->truth, hil_fault_name(e->truth),
			a->streaming ? sample : HIL_TRUTH_NO_SAMPLE,
			e->channel);
}

struct hil_analyzer *hil_analyzer_new(struct hil_loop *loop,
				      struct hil_truth *truth,
				      struct hil_generator *generator)
{
	struct hil_analyzer *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	a->loop = loop;
	a->truth = truth;
	a->generator = generator;
	a->fd = a->watch = a->listen_watch = -1;
	a->rate_hz = HIL_ANALYZER_RATE_HZ;
	a->memory_bytes = MEMORY_BYTES;
	a->buffer_bytes = BUFFER_BYTES;
	a->pin_faults.channel = HIL_NET_PROBE;
	a->pin_faults.stimulus = HIL_NET_STIMULUS;
	a->pin_faults.sample_ns = 1000;
	hil_wiring_init(&a->wiring);
	hil_samples_init(&a->samples, HIL_NET_HEARTBEAT,
			 HIL_ANALYZER_HEARTBEAT_HALF_NS);
	hil_wiring_view(&a->wiring, a->samples.view);
	a->samples.truth = note_truth;
	a->samples.truth_context = a;
	a->listen_fd = hil_port_listen(&a->port);
	if (a->listen_fd < 0 || hil_queue_open(&a->out, OUT_BYTES)) {
		hil_analyzer_free(a);
		return NULL;
	}
	a->listen_watch =
		hil_loop_watch(loop, a->listen_fd, POLLIN, listener_ready, a);
	return a;
}

void hil_analyzer_free(struct hil_analyzer *a)
{
	if (!a)
		return;
	hil_analyzer_hang_up(a);
	hil_loop_drop(a->loop, a->listen_watch);
	if (a->listen_fd >= 0)
		close(a->listen_fd);
	hil_queue_close(&a->out);
	free(a);
}
