/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pages say of themselves: frames, memory, collections. Each says it anew
 * from time to time, the last one counts.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_WEB_REPORT_H
#define HIL_WEB_REPORT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_WEB_PAGES        64
#define HIL_WEB_PAGE_NAME    32 /* characters */
#define HIL_WEB_REPORT_MS    1000
#define HIL_WEB_REPORT_FIELD 8

struct hil_web_report {
	char page[HIL_WEB_PAGE_NAME + 1];
	int64_t value[HIL_WEB_REPORT_FIELD]; /* -1: its browser cannot tell */
};

struct hil_web_reports {
	struct hil_web_report of[HIL_WEB_PAGES];
	size_t count;
};

/**
 * hil_web_report_read() - a report from the body of a request
 * @body: JSON, @bytes long: {"page": NAME, "frames_drawn": N, …}; every number
 *	is whole, from 0 to 2^53, or null
 *
 * Return: 0; -EINVAL.
 */
int hil_web_report_read(struct hil_web_report *r, const char *body,
			size_t bytes) HIL_MUST_CHECK;

/**
 * hil_web_reports_put() - the newest of its page
 *
 * Return: 0; -ENOSPC there are too many pages.
 */
int hil_web_reports_put(struct hil_web_reports *all,
			const struct hil_web_report *r) HIL_MUST_CHECK;

/**
 * hil_web_reports_to_json() - all pages together
 *
 * A value that one page does not know is null: a sum would be too small.
 *
 * Return: new object with "pages" and, if there are any, page_…; NULL without
 * memory.
 */
json_t *hil_web_reports_to_json(const struct hil_web_reports *all);

#endif
