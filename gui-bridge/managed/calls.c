/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions behind the pointers, and the layout that both sides share. */
#include "gui-bridge/managed/calls.h"

#include <errno.h>
#include <poll.h>

#include "daemon/base/time.h"

#define SIZE(type)                                                             \
	{                                                                      \
		"struct " #type, NULL, sizeof(struct type)                     \
	}
#define AT(type, member)                                                       \
	{                                                                      \
		"struct " #type, #member, offsetof(struct type, member)        \
	}

const struct hil_managed_layout hil_managed_layout[] = {
	SIZE(hil_view_column),
	SIZE(hil_view_bar),
	SIZE(hil_view_quantity),
	AT(hil_view_quantity, column),
	AT(hil_view_quantity, bar),
	SIZE(hil_view_counter),
	SIZE(hil_view_witness),
	SIZE(hil_view_worst),
	SIZE(hil_view_thread),
	SIZE(hil_view_front),
	AT(hil_view_front, staleness_ns),
	SIZE(hil_view),
	AT(hil_view, front),
	AT(hil_view, quantity),
	SIZE(hil_managed_memory),
	SIZE(hil_managed_calls),
	AT(hil_managed_calls, memory),
	{ NULL, NULL, 0 },
};

static int32_t wait_for(struct hil_front *f, struct hil_managed_terminal *t)
{
	struct pollfd p[2] = { { .fd = f->signal_fd, .events = POLLIN },
			       { .fd = t->in, .events = POLLIN } };
	int32_t key;

	if (hil_front_done(f))
		return -1;
	if (poll(p, 2, hil_front_wait_ms(f)) < 0 && errno != EINTR)
		return -1;
	if (hil_front_done(f))
		return -1;
	if (!p[1].revents)
		return 0;
	key = hil_managed_terminal_key(t);
	if (key < 0)
		f->stop = true; /* the terminal is gone */
	return key;
}

static bool press(struct hil_front *f, int32_t key)
{
	hil_front_press(f, key);
	return f->paused;
}

struct hil_managed_calls
hil_managed_calls(struct hil_front *f, struct hil_managed_terminal *t,
		  const struct hil_managed_memory *memory)
{
	return (struct hil_managed_calls){
		.front = f,
		.terminal = t,
		.view = f->view,
		.begin = hil_front_begin,
		.end = hil_front_end,
		.wait = wait_for,
		.key = press,
		.size = hil_managed_terminal_size,
		.write = hil_managed_terminal_write,
		.now_ns = hil_time_mono_ns,
		.memory = memory,
	};
}
