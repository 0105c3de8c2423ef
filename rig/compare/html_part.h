/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the comparison's page. All print; errors show at the end. */
#ifndef HIL_COMPARE_HTML_PART_H
#define HIL_COMPARE_HTML_PART_H

#include "rig/compare/compare_report.h"
#include "rig/compare/picture.h"
#include "rig/report/html_page.h"

/* Room for one picture at a time. */
union hil_compare_room {
	struct hil_overlay_picture overlay;
	struct hil_intervals_picture intervals;
};

struct hil_compare_page {
	struct hil_page page; /* for the small pieces; its run's parts are not
			       * used */
	const struct hil_comparison *c;
	const struct hil_compare_info *info;
	struct hil_unit unit;
	union hil_compare_room *room;
};

/** hil_compare_html_pairs() - intervals as pictures, verdicts as tables */
void hil_compare_html_pairs(struct hil_compare_page *p);
/** hil_compare_html_latency() - histograms and statistics of the arms */
void hil_compare_html_latency(struct hil_compare_page *p);
/** hil_compare_html_fronts() - what front ends and runtimes said */
void hil_compare_html_fronts(struct hil_compare_page *p);
/** hil_compare_html_differences() - settings of stored runs that differ */
void hil_compare_html_differences(struct hil_compare_page *p);

#endif
