/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of the HTML page. All of them print; errors show at the end. */
#ifndef HIL_REPORT_HTML_PAGE_H
#define HIL_REPORT_HTML_PAGE_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "rig/report/pictures.h"
#include "rig/report/report.h"
#include "rig/report/unit.h"

struct hil_page {
	FILE *out;
	const struct hil_result *r;
	const struct hil_report_info *info;
	struct hil_picture *picture; /* room for one */
	int error;
};

extern const char *const hil_html_style[]; /* NULL ends it */

/**
 * hil_html_head() - all up to the first section of a page
 * @kind: of the title, markup of our own: "VALID: "
 * @title: its rest
 * @style: rules that only this page has
 */
void hil_html_head(struct hil_page *p, const char *kind, const char *title,
		   const char *style);
/** hil_html_text() - a string, escaped */
void hil_html_text(struct hil_page *p, const char *text);
/** hil_html_raw() - markup of our own */
void hil_html_raw(struct hil_page *p, const char *markup);
/** hil_html_count() - a count in groups of three digits */
void hil_html_count(struct hil_page *p, uint64_t count);
/** hil_html_value() - a time without its unit */
void hil_html_value(struct hil_page *p, const struct hil_unit *unit, double ns);
/** hil_html_unit() - "µs" or "ns" */
const char *hil_html_unit(const struct hil_unit *unit);
/** hil_html_has_values() - there is something to print of @d */
bool hil_html_has_values(const struct hil_distribution *d);

/** hil_html_verdict() - the head of the page: verdict, reasons, key figures */
void hil_html_verdict(struct hil_page *p);
/** hil_html_accounts() - each identity with both sides */
void hil_html_accounts(struct hil_page *p, const struct hil_line_result *l);
/** hil_html_latency() - the statistics with bounds and uncertainty */
void hil_html_latency(struct hil_page *p, const struct hil_line_result *l);
/** hil_html_legs() - where the time goes, as bar and table */
void hil_html_legs(struct hil_page *p, const struct hil_line_result *l);
/** hil_html_worst() - the largest latencies */
void hil_html_worst(struct hil_page *p, const struct hil_line_result *l);
/** hil_html_budget() - where the uncertainty of a latency comes from */
void hil_html_budget(struct hil_page *p, const struct hil_line_result *l);
/** hil_html_calibration() - the record that the run was given, if any */
void hil_html_calibration(struct hil_page *p);
/** hil_html_clock() - residuals, pieces and contradicting edges */
void hil_html_clock(struct hil_page *p, size_t line);
/** hil_html_has_folds() - was anything folded */
bool hil_html_has_folds(const struct hil_line_result *l);
/** hil_html_folds() - phases of the tick and of the period */
void hil_html_folds(struct hil_page *p, size_t line);
/** hil_html_settings() - what the run was made with */
void hil_html_settings(struct hil_page *p);
/** hil_html_method() - how the numbers were made */
void hil_html_method(struct hil_page *p);
/** hil_html_picture() - one picture, wide and for a phone */
void hil_html_picture(struct hil_page *p, enum hil_picture_kind kind,
		      size_t line);

#endif
