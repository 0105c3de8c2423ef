/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock's residuals over time, made from a result. */
#ifndef HIL_REPORT_PICTURE_CLOCK_H
#define HIL_REPORT_PICTURE_CLOCK_H

#include "gui-bridge/figure/figure.h"
#include "rig/ledger/result.h"

#define HIL_CLOCK_COLUMNS 256

enum hil_clock_trace {
	HIL_TRACE_HARDIRQ_LEAST,
	HIL_TRACE_HARDIRQ_MEAN,
	HIL_TRACE_PROBE_LEAST,
	HIL_TRACE_PROBE_MEAN,
	HIL_TRACE_SQUARES,
	HIL_TRACES
};

/* Everything relative to the middle of the offset's bounds, in us. */
struct hil_picture_clock {
	double low_us[HIL_CLOCK_COLUMNS], high_us[HIL_CLOCK_COLUMNS];
	double y_us[HIL_TRACES][HIL_CLOCK_COLUMNS];
	struct hil_figure_trace trace[HIL_TRACES];
	double cut_s[HIL_CLOCK_PIECES];
};

/**
 * hil_picture_clock() - the figure of a line
 * @room: must last as long as @f
 *
 * Context: any. Return: false without a clock fit.
 */
bool hil_picture_clock(const struct hil_line_result *line,
		       struct hil_picture_clock *room,
		       struct hil_figure_traces *f);

#endif
