/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulation behind the truth tests of the comparison. */
#include "tests/unit/compare_arms.h"

#include <math.h>

#define FOLLOW     0.5  /* correlation of one edge with the next */
#define BLOCK_OWN  0.02 /* deviation of a block's offset, in sigma */
#define DRIFT      0.5  /* from the first to the last block, in sigma */
#define SWING      0.2  /* of a slow wave on top, in sigma */
#define SWING_RATE 0.25 /* radians a block */

double arms_normal(struct hil_compare_random *r)
{
	double u, v, s;

	do {
		u = (double)(hil_compare_random_next(r) >> 11) * 0x1p-52 - 1.0;
		v = (double)(hil_compare_random_next(r) >> 11) * 0x1p-52 - 1.0;
		s = u * u + v * v;
	} while (s >= 1.0 || s == 0.0);
	return u * sqrt(-2.0 * log(s) / s);
}

static void draw_block(struct arms *a, unsigned int arm, size_t round,
		       size_t place)
{
	double slow = DRIFT * ((double)place / (2.0 * ARMS_ROUNDS - 1) - 0.5) +
		      SWING * sin(SWING_RATE * (double)place);
	double own = BLOCK_OWN * arms_normal(&a->random);
	double g = arms_normal(&a->random);
	size_t i;

	a->offset_ns[arm][round] = (slow + own) * ARMS_SIGMA_NS;
	for (i = 0; i < ARMS_EDGES; i++) {
		g = FOLLOW * g +
		    sqrt(1 - FOLLOW * FOLLOW) * arms_normal(&a->random);
		a->value_ns[arm][round][i] =
			llrint(60000.0 + 20000.0 * exp(0.5 * g - 0.125) +
			       a->offset_ns[arm][round]);
	}
}

void arms_draw(struct arms *a)
{
	size_t round;

	for (round = 0; round < ARMS_ROUNDS; round++) {
		unsigned int first = round % 2;

		draw_block(a, first, round, 2 * round);
		draw_block(a, 1 - first, round, 2 * round + 1);
	}
}

static int64_t plant_value(double value, const struct arms_plant *p)
{
	double planted = value + p->shift_ns;

	planted += (value - ARMS_MEAN_NS) * p->jitter_ns / ARMS_SIGMA_NS;
	if (value > ARMS_P95_NS)
		planted += (value - ARMS_P95_NS) * p->p99_ns /
			   (ARMS_P99_NS - ARMS_P95_NS);
	return llrint(planted - value);
}

void arms_blocks(const struct arms *a, unsigned int arm,
		 const struct arms_plant *plant,
		 struct hil_compare_block block[ARMS_ROUNDS])
{
	int64_t value_ns[ARMS_EDGES];
	size_t round, i;

	for (round = 0; round < ARMS_ROUNDS; round++) {
		for (i = 0; i < ARMS_EDGES; i++) {
			int64_t v = a->value_ns[arm][round][i];

			value_ns[i] =
				v +
				plant_value((double)v -
						    a->offset_ns[arm][round],
					    plant);
		}
		block[round] = hil_compare_block(value_ns, ARMS_EDGES);
		block[round].at_s =
			(double)(2 * round + (round % 2 ? 1 - arm : arm));
	}
}
