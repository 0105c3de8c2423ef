/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps what the board's kernel says, for when it does not come up. */
#include "rig/bench/console.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int hil_console_open(struct hil_console *c, int folder, int fd)
{
	memset(c, 0, sizeof(*c));
	c->fd = fd;
	c->file = openat(folder, "console.log",
			 O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
			 0600);
	return c->file < 0 ? -errno : 0;
}

void hil_console_close(struct hil_console *c)
{
	if (c->file > 0)
		close(c->file);
	c->file = -1;
}

static void keep(struct hil_console *c, const char *bytes, size_t size)
{
	if (size > HIL_CONSOLE_TAIL) {
		bytes += size - HIL_CONSOLE_TAIL;
		size = HIL_CONSOLE_TAIL;
	}
	if (c->used + size > HIL_CONSOLE_TAIL) {
		size_t drop = c->used + size - HIL_CONSOLE_TAIL;

		memmove(c->tail, c->tail + drop, c->used - drop);
		c->used -= drop;
	}
	memcpy(c->tail + c->used, bytes, size);
	c->used += size;
	c->tail[c->used] = '\0';
}

int hil_console_read(struct hil_console *c)
{
	char bytes[4096];
	ssize_t n = read(c->fd, bytes, sizeof(bytes));

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (n == 0)
		return -EPIPE;
	keep(c, bytes, (size_t)n);
	if (c->bytes + (uint64_t)n > HIL_CONSOLE_BYTES) {
		if (ftruncate(c->file, 0))
			return 0;
		c->bytes = 0;
	}
	c->bytes += (uint64_t)n;
	if (write(c->file, bytes, (size_t)n) != n)
		return 0; /* a full disk must not end the bench */
	return 0;
}

void hil_console_quote(const struct hil_console *c, char *text, size_t size)
{
	size_t used = 0;
	int lines = 0;
	const char *at = c->tail + c->used;

	while (at > c->tail && lines < 12)
		if (*--at == '\n')
			lines++;
	at += *at == '\n';
	for (; *at && used + 1 < size; at++)
		if (*at != '\r')
			text[used++] = *at;
	text[used] = '\0';
}
