/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of a comparison while one run goes on: front ends are started
 * and stopped at block borders, rows go to the block of their edge. */
#ifndef HIL_COMPARE_SESSION_H
#define HIL_COMPARE_SESSION_H

#include "rig/compare/comparison.h"
#include "rig/run/run.h"

struct hil_session;

/**
 * hil_session_new() - follow a run
 * @c: initialised, with order, block_s, warm_up_s and variants; its blocks and
 *	arms are filled in
 * @exec: board.exec or NULL
 * @watch: result, for hil_run_watched()
 *
 * Context: any but RT. Return: NULL without memory.
 */
struct hil_session *hil_session_new(struct hil_comparison *c, const char *exec,
				    struct hil_run_watch *watch);

/** hil_session_finish() - the run is over: sum up, end what still runs */
void hil_session_finish(struct hil_session *s);

/** hil_session_whole() - all blocks of the plan were measured */
bool hil_session_whole(const struct hil_session *s);

void hil_session_free(struct hil_session *s);

#endif
