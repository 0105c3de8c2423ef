/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is one arm slower than another? Two arms are measured in rounds: each round
 * holds one block of each, close in time and in an order that is balanced over
 * the rounds, so that what drifts slowly meets both alike. What one round says
 * is one number, the difference of a summary of its two blocks; edges inside a
 * block may depend on each other as they like.
 *
 * Without a difference the two blocks of a round are exchangeable, so their
 * difference is as likely d as -d. That alone gives exact intervals: the means
 * of all subsets of the rounds' differences cut the line into pieces that hold
 * the true difference with equal probability. No shape is assumed, 6 rounds
 * suffice for 95 %, and the interval is the inversion of the permutation test
 * that swaps blocks within rounds.
 *
 * What drifts is taken out first: the slope of both arms' common level, from
 * the rounds before and after, times the time between the two blocks. The
 * common level does not change when the blocks of a round are swapped, so the
 * test stays exact.
 *
 * Source: J. A. Hartigan, Using subsample values as typical values, JASA 64
 * (1969) 1303-1317; J. S. Maritz, A note on exact robust confidence intervals
 * for location, Biometrika 66 (1979) 163-166; R. A. Fisher, The Design of
 * Experiments (1935), section 21; P. R. Rosenbaum, Covariance adjustment in
 * randomized experiments, Statistical Science 17 (2002) 286-327. Equivalence by
 * two one-sided tests: D. J. Schuirmann, J. Pharmacokinetics and
 * Biopharmaceutics 15 (1987) 657-680.
 */
#ifndef HIL_CALIBRATION_COMPARE_H
#define HIL_CALIBRATION_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

/* What is compared of a block. */
enum hil_compare_quantity {
	HIL_COMPARE_MEAN,
	HIL_COMPARE_P50,
	HIL_COMPARE_P99,
	HIL_COMPARE_MAX,    /* of a block: grows with the block's length */
	HIL_COMPARE_JITTER, /* standard deviation in a block */
	HIL_COMPARE_QUANTITIES
};

/** hil_compare_quantity_name() - "mean", "p50", "p99", "max", "jitter" */
const char *hil_compare_quantity_name(enum hil_compare_quantity q);

/* One block of one arm. */
struct hil_compare_block {
	uint64_t count; /* 0: the whole round is left out */
	double at_s;    /* its middle, on a clock that all blocks share; equal
			 * times in both arms: no drift is taken out */
	double value_ns[HIL_COMPARE_QUANTITIES];
};

/**
 * hil_compare_block() - sum up one block
 * @value_ns: @count values in any order; left in another order. Their sum
 *	must fit into 63 bits.
 *
 * Quantiles are the smallest value that at least that fraction does not
 * exceed. One value has jitter 0.
 * Context: any; O(count).
 */
struct hil_compare_block hil_compare_block(int64_t *value_ns, size_t count);

enum hil_compare_verdict {
	HIL_COMPARE_NO_DIFFERENCE, /* none larger than the margin */
	HIL_COMPARE_DIFFERS,
	HIL_COMPARE_NOT_ENOUGH
};

/** hil_compare_verdict_name() - "no_difference", "differs", "not_enough" */
const char *hil_compare_verdict_name(enum hil_compare_verdict v);

#define HIL_COMPARE_EXACT_ROUNDS 12   /* up to here all subsets are taken */
#define HIL_COMPARE_SUBSETS      9999 /* above, so many at random */
#define HIL_COMPARE_LEAST_ROUNDS 6    /* for an interval of 95 % */
#define HIL_COMPARE_MOST_ROUNDS  4096
#define HIL_COMPARE_MORE_MOST    1000000

struct hil_compare_options {
	double margin_ns; /* difference that does not matter; 0: any does */
	uint64_t seed;    /* of the random subsets */
};

struct hil_compare_result {
	enum hil_compare_verdict verdict;
	bool beyond_margin;     /* the interval lies outside the margin */
	size_t rounds;          /* that held both blocks */
	double difference_ns;   /* mean over the rounds of b - a, less drift */
	bool interval;          /* the limits are known */
	double low_ns, high_ns; /* 95 % interval of the difference */
	double within_ns; /* no difference larger than this, at 95 %: where the
			   * two one-sided tests stop to hold */
	double p;         /* of the permutation test of no difference */
	uint64_t more_rounds; /* NOT_ENOUGH: about so many are wanting;
			       * HIL_COMPARE_MORE_MOST: so many or more */
	uint64_t subsets;     /* 2^rounds, or HIL_COMPARE_SUBSETS + 1 */
	uint64_t seed;
};

/**
 * hil_compare() - one quantity of arm @b against arm @a
 * @a, @b: @rounds blocks each, round by round
 *
 * Verdict: NO_DIFFERENCE when both one-sided tests at 5 % put the difference
 * inside the margin; else DIFFERS when the 95 % interval leaves out 0; else
 * NOT_ENOUGH. Each verdict stands alone: of twenty arms that are equal about
 * one is called different.
 *
 * Context: any but RT. Memory for the subsets is taken and given back.
 * Return: 0; -EINVAL above HIL_COMPARE_MOST_ROUNDS or a margin below 0;
 * -ENOMEM.
 */
int hil_compare(const struct hil_compare_block *a,
		const struct hil_compare_block *b, size_t rounds,
		enum hil_compare_quantity q,
		const struct hil_compare_options *o,
		struct hil_compare_result *r) HIL_MUST_CHECK;

#endif
