/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which settings of two runs differ. */
#ifndef HIL_COMPARE_SETTINGS_DIFF_H
#define HIL_COMPARE_SETTINGS_DIFF_H

#include <jansson.h>

/**
 * hil_settings_diff() - settings that differ, by name
 * @a, @b: settings of a run: options, board, analyzer, generator; may be NULL
 *
 * Process ids, times of the start and how results were printed are no
 * settings. Of a kernel command line only the words that differ are listed.
 *
 * Context: any but RT.
 * Return: list of {key, a, b} in order of the key, a or b null where a setting
 * is not there; NULL without memory.
 */
json_t *hil_settings_diff(const json_t *a, const json_t *b);

#endif
