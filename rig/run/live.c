/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When and where the live line is drawn; its text is the report's affair. */
#include "rig/run/live.h"

#include <stdio.h>
#include <unistd.h>

#include "daemon/base/time.h"
#include "rig/run/stimulus.h"

#define REDRAW_NS  (100 * HIL_NS_PER_MS)
#define LINE_BYTES 192

void hil_live_line_open(struct hil_live_line *l,
			const struct hil_run_options *o)
{
	*l = (struct hil_live_line){
		.quiet = o->quiet,
		.terminal = isatty(STDERR_FILENO) == 1,
		.live = { .interval_ns =
				  (int64_t)hil_stimulus_bounds(o).mean_ns,
			  .nanoseconds = o->nanoseconds },
	};
	if (o->board == HIL_BOARD_EXEC)
		l->live.priority = (int)o->priority;
}

void hil_live_line_show(struct hil_live_line *l,
			const struct hil_ledger *ledger, int pid)
{
	int64_t now = hil_time_mono_ns();
	char text[LINE_BYTES];

	l->live.pid = pid;
	if (l->quiet || !l->terminal || now < l->next_ns)
		return;
	l->next_ns = now + REDRAW_NS;
	hil_ledger_live(ledger, &l->live.now);
	fprintf(stderr, "\r%s\x1b[K",
		hil_report_live_line(text, sizeof(text), &l->live));
}

void hil_live_line_close(struct hil_live_line *l,
			 const struct hil_ledger *ledger)
{
	char text[LINE_BYTES];

	if (l->quiet || !ledger)
		return;
	hil_ledger_live(ledger, &l->live.now);
	if (!l->live.now.matched && !l->live.now.ambiguous &&
	    !l->live.now.missed && !l->live.now.in_gap)
		return; /* a line of zeros would only look like a result */
	fprintf(stderr, "%s%s%s\n", l->terminal ? "\r" : "",
		hil_report_live_line(text, sizeof(text), &l->live),
		l->terminal ? "\x1b[K" : "");
}
