/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal that the managed front end draws into: the user's, or one of its
 * own that nobody sees. */
#ifndef HIL_MANAGED_TERMINAL_H
#define HIL_MANAGED_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

#include "daemon/base/attr.h"

struct hil_managed_terminal {
	int in;     /* keys; -1: none */
	int out;    /* where the picture goes */
	int master; /* other side of our own terminal; -1: there is none */
	bool changed;
	struct termios saved; /* of in, when changed */
};

/**
 * hil_managed_terminal_open() - raw, alternate screen, no cursor
 * @own: make one, as COLUMNS and LINES say or 80 x 24, and throw away what is
 * drawn
 *
 * Return: 0; -ENOTTY standard output is no terminal; -ENOSPC it is too small;
 * -errno. The message is printed.
 */
int hil_managed_terminal_open(struct hil_managed_terminal *t,
			      bool own) HIL_MUST_CHECK;

/** hil_managed_terminal_close() - as it was before */
void hil_managed_terminal_close(struct hil_managed_terminal *t);

/** hil_managed_terminal_size() - columns and rows as they are now */
void hil_managed_terminal_size(struct hil_managed_terminal *t,
			       int32_t columns_rows[2]);

/** hil_managed_terminal_write() - all of it. Return: 0; -errno. */
int32_t hil_managed_terminal_write(struct hil_managed_terminal *t,
				   const char *text, size_t bytes);

/** hil_managed_terminal_key() - Return: a key; 0 none; -1 it is gone. */
int32_t hil_managed_terminal_key(struct hil_managed_terminal *t);

#endif
