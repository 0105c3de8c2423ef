/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of the JSON report. Each returns a new reference, NULL without
 * memory; what is not known is JSON's null. */
#ifndef HIL_REPORT_JSON_PART_H
#define HIL_REPORT_JSON_PART_H

#include <jansson.h>
#include <stdint.h>

#include "rig/report/report.h"

/** hil_json_count() - a count; above INT64_MAX it stays there */
json_t *hil_json_count(uint64_t count);
/** hil_json_number() - a finite number, else null */
json_t *hil_json_number(double number);
/** hil_json_text() - a string of others as valid UTF-8; null for NULL */
json_t *hil_json_text(const char *text);

/** hil_json_append() - take @item into @list; *@list is NULL after a failure,
 * and stays it */
void hil_json_append(json_t **list, json_t *item);

/** hil_json_distribution() - count, min … p99_99, bounds, uncertainty_ns */
json_t *hil_json_distribution(const struct hil_distribution *d);

/** hil_json_uncertainty() - u, U and k of one value */
json_t *hil_json_uncertainty(const struct hil_distribution *d);

/** hil_json_hdr() - HdrHistogram V2, compressed, base64: "HISTFAAAA…" */
json_t *hil_json_hdr(const struct hil_histogram *h);

/** hil_json_clock() - put pieces, least squares and contradicting rows into a
 * clock fit. Return: 0; else no memory. */
int hil_json_clock(json_t *fit, const struct hil_clock_result *c);

/** hil_json_heartbeat() - what vouches for the samples */
json_t *hil_json_heartbeat(const struct hil_result *r);

/** hil_json_line() - one element of lines[] */
json_t *hil_json_line(const struct hil_line_result *line);

/**
 * hil_json_rt_tests() - put rt-tests' own keys into the report
 *
 * Return: 0; -1 without memory.
 */
int hil_json_rt_tests(json_t *report, const struct hil_result *r,
		      const struct hil_report_info *info);

#endif
