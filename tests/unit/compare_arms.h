/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulated latencies of two arms as a real rig gives them: skewed, each edge
 * depends on the one before, each block has an offset of its own, and the
 * whole drifts while the run goes on.
 */
#ifndef HIL_UNIT_COMPARE_ARMS_H
#define HIL_UNIT_COMPARE_ARMS_H

#include <stddef.h>
#include <stdint.h>

#include "calibration/compare.h"
#include "calibration/compare_random.h"

#define ARMS_ROUNDS 10
#define ARMS_EDGES  2000

/*
 * 60 us and a lognormal of mean 20 us with 0.5 as deviation of its logarithm:
 * sigma = 20 us * sqrt(exp(0.25) - 1) = 10.659 us, and with the logarithm's
 * mean ln(20000) - 0.125 the quantiles are 60 us + 20 us * exp(0.5 z - 0.125):
 * z = 1.644854 and 2.326348 give 100.172 and 116.481 us.
 */
#define ARMS_MEAN_NS  80000.0
#define ARMS_SIGMA_NS 10659.0
#define ARMS_P95_NS   100172.0
#define ARMS_P99_NS   116481.0

struct arms {
	struct hil_compare_random random;
	double offset_ns[2][ARMS_ROUNDS]; /* drift and the block's own */
	int64_t value_ns[2][ARMS_ROUNDS][ARMS_EDGES];
};

/* How the second arm is made to differ; all 0: not at all. */
struct arms_plant {
	double shift_ns;  /* of every value */
	double p99_ns;    /* of the 99th percentile, by stretching the tail */
	double jitter_ns; /* of the standard deviation, by stretching all */
};

/** arms_normal() - a standard normal number (polar method of Marsaglia) */
double arms_normal(struct hil_compare_random *r);

/** arms_draw() - two arms that do not differ, in the order ABBA ABBA … */
void arms_draw(struct arms *a);

/** arms_blocks() - sum up one arm's blocks after planting a difference */
void arms_blocks(const struct arms *a, unsigned int arm,
		 const struct arms_plant *plant,
		 struct hil_compare_block block[ARMS_ROUNDS]);

#endif
