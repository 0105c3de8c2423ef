/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers that are the same on every machine for the same seed. */
#ifndef HIL_CALIBRATION_COMPARE_RANDOM_H
#define HIL_CALIBRATION_COMPARE_RANDOM_H

#include <stdint.h>

struct hil_compare_random {
	uint64_t state;
};

/**
 * hil_compare_random_next() - 64 random bits
 *
 * Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom
 * number generators, OOPSLA 2014 (splitmix64).
 */
uint64_t hil_compare_random_next(struct hil_compare_random *r);

/**
 * hil_compare_random_below() - a number from 0 to @bound - 1
 * @bound: 1 or more
 *
 * All are equally likely: what does not fit a multiple of @bound is drawn
 * again.
 */
uint64_t hil_compare_random_below(struct hil_compare_random *r, uint64_t bound);

#endif
