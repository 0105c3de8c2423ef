/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to a running bench: JSON lines on control.sock. */
#ifndef HIL_BENCH_CONTROL_H
#define HIL_BENCH_CONTROL_H

#include <jansson.h>

#include "daemon/base/attr.h"

struct hil_bench;
struct hil_control;

/**
 * hil_control_new() - serve requests on control.sock in the bench's folder
 *
 * Requests: {"command": "status"}, {"command": "stop"},
 * {"command": "fault", "faults": ["missing=50", …]}. The answer is one object,
 * with "error" when it was refused.
 *
 * Context: start-up only. Return: 0; -errno.
 */
int hil_control_new(struct hil_bench *b, struct hil_control **c) HIL_MUST_CHECK;
/** hil_control_free() - close all; NULL-safe */
void hil_control_free(struct hil_control *c);

/**
 * hil_control_ask() - the client's side: one request, one answer
 * @request: taken over
 * @answer: result, new reference
 *
 * Prints what is wrong, also an "error" in the answer.
 * Context: any but RT. Return: 0; -errno.
 */
int hil_control_ask(const char *name, json_t *request,
		    json_t **answer) HIL_MUST_CHECK;

#endif
