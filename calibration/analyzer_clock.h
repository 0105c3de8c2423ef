/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The analyzer's clock: sample indices as nanoseconds, exactly. A rate need
 * not be a whole number of ns (24 MS/s is 125/3 ns a sample), so times are
 * made from the index by integer arithmetic each time and never added up.
 */
#ifndef HIL_CALIBRATION_ANALYZER_CLOCK_H
#define HIL_CALIBRATION_ANALYZER_CLOCK_H

#include <stdint.h>

#include "daemon/base/attr.h"

/* One sample lasts ns_num / ns_den nanoseconds, in lowest terms. */
struct hil_analyzer_clock {
	uint64_t ns_num;
	uint64_t ns_den;
	uint64_t safe_samples; /* up to here 64 bits suffice */
};

/* An analyzer's rate is taken to be within this of what it says; a relative
 * deviation. More is a fault of the analyzer. */
#define HIL_ANALYZER_CLOCK_TOLERANCE 300e-6

/* Times beyond this, 36 years, are clamped to it. */
#define HIL_ANALYZER_CLOCK_MAX_NS (INT64_C(1) << 60)

/**
 * hil_analyzer_clock_init() - a clock of @rate_num / @rate_den Hz
 *
 * Context: any.
 * Return: 0; -ERANGE the rate is 0, its parts are above 10^12 or 10^9, or it
 * is below 1 mHz.
 */
int hil_analyzer_clock_init(struct hil_analyzer_clock *c, uint64_t rate_num,
			    uint64_t rate_den) HIL_MUST_CHECK;

/**
 * hil_analyzer_clock_ns() - time of a sample index, or length of so many
 * samples
 *
 * Context: any.
 * Return: ns, rounded to nearest, a half upwards; the error is at most 0.5 ns
 * for any index.
 */
int64_t hil_analyzer_clock_ns(const struct hil_analyzer_clock *c,
			      uint64_t samples);

/**
 * hil_analyzer_clock_span() - signed time from one sample index to another
 *
 * Return: ns, antisymmetric in its arguments.
 */
int64_t hil_analyzer_clock_span(const struct hil_analyzer_clock *c,
				uint64_t from, uint64_t to);

/**
 * hil_analyzer_clock_samples() - how many whole samples fit into a time
 * @ns: 0 or more
 *
 * Return: samples, rounded down.
 */
uint64_t hil_analyzer_clock_samples(const struct hil_analyzer_clock *c,
				    int64_t ns);

/** hil_analyzer_clock_period_ns() - length of one sample */
double hil_analyzer_clock_period_ns(const struct hil_analyzer_clock *c);

#endif
