/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns a generator off when this process dies with its output on, whatever
 * kills it: a child in a session of its own (guard_main.c) waits on a socket
 * whose other end closes with us, and connects to the generator only then,
 * since many take one connection at a time and a USB device has one owner.
 */
#ifndef HIL_INSTRUMENT_GUARD_H
#define HIL_INSTRUMENT_GUARD_H

#include <stdbool.h>

#include "daemon/base/attr.h"

#define HIL_GUARD_PROGRAM "hilrig-guard"

/* Words between the two, one byte each; the guard repeats what it took. */
#define HIL_GUARD_ON   '1'
#define HIL_GUARD_OFF  '0'
#define HIL_GUARD_QUIT 'q' /* an orderly end: nothing is left to do */

struct hil_guard;

/**
 * hil_guard_start() - start the guard of a generator
 * @device: as in hil_generator_open()
 *
 * Context: any but RT. Return: 0; -ENOENT the program is not installed;
 * other -errno.
 */
int hil_guard_start(const char *device, struct hil_guard **g) HIL_MUST_CHECK;

/**
 * hil_guard_set() - tell it whether the output may be on
 *
 * Context: any but RT; waits up to 5 s for its answer.
 * Return: 0 it knows; -EPIPE it is gone; -ETIMEDOUT.
 */
int hil_guard_set(struct hil_guard *g, bool on) HIL_MUST_CHECK;

/** hil_guard_stop() - an orderly end, waits for it; NULL-safe */
void hil_guard_stop(struct hil_guard *g);

#endif
