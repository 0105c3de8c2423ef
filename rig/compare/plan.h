/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order blocks are measured. */
#ifndef HIL_COMPARE_PLAN_H
#define HIL_COMPARE_PLAN_H

#include <stddef.h>
#include <stdint.h>

/**
 * hil_plan_make() - order of @rounds rounds with one block of each variant
 * @seed: of the order
 * @order: result, @rounds * @variants indices, round by round
 *
 * Rounds come in twos: one in random order, one in the reverse of it (ABBA for
 * two variants). What drifts in a straight line over the two meets every
 * variant alike, and over many every variant follows every other.
 *
 * Context: any.
 * Source: W. G. Cochran, G. M. Cox, Experimental Designs, 2nd ed., 4.6
 * (balance against trend by reversal).
 */
void hil_plan_make(uint64_t seed, size_t rounds, size_t variants,
		   size_t *order);

/**
 * hil_plan_fit() - rounds and length of a block for a time
 * @total_s: of all
 * @extra_s: that each block costs besides
 * @block_s: wish, 0: about 10 rounds; result
 *
 * Return: rounds, 1 or more, even when that is longer than @total_s.
 */
size_t hil_plan_fit(double total_s, size_t variants, double extra_s,
		    double *block_s);

#endif
