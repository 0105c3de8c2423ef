/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as text, as JSON and as one self-contained HTML page. */
#ifndef HIL_COMPARE_COMPARE_REPORT_H
#define HIL_COMPARE_COMPARE_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "rig/compare/comparison.h"
#include "rig/report/unit.h"

/* What goes beside the numbers. */
struct hil_compare_info {
	const char *title;
	const char *run_path;  /* NULL for stored runs */
	const char *start_utc; /* NULL: unknown */
	json_t *settings;      /* borrowed, or NULL */
	json_t *differences;   /* borrowed: settings that differ, or NULL */
	bool nanoseconds, verbose;
};

/** hil_comparison_text() - tables and verdicts. Return: 0 or -EIO. */
int hil_comparison_text(FILE *out, const struct hil_comparison *c,
			const struct hil_compare_info *info) HIL_MUST_CHECK;

/** hil_comparison_json() - schema hilrig-compare-1. Return: NULL without
 * memory. */
json_t *hil_comparison_json(const struct hil_comparison *c,
			    const struct hil_compare_info *info);

/** hil_comparison_html() - the page. Return: 0; -ENOMEM; -EIO. */
int hil_comparison_html(FILE *out, const struct hil_comparison *c,
			const struct hil_compare_info *info) HIL_MUST_CHECK;

#define HIL_SENTENCE_BYTES 256

/**
 * hil_compare_sentence() - a verdict in words: "differs by 3.1 us [2.0, 4.2]"
 * @text: result
 *
 * Return: @text.
 */
char *hil_compare_sentence(char text[HIL_SENTENCE_BYTES],
			   const struct hil_compare_result *r, double margin_ns,
			   const struct hil_unit *unit);

/**
 * hil_compare_beyond_text() - quantities of a pair beyond the margin
 * @text: result, "p99, max", or ""
 *
 * Return: @text.
 */
char *hil_compare_beyond_text(char text[HIL_SENTENCE_BYTES],
			      const struct hil_pair *p);

/** hil_compare_unit() - for the values of a comparison */
struct hil_unit hil_compare_unit(const struct hil_comparison *c,
				 bool nanoseconds);

/** hil_compare_method() - how verdicts are made, sentences; NULL ends them */
const char *const *hil_compare_method(const struct hil_comparison *c);

#endif
