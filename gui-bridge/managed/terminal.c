/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A terminal in raw mode, and one that we make ourselves and drain. */
#include "gui-bridge/managed/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/number.h"

#define COLUMNS_LEAST 80
#define ROWS_LEAST    24
#define CELLS_MOST    1000

static const char enter[] = "\033[?1049h\033[?25l\033[2J";
static const char leave[] = "\033[0m\033[?25h\033[?1049l";

void hil_managed_terminal_size(struct hil_managed_terminal *t,
			       int32_t columns_rows[2])
{
	struct winsize size = { 0 };

	if (ioctl(t->out, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
		size = (struct winsize){ .ws_col = COLUMNS_LEAST,
					 .ws_row = ROWS_LEAST };
	columns_rows[0] = size.ws_col;
	columns_rows[1] = size.ws_row;
}

/* What was drawn has travelled through a terminal; now nobody needs it. */
static void drain(struct hil_managed_terminal *t)
{
	char seen[4096];

	while (t->master >= 0 && read(t->master, seen, sizeof(seen)) > 0)
		;
}

int32_t hil_managed_terminal_write(struct hil_managed_terminal *t,
				   const char *text, size_t bytes)
{
	struct pollfd p = { .fd = t->out, .events = POLLOUT };
	ssize_t n;

	while (bytes > 0) {
		n = write(t->out, text, bytes);
		drain(t);
		if (n > 0) {
			text += n;
			bytes -= (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			poll(&p, 1, 100);
		} else if (n < 0 && errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

int32_t hil_managed_terminal_key(struct hil_managed_terminal *t)
{
	unsigned char key;

	if (t->in < 0)
		return 0;
	return read(t->in, &key, 1) == 1 ? key : -1;
}

/* A number of the environment, as programs tell each other a size. */
static unsigned short size_of(const char *name, unsigned short otherwise)
{
	const char *text = getenv(name);
	uint64_t value;

	if (!text || hil_number_u64(text, &value) || !value ||
	    value > CELLS_MOST)
		return otherwise;
	return (unsigned short)value;
}

static int open_own(struct hil_managed_terminal *t)
{
	const struct winsize size = {
		.ws_col = size_of("COLUMNS", COLUMNS_LEAST),
		.ws_row = size_of("LINES", ROWS_LEAST),
	};
	const char *name;

	t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (t->master < 0 || grantpt(t->master) || unlockpt(t->master))
		return -errno;
	name = ptsname(t->master);
	if (!name)
		return -errno;
	t->out = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (t->out < 0 || fcntl(t->master, F_SETFL, O_NONBLOCK) ||
	    ioctl(t->out, TIOCSWINSZ, &size))
		return -errno;
	return 0;
}

static int check_size(struct hil_managed_terminal *t)
{
	int32_t is[2];

	hil_managed_terminal_size(t, is);
	if (is[0] >= COLUMNS_LEAST && is[1] >= ROWS_LEAST)
		return 0;
	hil_error("cannot draw: the terminal has %d x %d characters and %d x "
		  "%d are needed; make it larger",
		  (int)is[0], (int)is[1], COLUMNS_LEAST, ROWS_LEAST);
	return -ENOSPC;
}

static int open_users(struct hil_managed_terminal *t)
{
	struct termios raw;

	t->out = STDOUT_FILENO;
	if (!isatty(t->out)) {
		hil_error("cannot draw: standard output is no terminal; start "
			  "it in one, or give --pty");
		return -ENOTTY;
	}
	if (check_size(t))
		return -ENOSPC;
	if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &t->saved))
		return 0;
	t->in = STDIN_FILENO;
	raw = t->saved;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	t->changed = !tcsetattr(t->in, TCSADRAIN, &raw);
	return 0;
}

int hil_managed_terminal_open(struct hil_managed_terminal *t, bool own)
{
	int ret;

	*t = (struct hil_managed_terminal){ .in = -1, .out = -1, .master = -1 };
	ret = own ? open_own(t) : open_users(t);
	if (ret && own)
		hil_error("cannot make a terminal: %s", strerror(-ret));
	if (!ret)
		ret = hil_managed_terminal_write(t, enter, sizeof(enter) - 1);
	if (ret)
		hil_managed_terminal_close(t);
	return ret;
}

void hil_managed_terminal_close(struct hil_managed_terminal *t)
{
	if (t->changed || (t->out == STDOUT_FILENO && isatty(t->out)))
		hil_managed_terminal_write(t, leave, sizeof(leave) - 1);
	if (t->changed)
		tcsetattr(t->in, TCSADRAIN, &t->saved);
	if (t->master >= 0) {
		if (t->out >= 0)
			close(t->out);
		close(t->master);
	}
	*t = (struct hil_managed_terminal){ .in = -1, .out = -1, .master = -1 };
}
