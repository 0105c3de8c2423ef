/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -b before its row is decided. Rows wait for the events behind them, and the
 * first ones for the clocks to be joined, a second or two. But an answer that
 * began so long after its interrupt's stamp came no sooner after its edge: the
 * board's own clock proves a latency above the limit as soon as the event is
 * here. It only ends the run; whether the limit was hit is said by the
 * analyzer, in the result.
 */
#ifndef HIL_RUN_LIMIT_H
#define HIL_RUN_LIMIT_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

/**
 * hil_limit_events() - the first event that proves a latency above the limit
 * @payload: records of EVENTS, @length bytes
 * @limit_ns: 0: none
 * @step_ns: of the analyzer's samples
 *
 * Clocks that part by 0.1 % and two samples of quantisation are allowed for.
 * An event that was delayed on purpose, or whose probe failed, proves nothing.
 * Context: any. Return: the least latency in ns; 0 none does.
 */
int64_t hil_limit_events(const void *payload, size_t length, int64_t limit_ns,
			 double step_ns);

#endif
