/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the text summary. */
#ifndef HIL_REPORT_TEXT_ROWS_H
#define HIL_REPORT_TEXT_ROWS_H

#include "rig/report/report.h"

/** hil_text_accounts() - each identity with both sides and its balance */
void hil_text_accounts(FILE *out, const struct hil_line_result *line);

/** hil_text_latency() - each statistic with its bounds and uncertainty */
void hil_text_latency(FILE *out, const struct hil_line_result *line,
		      bool nanoseconds);

/** hil_text_parts() - a row a quantity: period, wake-up and the legs */
void hil_text_parts(FILE *out, const struct hil_line_result *line,
		    bool nanoseconds);

/** hil_text_worst() - the largest latencies */
void hil_text_worst(FILE *out, const struct hil_line_result *line,
		    bool nanoseconds);

/** hil_text_histogram() - as cyclictest -H prints it; @max_us 0: to the end */
void hil_text_histogram(FILE *out, const struct hil_histogram *h,
			int64_t max_us);

#endif
