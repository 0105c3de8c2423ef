/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the instruments, as a stored run carries it. */
#ifndef HIL_RUN_EFFECTS_H
#define HIL_RUN_EFFECTS_H

#include <jansson.h>

#include "daemon/base/attr.h"
#include "rig/ledger/ledger.h"

/**
 * hil_effects_to_json() - {"skew_ns": {"value": …, "u": …}, …}, null for what
 *	is not known
 *
 * Return: new reference; NULL without memory.
 */
json_t *hil_effects_to_json(const struct hil_ledger_calibration *c);

/**
 * hil_effects_from_json() - Return: 0; -EBADMSG a number is missing or absurd
 * @json: NULL: nothing is known
 */
int hil_effects_from_json(const json_t *json,
			  struct hil_ledger_calibration *c) HIL_MUST_CHECK;

#endif
