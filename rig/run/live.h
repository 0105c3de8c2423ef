/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cyclictest's live line on stderr while a run goes on. */
#ifndef HIL_RUN_LIVE_H
#define HIL_RUN_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "rig/report/report.h"
#include "rig/run/options.h"

struct hil_live_line {
	struct hil_report_live live;
	bool quiet;      /* -q: never shown */
	bool terminal;   /* drawn again and again; else once, at the end */
	int64_t next_ns; /* no sooner than this */
};

/** hil_live_line_open() - decide how it is shown */
void hil_live_line_open(struct hil_live_line *l,
			const struct hil_run_options *o);
/**
 * hil_live_line_show() - draw it again, at most ten times a second
 * @pid: of hilrigd, 0 while unknown
 */
void hil_live_line_show(struct hil_live_line *l,
			const struct hil_ledger *ledger, int pid);
/** hil_live_line_close() - draw the last state and go to the next line */
void hil_live_line_close(struct hil_live_line *l,
			 const struct hil_ledger *ledger);

#endif
