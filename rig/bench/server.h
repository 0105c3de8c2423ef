/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The background process of a bench. */
#ifndef HIL_BENCH_SERVER_H
#define HIL_BENCH_SERVER_H

#include "rig/bench/bench.h"

#define HIL_SERVER_READY 'R' /* what the report ends with when all is well */

/**
 * hil_server_run() - be the server until it is told to stop
 * @b: with options, path, folder, lock_fd
 * @root: of hil_bench_root_open()
 * @report: pipe to who waits for the start: messages as a line each, a letter
 *	for the level and the text, then HIL_SERVER_READY
 *
 * Context: the main thread of a process of its own, with the log's sink free.
 * Return: 0; -errno of a start that failed.
 */
int hil_server_run(struct hil_bench *b, int root, int report);

#endif
