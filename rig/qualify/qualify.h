/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Qualification of a rig: its requirements are tested on the rig itself, with
 * the programs that measure, and what was found is written as a dossier.
 *
 * A dossier is a folder: dossier.html for people, dossier.json (schema
 * hilrig-dossier-1) for programs, evidence/ with what each test left, and
 * SHA256SUMS of all of them. It is written under another name and renamed when
 * it is whole.
 */
#ifndef HIL_QUALIFY_QUALIFY_H
#define HIL_QUALIFY_QUALIFY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/run/options.h"

#define HIL_DOSSIER_SCHEMA "hilrig-dossier-1"

struct hil_qualify_wish {
	const struct hil_run_options *o; /* of the rig, with a config file */
	int64_t duration_ns;             /* of the run that is judged */
	const char *output; /* the dossier's folder; NULL: one of its own name
			     * in the present folder */
	const char *only;   /* ids, "IQ-01,OQ-05"; NULL: all */
	bool quiet;         /* no progress on stderr */
};

/**
 * hil_qualify() - test all requirements and write the dossier
 * @dossier: result, new reference, with "folder" and "seal"; NULL after a
 *	failure
 *
 * SIGINT, SIGTERM and SIGHUP end the present test with the generator off;
 * what was not tested is "not run" in the dossier. A second one does not wait.
 *
 * Context: any but RT; main thread. Messages are printed.
 * Return: 0, whatever was found; -EINVAL; -EEXIST the folder is there already;
 * other -errno: there is no dossier.
 */
int hil_qualify(const struct hil_qualify_wish *wish,
		json_t **dossier) HIL_MUST_CHECK;

/** hil_qualify_good() - nothing failed, was not possible or not run */
bool hil_qualify_good(const json_t *dossier);

/** hil_qualify_list() - the requirements as [{part, id, text, …}]; new or NULL
 */
json_t *hil_qualify_list(void);

/**
 * hil_qualify_verify() - compare a dossier with its hashes, and its stored
 *	runs with their results
 * @folder: the dossier
 * @report: result, new reference: {folder, files, seal, changed[], runs[]};
 *	NULL after a failure
 *
 * Context: any but RT. Messages are printed.
 * Return: 0 all is as it was; -EBADMSG something changed, see @report, or this
 * is no dossier (then there is none); -errno.
 */
int hil_qualify_verify(const char *folder, json_t **report) HIL_MUST_CHECK;

#endif
