/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose standard input and output are ours, in a group of its own. */
#ifndef HIL_BASE_PIPED_H
#define HIL_BASE_PIPED_H

#include <sys/types.h>

#include "daemon/base/attr.h"

/**
 * hil_piped_spawn() - start a program behind two pipes
 * @argv: NULL-terminated; argv[0] is looked for in PATH
 * @pid: result; also the number of its process group, so that a Ctrl-C at the
 *	terminal does not reach it
 * @in: result, writes to its standard input
 * @out: result, reads its standard output, does not block
 *
 * Its signals are as usual, whatever ours are. stderr is ours.
 *
 * Context: any but RT.
 * Return: 0; -errno, then no descriptor is open.
 */
int hil_piped_spawn(char **argv, pid_t *pid, int *in, int *out) HIL_MUST_CHECK;

/**
 * hil_piped_spawn_on() - the same with descriptors that are there
 * @in, @out: its standard input and output, above 1; the caller closes them
 */
int hil_piped_spawn_on(char **argv, pid_t *pid, int in, int out) HIL_MUST_CHECK;

#endif
