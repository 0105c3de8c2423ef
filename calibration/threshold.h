/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Slow edges. An edge that takes t to climb by V volts is seen when it crosses
 * the analyzer's threshold v above its lower level, t v / V after its
 * beginning, and a falling one t (1 - v / V) after it. So the same edges with
 * other high levels are seen high for another time: W + t - 2 (t v) / V. A
 * straight line over 1 / V gives the product t v of a channel; the way two
 * channels' difference moves gives how far their thresholds are apart.
 *
 * Context of all: any.
 */
#ifndef HIL_CALIBRATION_THRESHOLD_H
#define HIL_CALIBRATION_THRESHOLD_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_THRESHOLD_LEVELS 8 /* most */

/* A mean with its standard uncertainty. */
struct hil_threshold_mean {
	double value, u;
};

/* What was seen at one level. */
struct hil_threshold_level {
	double volts; /* from the lower level to the high one */
	struct hil_threshold_mean high_ns[2]; /* time seen high, by channel */
	struct hil_threshold_mean skew_ns;    /* second less first channel */
};

struct hil_threshold {
	struct hil_threshold_mean product_v_ns[2]; /* t v */
	struct hil_threshold_mean apart_v_ns; /* t times the difference of both
					       * thresholds, from the skew */
	struct hil_threshold_mean crossing_ns[2]; /* t v / V at the first level
						   */
	double limit_ns; /* a run's latency is off by no more, k = 2 */
	double u_ns;     /* of that, as limits without a preferred value */
};

/**
 * hil_threshold_high() - mean time that a channel is seen high
 * @rise, @fall: sample indices, ascending, @rises and @falls
 * @step_ns: one sample
 *
 * The tenth at either end of the sorted times is left out: a generator whose
 * host stalls makes a few wild ones. Return: 0; -ENODATA fewer than 100.
 */
int hil_threshold_high(const uint64_t *rise, size_t rises, const uint64_t *fall,
		       size_t falls, double step_ns,
		       struct hil_threshold_mean *mean) HIL_MUST_CHECK;

/**
 * hil_threshold_fit() - products, crossing times and what they leave open
 * @level: @count levels; the first is that of ordinary runs. When the last is
 *	the same again, what it differs by is part of each uncertainty: the
 *	generator repeats itself no better
 *
 * The board switches somewhere between the beginning of an edge and as long
 * behind the analyzer's crossing: these are the limits of the stimulus.
 *
 * Return: 0; -ENODATA fewer than two different levels.
 * Source: weighted least squares; JCGM 100:2008, 4.3.7.
 */
int hil_threshold_fit(const struct hil_threshold_level *level, size_t count,
		      struct hil_threshold *r) HIL_MUST_CHECK;

#endif
