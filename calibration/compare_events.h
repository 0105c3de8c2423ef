/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Are values near certain events larger than others? The events of a garbage
 * collector and the latencies of edges, for example. All events are moved
 * together around the time that was measured: that keeps how events cluster
 * and how values depend on each other, and breaks only what ties the two
 * together.
 *
 * Source: H. W. Lotwick, B. W. Silverman, Methods for analysing spatial
 * processes of several types of points, J. R. Statist. Soc. B 44 (1982)
 * 406-413 (toroidal shift); B. Phipson, G. K. Smyth, Permutation P-values
 * should never be zero, Stat. Appl. Genet. Mol. Biol. 9 (2010), 39.
 */
#ifndef HIL_CALIBRATION_COMPARE_EVENTS_H
#define HIL_CALIBRATION_COMPARE_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

/* Values over time and events, both in order of time, on one clock. */
struct hil_events_data {
	const int64_t *at_ns, *value_ns; /* @count each */
	size_t count;
	const int64_t *event_ns; /* @events */
	size_t events;
};

struct hil_events_options {
	int64_t span_ns;   /* all times are from 0 to below this */
	int64_t window_ns; /* a value so soon after an event is near it */
	uint64_t shifts;   /* of the permutation test; 999 is usual */
	uint64_t seed;
};

struct hil_events_effect {
	uint64_t near, far; /* values */
	double near_mean_ns, far_mean_ns;
	double p; /* of "not slower near events", one-sided; 1 where one side
		   * has no value */
	uint64_t shifts, seed;
};

/**
 * hil_compare_events() - mean of the values near events against the others
 *
 * Context: any but RT; O(count + shifts * events * log(count)). The sum of
 * all values must fit into 63 bits.
 * Return: 0; -EINVAL a time is out of order or of the span; -ENOMEM.
 */
int hil_compare_events(const struct hil_events_data *data,
		       const struct hil_events_options *o,
		       struct hil_events_effect *effect) HIL_MUST_CHECK;

#endif
