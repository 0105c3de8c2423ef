/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Chromium without a window on this machine that shows the board's page. */
#ifndef HIL_COMPARE_BROWSER_H
#define HIL_COMPARE_BROWSER_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/base/attr.h"
#include "rig/compare/variant.h"

struct hil_browser;

/** hil_browser_there() - is the program in PATH? The message is printed. */
bool hil_browser_there(const char *program);

/**
 * hil_browser_start() - one for a block, with as many pages as @v has clients
 * @exec: board.exec or NULL; `$exec nc` connects the pages to the bridge
 * @v: with a browser; borrowed
 *
 * It has a profile of its own in the temporary folder, and ends when this
 * program does.
 *
 * Context: any but RT. The message is printed. Return: 0; -errno.
 */
int hil_browser_start(const char *exec, const struct hil_variant *v,
		      struct hil_browser **b) HIL_MUST_CHECK;

/** hil_browser_turn() - let it go on; never waits */
void hil_browser_turn(struct hil_browser *b);

/**
 * hil_browser_finish() - end it, free all; NULL-safe
 * @runtime: its own counters are put in, or NULL
 */
void hil_browser_finish(struct hil_browser *b, json_t *runtime);

#endif
