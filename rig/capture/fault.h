/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What went wrong, in words. The sentence is made where path, line and value
 * are known, and shown once at the edge: on stderr and in CAPTURE_END.
 */
#ifndef HIL_CAPTURE_FAULT_H
#define HIL_CAPTURE_FAULT_H

#include "daemon/base/attr.h"

struct hil_fault {
	char text[600]; /* "cannot <do> <what>: <reason>", "" for none */
};

/**
 * hil_fault_set() - keep a sentence, unless there is one already
 * @error: negative errno, passed through
 *
 * Context: any but RT. Return: @error.
 */
int hil_fault_set(struct hil_fault *fault, int error, const char *fmt, ...)
	HIL_PRINTF(3, 4);

#endif
