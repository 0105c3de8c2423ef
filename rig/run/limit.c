/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lower bound of a latency from the board's stamps alone. */
#include "rig/run/limit.h"

#include <string.h>

#include "daemon/shm/event.h"

#define STEPS 2.0
#define DRIFT 1e-3 /* any two clocks: calibration/clock_bounds.h */

static int64_t least_ns(const struct hil_event *e, double step_ns)
{
	double ns = (double)(e->probe_begin_ns - e->hardirq_ns);

	if (e->hardirq_ns <= 0 ||
	    e->flags & (HIL_EVENT_SEEDED | HIL_EVENT_PROBE_FAILED))
		return 0;
	return (int64_t)(ns - ns * DRIFT - STEPS * step_ns);
}

int64_t hil_limit_events(const void *payload, size_t length, int64_t limit_ns,
			 double step_ns)
{
	const unsigned char *bytes = payload;
	struct hil_event event;
	int64_t ns;

	for (size_t at = 0; limit_ns > 0 && at + sizeof(event) <= length;
	     at += sizeof(event)) {
		memcpy(&event, bytes + at, sizeof(event));
		ns = least_ns(&event, step_ns);
		if (ns > limit_ns)
			return ns;
	}
	return 0;
}
