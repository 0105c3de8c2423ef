/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison's marks: what its rows do not say, stored in the run's manifest
 * so that the rest can be computed again. */
#ifndef HIL_COMPARE_MARKS_H
#define HIL_COMPARE_MARKS_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/compare/comparison.h"

#define HIL_MARKS_SCHEMA "hilrig-comparison-1"

/* Collections of all arms. Manifests have a largest size. */
#define HIL_MARKS_COLLECTIONS ((size_t)100000)

/**
 * hil_marks_to_json() - plan, spans of the blocks, variants, front ends
 * @c: measured, not yet judged
 *
 * Collections above HIL_MARKS_COLLECTIONS are left out as a whole: their
 * effect is unknown then.
 *
 * Context: any but RT. Return: new reference; NULL without memory.
 */
json_t *hil_marks_to_json(const struct hil_comparison *c);

#define HIL_MARKS_PROBLEM 160

/**
 * hil_marks_from_json() - a comparison that waits for its rows
 * @marks: of anybody; nothing in it is believed
 * @c: result, by hil_comparison_init(); empty after an error
 * @variants: result, zeroed before; c borrows from it
 * @problem: result after -EBADMSG: what is wrong where
 *
 * Context: any but RT. Return: 0; -EBADMSG; -ENOMEM.
 */
int hil_marks_from_json(const json_t *marks, struct hil_comparison *c,
			struct hil_variants *variants,
			char problem[HIL_MARKS_PROBLEM]) HIL_MUST_CHECK;

#endif
