/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A result as text, as JSON and as one self-contained HTML page. */
#ifndef HIL_REPORT_REPORT_H
#define HIL_REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "daemon/base/attr.h"
#include "rig/ledger/ledger.h"
#include "rig/ledger/result.h"

/* What goes beside the numbers. */
struct hil_report_info {
	const char *title;    /* "run 2026-11-30T19:12:00Z-bench" */
	const char *run_path; /* NULL for measure */
	const char *start_utc;
	json_t *settings;     /* borrowed: rig options, board's SETTINGS */
	json_t *sysinfo;      /* borrowed: of the board, NULL without one */
	int64_t period_ns;    /* nominal, 0: unknown, or there is none */
	const char *stimulus; /* of one without a period, else NULL */
	int return_code;
	bool nanoseconds;         /* -N */
	bool histogram;           /* -H: print it in the text */
	int64_t histogram_max_us; /* -H US; 0: up to the maximum */
	const char
		*assumption; /* how pairs were made, NULL: by board records */
};

/** hil_report_text() - the summary. Return: 0 or -EIO. */
int hil_report_text(FILE *out, const struct hil_result *r,
		    const struct hil_report_info *info) HIL_MUST_CHECK;

/** hil_report_seed_text() - edges delayed on purpose, if there were any */
void hil_report_seed_text(FILE *out, const struct hil_line_result *line);

/** hil_report_seed_json() - the same; null without. Return: NULL without
 * memory. */
json_t *hil_report_seed_json(const struct hil_line_result *line);

/** hil_report_clock_text() - pieces, least squares, contradicting rows */
void hil_report_clock_text(FILE *out, const struct hil_line_result *line);

/** hil_report_heartbeat_text() - what vouches for the samples, and splices */
void hil_report_heartbeat_text(FILE *out, const struct hil_result *r);
/** hil_report_heartbeat_sentence() - the same in a few words, no newline */
void hil_report_heartbeat_sentence(FILE *out, const struct hil_result *r);

/** hil_report_folds_text() - which phases of the board's tick were met */
void hil_report_folds_text(FILE *out, const struct hil_line_result *line);

/** hil_report_has_fold() - was anything folded */
bool hil_report_has_fold(const struct hil_fold_result *f);
/** hil_report_fold_sentence() - one fold in a few words, no newline */
void hil_report_fold_sentence(FILE *out, const struct hil_fold_result *f);

/** hil_report_folds_json() - the same; null without a board. Return: NULL
 * without memory. */
json_t *hil_report_folds_json(const struct hil_line_result *line);

/** hil_report_budget_text() - the uncertainty budget of a line, by line */
void hil_report_budget_text(FILE *out, const struct hil_line_result *line);

/** hil_report_budget_json() - the same. Return: NULL without memory. */
json_t *hil_report_budget_json(const struct hil_line_result *line);

/* For json_dumpf() and its kin: 15 digits, so that 0.99 stays 0.99. */
#define HIL_REPORT_JSON_FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(15))

/** hil_report_json() - schema hilrig-run-1. Return: NULL without memory. */
json_t *hil_report_json(const struct hil_result *r,
			const struct hil_report_info *info);

/** hil_report_html() - the page. Return: 0; -ENOMEM; -EIO. */
int hil_report_html(FILE *out, const struct hil_result *r,
		    const struct hil_report_info *info) HIL_MUST_CHECK;

/**
 * hil_report_figures() - the page's pictures as files in a folder
 * @format: "svg", "png" or "pdf"
 *
 * Return: 0; -EINVAL unknown format; -errno.
 */
int hil_report_figures(const char *folder, const char *format,
		       const struct hil_result *r,
		       const struct hil_report_info *info) HIL_MUST_CHECK;

/* What cyclictest's live line shows of one line. */
struct hil_report_live {
	unsigned int line;
	int pid;             /* of hilrigd; 0 without a board */
	int priority;        /* of the IST; 0 without a board */
	int64_t interval_ns; /* nominal period; 0: unknown */
	bool nanoseconds;    /* -N */
	struct hil_ledger_live now;
};

/**
 * hil_report_live_line() - cyclictest's live line, then what it lacks: edges
 *	missed, ambiguous, in a gap
 * @text: result, @size bytes, no newline; 192 suffice
 *
 * Context: any. Return: @text.
 * Source: rt-tests 2.40, cyclictest.c, print_stat().
 */
char *hil_report_live_line(char *text, size_t size,
			   const struct hil_report_live *live);

#endif
