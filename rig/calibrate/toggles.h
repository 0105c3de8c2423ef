/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What hilrigd --readback printed, checked: a board may be anybody's.
 *
 * Context of all: any but RT.
 */
#ifndef HIL_CALIBRATE_TOGGLES_H
#define HIL_CALIBRATE_TOGGLES_H

#include <jansson.h>

#include "calibration/readback.h"
#include "daemon/base/attr.h"

/**
 * hil_toggles_judge() - cost and delays from the samples of an answer
 * @answer: of hilrigd --readback
 *
 * Return: 0; -EBADMSG no samples, or one that cannot be; else as
 * hil_readback_judge().
 */
int hil_toggles_judge(const json_t *answer,
		      struct hil_readback *r) HIL_MUST_CHECK;

#endif
