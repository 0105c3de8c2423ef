/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One front end that runs on the board for a block, and what it said. */
#ifndef HIL_COMPARE_FRONT_PROCESS_H
#define HIL_COMPARE_FRONT_PROCESS_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"
#include "rig/compare/variant.h"

struct hil_front_process;

/* How it ended. */
struct hil_front_outcome {
	bool known; /* the board told us its exit status */
	int status; /* of the program, or 128 + signal */
	bool cpu_known;
	double user_s, system_s; /* that it and its children took */
	json_t *stats;           /* hilrig-gui-stats-1, owned, or NULL */
};

/**
 * hil_front_process_start() - start a variant's program on the board
 * @exec: board.exec or NULL for this machine
 * @v: one for which hil_variant_runs()
 *
 * A shell on the board is told what to do through its standard input, so this
 * works through ssh as through anything else that passes bytes. The program
 * ends with the connection.
 *
 * Context: any but RT. The message is printed.
 * Return: 0; -errno.
 */
int hil_front_process_start(const char *exec, const struct hil_variant *v,
			    struct hil_front_process **f) HIL_MUST_CHECK;

/** hil_front_process_stop() - ask it to end; returns at once */
void hil_front_process_stop(struct hil_front_process *f);

/** hil_front_process_over() - take what has come; true once the connection is
 * closed */
bool hil_front_process_over(struct hil_front_process *f);

/**
 * hil_front_process_finish() - how it ended; ends it by force when it has not
 * @f: freed; NULL-safe
 */
struct hil_front_outcome hil_front_process_finish(struct hil_front_process *f);

/**
 * hil_front_process_script() - what the board's shell is told at the start
 * @remote: false: programs are looked for beside ours
 *
 * Return: heap text; NULL without memory.
 */
char *hil_front_process_script(const struct hil_variant *v, bool remote);

/** hil_front_process_parse() - how it ended, from all that was printed */
struct hil_front_outcome hil_front_process_parse(const char *text);

#endif
