/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A few questions to QEMU while the board starts. */
#ifndef HIL_BENCH_QMP_H
#define HIL_BENCH_QMP_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_qmp {
	int fd;
	int64_t deadline_ns; /* CLOCK_MONOTONIC, for all questions together */
	size_t used;
	char bytes[65536];
};

struct hil_qmp_facts {
	char pins_path[128]; /* of the pins' controller */
	int vcpu_tid;
	int web_port; /* on 127.0.0.1, leads to the board's 8080; 0: none */
};

/**
 * hil_qmp_ask() - greeting, then all of struct hil_qmp_facts
 * @q: fd and deadline set, the rest zero
 *
 * The port that leads to the board is chosen and tried here, so two benches
 * that start at once cannot meet on one.
 *
 * Context: start-up only.
 * Return: 0; -ETIMEDOUT; -EPIPE QEMU ended; -EBADMSG; -ENOENT no controller.
 */
int hil_qmp_ask(struct hil_qmp *q, struct hil_qmp_facts *facts) HIL_MUST_CHECK;

#endif
