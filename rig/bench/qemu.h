/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The emulator process: how it is started and what it is reached by. */
#ifndef HIL_BENCH_QEMU_H
#define HIL_BENCH_QEMU_H

#include <sys/types.h>

#include "daemon/base/attr.h"
#include "rig/bench/board_image.h"

/* An arm64 kernel takes a command line of 2,048 bytes, some of it ours. */
#define HIL_QEMU_ARGUMENTS 1900

struct hil_qemu {
	pid_t pid; /* 0: not running */
	int pid_fd;
	int qtest_fd, qmp_fd, agent_fd, console_fd; /* streams, this end */
	int trace_fd; /* a memory file that QEMU appends to */
};

/** hil_qemu_init() - nothing runs */
void hil_qemu_init(struct hil_qemu *q);

/**
 * hil_qemu_spawn() - start the board
 * @share: folder that the guest sees as /mnt/host
 * @arguments: more of the kernel's command line, "" for none; at most
 *	HIL_QEMU_ARGUMENTS bytes
 *
 * All streams are socket pairs, so there are no socket files. QEMU is killed
 * by the kernel when the calling thread ends. Messages are printed.
 *
 * Context: start-up only, main thread.
 * Return: 0; -ENOENT QEMU is not installed; other -errno.
 */
int hil_qemu_spawn(struct hil_qemu *q, const struct hil_board_image *image,
		   const char *share, const char *arguments) HIL_MUST_CHECK;

/** hil_qemu_end() - kill, reap, close what is open */
void hil_qemu_end(struct hil_qemu *q);

/**
 * hil_qemu_reap() - has it ended?
 * @text: result: how, for the user; 128 bytes
 *
 * Return: 1 ended, the process is reaped; 0 running.
 */
int hil_qemu_reap(struct hil_qemu *q, char *text);

#endif
