/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The way out of a live capture: a bounded ring, a thread that writes frames
 * to standard output, and the last word. The acquisition never waits for it.
 */
#ifndef HIL_CAPTURE_OUTLET_H
#define HIL_CAPTURE_OUTLET_H

#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/capture/stream.h"

struct hil_outlet;

/**
 * hil_outlet_open() - start writing to @fd
 * @hung_up: called once from the writing thread when the reader is gone
 *
 * Return: 0; -ENOMEM; -errno of pthread_create.
 */
int hil_outlet_open(int fd, void (*hung_up)(void *context), void *context,
		    struct hil_outlet **o) HIL_MUST_CHECK;

/**
 * hil_outlet_emit() - struct hil_emit's function; context is the outlet
 *
 * The end of a gap waits for a quarter of the ring to be free.
 * Context: the acquiring thread. Return: 0; -ENOBUFS no room.
 */
int hil_outlet_emit(void *outlet, uint8_t type, const void *payload,
		    size_t length);

/**
 * hil_outlet_end() - write what is waiting, then CAPTURE_END
 * @text: payload of CAPTURE_END, may be NULL; freed
 *
 * The first call wins and waits until all is written; a later call from
 * another thread never returns, because the process is about to end.
 * Context: any thread but the writing one.
 */
void hil_outlet_end(struct hil_outlet *o, char *text);

/** hil_outlet_free() - after hil_outlet_end() */
void hil_outlet_free(struct hil_outlet *o);

#endif
