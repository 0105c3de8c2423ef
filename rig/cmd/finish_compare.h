/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a comparison where the user asked for it and into the run's folder. */
#ifndef HIL_CMD_FINISH_COMPARE_H
#define HIL_CMD_FINISH_COMPARE_H

#include "rig/cmd/finish.h"
#include "rig/compare/compare_report.h"
#include "rig/run/options.h"
#include "rig/run/run.h"

/**
 * hil_finish_compare() - judge, print, store: compare.json and compare.html
 *	beside the run's own report.html
 *
 * Return: exit status of the program.
 */
int hil_finish_compare(const struct hil_run_options *o,
		       struct hil_comparison *c, struct hil_run_outcome *out);

/**
 * hil_finish_compare_again() - judge and print one that was stored
 * @c: with its rows; not yet judged
 * @r: of its run; what its front ends did is added to the reasons
 * @html: folder for compare.html, or NULL
 *
 * Return: exit status of the program.
 */
int hil_finish_compare_again(struct hil_comparison *c, struct hil_result *r,
			     const struct hil_report_info *run,
			     const struct hil_finish *how, const char *html);

/**
 * hil_finish_compare_print() - text on standard output or JSON in its place
 * @json: "-", a path, or NULL
 *
 * Return: 0; -errno with a message.
 */
int hil_finish_compare_print(const struct hil_comparison *c,
			     const struct hil_compare_info *info,
			     const char *json) HIL_MUST_CHECK;

/** hil_finish_compare_page() - compare.html. Return: 0; -errno, a message. */
int hil_finish_compare_page(const char *path, const struct hil_comparison *c,
			    const struct hil_compare_info *info) HIL_MUST_CHECK;

/** hil_finish_compare_status() - 3 INVALID, 2 beyond a margin, else 0 */
int hil_finish_compare_status(const struct hil_comparison *c, bool strict);

#endif
