/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What doctor says of the measuring host and its instruments. */
#ifndef HIL_CMD_RIG_ROWS_H
#define HIL_CMD_RIG_ROWS_H

#include <jansson.h>

#include "rig/run/options.h"

/**
 * hil_rig_rows() - rows on disk space, generator and analyzer
 *
 * Opens the generator and asks for the analyzer; both must be free.
 * Context: any but RT. Return: a new array.
 */
json_t *hil_rig_rows(const struct hil_run_options *o);

#endif
