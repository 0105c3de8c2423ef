/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits for edges and for words on standard input, and answers those. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/json_print.h"
#include "daemon/base/log.h"
#include "daemon/base/time.h"
#include "daemon/pins/watched.h"

/* An asker that was forgotten does not hold the lines for ever. */
#define ASKER_NS (600 * HIL_NS_PER_S)

/* Each newline is a question. Return: 0; 1 no more will come; -errno. */
static int take_input(struct hil_watched *w)
{
	char bytes[64];
	ssize_t n = read(STDIN_FILENO, bytes, sizeof(bytes));
	int ret = 0;

	if (n < 0)
		return errno == EINTR || errno == EAGAIN ? 0 : -errno;
	for (ssize_t i = 0; i < n && !ret; i++)
		if (bytes[i] == '\n')
			ret = hil_json_print(hil_watched_counts_json(w),
					     JSON_COMPACT);
	return ret ? ret : n == 0;
}

static int take_edges(struct hil_watched *w, const struct pollfd *polls)
{
	int ret = 0;

	for (size_t i = 0; i < w->count && !ret; i++) {
		if (polls[i].revents & (POLLERR | POLLHUP | POLLNVAL))
			ret = -ENODEV;
		else if (polls[i].revents)
			ret = hil_watched_read(w, &w->line[i]);
	}
	if (ret)
		hil_error("cannot watch %s any more: %s", w->lines.chip,
			  strerror(-ret));
	return ret;
}

/* Edges before questions: what has happened is in the answer. */
static int loop(struct hil_watched *w, int64_t end_ns, bool ask)
{
	struct pollfd polls[HIL_WATCHED_MAX + 1];
	int64_t left_ns;
	int ret = 0;

	for (size_t i = 0; i < w->count; i++)
		polls[i] = (struct pollfd){ .fd = hil_watched_fd(&w->line[i]),
					    .events = POLLIN };
	polls[w->count] = (struct pollfd){ .fd = ask ? STDIN_FILENO : -1,
					   .events = POLLIN };
	while (!ret && (left_ns = end_ns - hil_time_mono_ns()) > 0) {
		if (poll(polls, w->count + 1,
			 (int)(left_ns / HIL_NS_PER_MS) + 1) < 0) {
			ret = errno == EINTR ? 0 : -errno;
			continue;
		}
		ret = take_edges(w, polls);
		if (!ret && polls[w->count].revents)
			ret = take_input(w);
	}
	return ret < 0 ? ret : 0;
}

int hil_pins_watch(const struct hil_pins_options *o)
{
	struct hil_watched *w = calloc(1, sizeof(*w));
	bool ask = o->duration_ns == 0;
	int ret = w ? hil_watched_open(w, o) : -ENOMEM;

	if (ret)
		goto out;
	ret = hil_json_print(hil_watched_lines_json(w), JSON_COMPACT);
	if (!ret)
		ret = loop(w,
			   hil_time_mono_ns() +
				   (ask ? ASKER_NS : o->duration_ns),
			   ask);
	if (!ret && !ask)
		ret = hil_json_print(hil_watched_counts_json(w), JSON_COMPACT);
	hil_watched_close(w);
out:
	free(w);
	return ret ? 1 : 0;
}
