/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What run and compare leave in a run's folder. */
#ifndef HIL_CMD_FINISH_RUN_H
#define HIL_CMD_FINISH_RUN_H

#include <jansson.h>

#include "rig/cmd/finish.h"
#include "rig/run/options.h"
#include "rig/run/run.h"

/** hil_finish_settings() - options, board, analyzer, generator; new or NULL */
json_t *hil_finish_settings(const struct hil_run_options *o,
			    const struct hil_run_outcome *out);

/** hil_finish_run_name() - base name of the run's folder */
const char *hil_finish_run_name(const struct hil_run_outcome *out);

/**
 * hil_finish_store() - manifest and end of the store
 * @comparison: marks of one for the manifest, borrowed; NULL: it was none
 *
 * A store that failed is a reason in the result, before the manifest is
 * written. Return: 0; -errno with a message.
 */
int hil_finish_store(struct hil_run_outcome *out,
		     const struct hil_report_info *info,
		     json_t *comparison) HIL_MUST_CHECK;

#endif
