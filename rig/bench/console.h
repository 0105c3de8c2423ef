/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board's serial console: kept in a file, its end kept in memory. */
#ifndef HIL_BENCH_CONSOLE_H
#define HIL_BENCH_CONSOLE_H

#include <stddef.h>
#include <stdint.h>

#define HIL_CONSOLE_TAIL  2048
#define HIL_CONSOLE_BYTES (1 << 20) /* the file starts again after that */

struct hil_console {
	int fd;   /* stream from the board, the caller's */
	int file; /* console.log */
	uint64_t bytes;
	size_t used;
	char tail[HIL_CONSOLE_TAIL + 1];
};

/** hil_console_open() - console.log in @folder. Return: 0; -errno */
int hil_console_open(struct hil_console *c, int folder, int fd);
void hil_console_close(struct hil_console *c);

/** hil_console_read() - take what there is. Return: 0; -EPIPE the end */
int hil_console_read(struct hil_console *c);

/** hil_console_quote() - the last lines, for a message */
void hil_console_quote(const struct hil_console *c, char *text, size_t size);

#endif
