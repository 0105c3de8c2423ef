/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose standard input and output are ours, in a group of its own. */
#ifndef HIL_BASE_PIPED_H
#define HIL_BASE_PIPED_H

#include <stdint.h>
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

/**
 * hil_piped_wait() - wait for a child to end, but not for ever
 * @wait_ns: 0: look once
 * @status: result, as of waitpid()
 *
 * Context: any but RT.
 * Return: 0 it has ended and @status is set; -ETIME it has not; -ECHILD it is
 * no child, or was waited for before.
 */
int hil_piped_wait(pid_t pid, int64_t wait_ns, int *status) HIL_MUST_CHECK;

/**
 * hil_piped_end() - have a program of hil_piped_spawn() ended
 * @wait_ns: it has so long to end by itself, since its input has ended; then
 *	so long after a SIGTERM to its group; then that is killed
 * @status: result, as of hil_piped_wait()
 *
 * Context: any but RT. Return: as hil_piped_wait().
 */
int hil_piped_end(pid_t pid, int64_t wait_ns, int *status);

#endif
