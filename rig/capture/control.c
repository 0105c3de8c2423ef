/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of the input is a stop too: the parent is gone. */
#include "rig/capture/control.h"

#include <errno.h>
#include <poll.h>

#include "daemon/link/record.h"

int hil_control_init(struct hil_control *c, int fd)
{
	c->fd = fd;
	c->stop = false;
	c->reader = hil_frame_reader_new();
	return c->reader ? 0 : -ENOMEM;
}

void hil_control_free(struct hil_control *c)
{
	hil_frame_reader_free(c->reader);
	c->reader = NULL;
}

static void read_words(struct hil_control *c)
{
	struct hil_frame frame;
	int ret = hil_frame_reader_fill(c->reader, c->fd);

	if (ret == -EAGAIN || ret == -EINTR)
		return;
	if (ret <= 0) {
		c->stop = true;
		return;
	}
	while ((ret = hil_frame_reader_next(c->reader, &frame)) == 1)
		if (frame.type == HIL_RECORD_CAPTURE_STOP)
			c->stop = true;
	if (ret < 0)
		c->stop = true;
}

bool hil_control_wait(struct hil_control *c, int timeout_ms)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };

	if (!c->stop && poll(&p, 1, timeout_ms) > 0)
		read_words(c);
	return c->stop;
}
