/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that a terminal shows while a run goes on. */
#include <inttypes.h>

#include "daemon/base/time.h"
#include "rig/report/report.h"

char *hil_report_live_line(char *text, size_t size,
			   const struct hil_report_live *live)
{
	const struct hil_ledger_live *now = &live->now;
	int64_t unit = live->nanoseconds ? 1 : HIL_NS_PER_US;
	int64_t min = now->matched ? now->min_ns / unit : 0;
	int64_t act = now->matched ? now->last_ns / unit : 0;
	int64_t max = now->matched ? now->max_ns / unit : 0;
	double avg = now->matched ? now->mean_ns / (double)unit : 0;

	snprintf(text, size,
		 "T:%2u (%5d) P:%2d I:%" PRId64 " C:%7" PRIu64 " Min:%7" PRId64
		 " Act:%5" PRId64 " Avg:%5.0f Max:%8" PRId64 " Missed:%" PRIu64
		 " Ambig:%" PRIu64 " Gap:%" PRIu64,
		 live->line, live->pid, live->priority,
		 (int64_t)(live->interval_ns / HIL_NS_PER_US), now->matched,
		 min, act, avg, max, now->missed, now->ambiguous, now->in_gap);
	return text;
}
