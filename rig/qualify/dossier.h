/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dossier as JSON, and its other two forms that are made from it. */
#ifndef HIL_QUALIFY_DOSSIER_H
#define HIL_QUALIFY_DOSSIER_H

#include <stdio.h>

#include "rig/qualify/context.h"

/* What was found, in the order of the parts. */
struct hil_dossier_rows {
	const struct hil_requirement *row[64];
	const char *part[64];
	struct hil_finding found[64];
	size_t count;
};

/**
 * hil_dossier_begin() - a new folder with the rig's config and calibration
 * @output: where the dossier will be
 *
 * Sets @q's folder. Return: 0; -EEXIST there is something already; -errno.
 */
int hil_dossier_begin(struct hil_qualify *q, const char *output) HIL_MUST_CHECK;

/**
 * hil_dossier_finish() - evidence, both forms, hashes, rename
 * @dossier: gets "evidence", then "folder" and "seal"; NULL is -ENOMEM
 *
 * Return: 0; -errno: what there is stays in @q's folder.
 */
int hil_dossier_finish(struct hil_qualify *q, const char *output,
		       json_t *dossier) HIL_MUST_CHECK;

/**
 * hil_dossier_identify() - rig, programs, host, board, instruments, calibration
 *
 * Context: any but RT; asks the board for the hash of its hilrigd.
 * Return: new reference; NULL without memory.
 */
json_t *hil_dossier_identify(struct hil_qualify *q);

/**
 * hil_dossier_json() - everything but the evidence's hashes
 * @begin_ns: wall clock
 *
 * Return: new reference; NULL without memory.
 */
json_t *hil_dossier_json(struct hil_qualify *q,
			 const struct hil_dossier_rows *rows, int64_t begin_ns);

/** hil_dossier_text() - for a terminal. Return: 0; -EIO. */
int hil_dossier_text(FILE *out, const json_t *dossier) HIL_MUST_CHECK;

/** hil_dossier_html() - one page that needs nothing but itself; for paper.
 * Return: 0; -EIO. */
int hil_dossier_html(FILE *out, const json_t *dossier) HIL_MUST_CHECK;

/**
 * hil_dossier_value_text() - "200 ns, U 816 ns (k = 2), n 1204"
 *
 * Two digits of U are printed, and none behind them.
 * Source: JCGM 100:2008, 7.2.6.
 */
void hil_dossier_value_text(const json_t *value, char *text, size_t size);

#endif
