/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One quantity while it is being measured. All sums are whole numbers, so the
 * order in which values come leaves no trace in the last bit of a mean.
 */
#ifndef HIL_LEDGER_TALLY_H
#define HIL_LEDGER_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "rig/ledger/result.h"

__extension__ typedef __int128 hil_wide;

struct hil_tally {
	struct hil_histogram *histogram; /* NULL: not tallied */
	struct hil_series *series;
	hil_wide squares_ns2;
	uint64_t refused; /* beyond +-HIL_TALLY_MAX_NS: in no sum */
};

/* 39 hours: the square of 2^32 of them still fits into 128 bits. */
#define HIL_TALLY_MAX_NS (INT64_C(1) << 47)

/** hil_tally_init() - Return: 0 or -ENOMEM (nothing is held then) */
int hil_tally_init(struct hil_tally *t) HIL_MUST_CHECK;
void hil_tally_free(struct hil_tally *t);

/**
 * hil_tally_add() - one value
 * @at_ns: since the run's first sample, for the series
 */
void hil_tally_add(struct hil_tally *t, int64_t at_ns, int64_t value_ns);

/**
 * hil_tally_finish() - move everything into a distribution
 * @u_ns: standard uncertainty of one value
 *
 * Mean and standard deviation (with count - 1) are exact up to the last
 * rounding; quantiles are known within 1/1024, bounds are widened to the
 * edges of their buckets.
 */
void hil_tally_finish(struct hil_tally *t, double u_ns,
		      struct hil_distribution *d);

#endif
