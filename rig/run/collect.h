/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program to its end and takes what it printed, within limits. */
#ifndef HIL_RUN_COLLECT_H
#define HIL_RUN_COLLECT_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_collect() - standard output of a program; its stderr is ours
 * @argv: NULL-terminated, argv[0] is looked for in PATH
 * @wait_ns: after that the program is killed, with all of its group
 * @most: bytes; more is an error
 * @text: result, heap, ends with NUL; NULL after an error
 * @status: result, exit status, or 128 + signal
 *
 * SIGINT, SIGTERM and SIGHUP end the program first, and then what they would
 * have ended.
 *
 * Context: any but RT.
 * Return: 0; -ENOENT; -ETIME killed; -EFBIG; -EINTR; other -errno.
 */
int hil_collect(char *const *argv, int64_t wait_ns, size_t most, char **text,
		int *status) HIL_MUST_CHECK;

#endif
