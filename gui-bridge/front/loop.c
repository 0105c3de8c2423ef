/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop of front ends that have none of their own. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "gui-bridge/front/front.h"

static int wait_for(struct hil_front *f, const struct hil_front_loop *loop)
{
	struct pollfd p[2] = { { .fd = f->signal_fd, .events = POLLIN },
			       { .fd = loop->input_fd, .events = POLLIN } };

	if (poll(p, 2, hil_front_wait_ms(f)) < 0)
		return errno == EINTR ? 0 : -errno;
	if (p[1].revents & POLLIN)
		loop->input(loop->context);
	else if (p[1].revents)
		f->stop = true; /* the terminal is gone */
	return 0;
}

int hil_front_loop(struct hil_front *f, const struct hil_front_loop *loop)
{
	int ret = 0;

	while (!ret && !hil_front_done(f)) {
		if (hil_front_begin(f)) {
			ret = loop->draw(loop->context, f->view);
			hil_front_end(f);
		}
		if (!ret)
			ret = wait_for(f, loop);
	}
	if (ret)
		hil_error("cannot go on drawing: %s", strerror(-ret));
	return ret;
}
