/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Confidence bounds of a quantile from order statistics: no assumption about
 * the shape of the distribution, only that values are independent. */
#ifndef HIL_CALIBRATION_QUANTILE_BOUNDS_H
#define HIL_CALIBRATION_QUANTILE_BOUNDS_H

#include <stdint.h>

/* Ranks from 1; 0: the count is too small for that bound. */
struct hil_quantile_bounds {
	uint64_t low;
	uint64_t high;
};

/**
 * hil_quantile_bounds() - ranks between which a quantile lies with 95 %
 * @count: number of values
 * @q: the quantile, above 0 and below 1
 *
 * The number B of values below the quantile is binomial(count, q). With the
 * largest low so that P(B < low) <= 2.5 % and the smallest high so that
 * P(B >= high) <= 2.5 %, the quantile lies in [X(low), X(high)] with at least
 * 95 %. Values that depend on each other (a latency that follows another's
 * cause) make the true confidence lower.
 *
 * Context: any but RT; O(sqrt(count)).
 * Return: the ranks.
 * Source: H. A. David, H. N. Nagaraja, Order Statistics, 3rd ed., 7.1; J.-Y.
 * Le Boudec, Performance Evaluation of Computer and Communication Systems,
 * theorem 2.1.
 */
struct hil_quantile_bounds hil_quantile_bounds(uint64_t count, double q);

#endif
