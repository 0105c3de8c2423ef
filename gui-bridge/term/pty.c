/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a pseudo terminal and drains it. */
#include "gui-bridge/term/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "daemon/base/number.h"
#include "gui-bridge/term/screen.h"

#define SIZE_MAX_CELLS 1000

void hil_pty_init(struct hil_pty *p)
{
	p->master = p->slave = -1;
	p->draining = false;
}

static void *drain(void *context)
{
	const struct hil_pty *p = context;
	char bytes[4096];

	while (read(p->master, bytes, sizeof(bytes)) > 0 || errno == EINTR)
		;
	return NULL;
}

static unsigned short size_of(const char *name, unsigned short otherwise)
{
	const char *text = getenv(name);
	uint64_t value;

	if (!text || hil_number_u64(text, &value) || !value ||
	    value > SIZE_MAX_CELLS)
		return otherwise;
	return (unsigned short)value;
}

static int open_pair(struct hil_pty *p)
{
	const struct winsize size = {
		.ws_row = size_of("LINES", HIL_TERM_ROWS_MIN),
		.ws_col = size_of("COLUMNS", HIL_TERM_COLS_MIN),
	};
	char name[64];

	p->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (p->master < 0 || grantpt(p->master) || unlockpt(p->master) ||
	    ptsname_r(p->master, name, sizeof(name)))
		return -errno;
	p->slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (p->slave < 0 || ioctl(p->slave, TIOCSWINSZ, &size))
		return -errno;
	return 0;
}

int hil_pty_open(struct hil_pty *p)
{
	int ret = open_pair(p);

	if (ret == 0)
		ret = -pthread_create(&p->thread, NULL, drain, p);
	if (ret) {
		hil_pty_close(p);
		return ret;
	}
	p->draining = true;
	return 0;
}

/* The last slave that closes ends the drain: its read() fails with EIO. */
void hil_pty_close(struct hil_pty *p)
{
	if (p->slave >= 0)
		close(p->slave);
	if (p->draining)
		pthread_join(p->thread, NULL);
	if (p->master >= 0)
		close(p->master);
	hil_pty_init(p);
}
