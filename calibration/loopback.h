/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One signal on two channels: what the analyzer itself makes of a latency of
 * nothing. The mean difference is the skew, its spread the floor below which
 * no latency can be told from another.
 */
#ifndef HIL_CALIBRATION_LOOPBACK_H
#define HIL_CALIBRATION_LOOPBACK_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

struct hil_loopback {
	uint64_t pairs;
	uint64_t unmatched; /* edges of either channel without the other's */
	double skew_ns;     /* mean of second less first channel */
	double u_ns;        /* its standard uncertainty */
	double stddev_ns, min_ns, max_ns; /* of one difference */
	double drift_ns; /* mean of the last half less that of the first */
};

/**
 * hil_loopback_judge() - differences between two channels that see one signal
 * @a, @b: sample indices of edges of one direction, ascending
 * @step_ns: one sample
 *
 * Each edge of @a goes with the nearest one of @b that is closer than a
 * quarter of the shortest interval of @a. u: deviation of the mean, and what
 * sampling leaves when the signal is locked to the analyzer's clock.
 *
 * Context: any but RT; O(edges).
 * Return: 0; -ENODATA fewer than 100 pairs, or more unmatched edges than one
 * in a hundred: this is no loopback; -ENOMEM.
 */
int hil_loopback_judge(const uint64_t *a, size_t a_count, const uint64_t *b,
		       size_t b_count, double step_ns,
		       struct hil_loopback *r) HIL_MUST_CHECK;

/**
 * hil_loopback_fixed() - largest error that sampling leaves in a mean time of
 *	the edges of one channel
 * @a: sample indices, ascending
 *
 * Return: in samples, see hil_phase_fixed().
 */
double hil_loopback_fixed(const uint64_t *a, size_t count);

#endif
