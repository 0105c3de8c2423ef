/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The analyzer's clock against another one, from the moments at which samples
 * were in hand. A sample can be in hand late, never early: of each piece of
 * the run the earliest moment counts, and a line through these gives the rate.
 */
#ifndef HIL_CALIBRATION_CLOCK_RATE_H
#define HIL_CALIBRATION_CLOCK_RATE_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_clock_rate {
	double fast_ppm; /* the analyzer's clock runs fast by this */
	double u_ppm;    /* of the line; the reference's own not included */
	double span_s;
};

/**
 * hil_clock_rate() - rate of a clock against a reference
 * @at_ns: time by the clock under test, ascending, @count
 * @seen_ns: time by the reference when that much was in hand
 *
 * Source: line of least squares through the minima of 12 pieces; u from its
 * residuals, GUM H.3.
 * Context: any but RT; O(count).
 * Return: 0; -ENODATA fewer than 48 moments or less than 1 s.
 */
int hil_clock_rate(const int64_t *at_ns, const int64_t *seen_ns, size_t count,
		   struct hil_clock_rate *r) HIL_MUST_CHECK;

#endif
