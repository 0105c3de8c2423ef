/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splitmix64: one word of state, any seed is a good one. */
#include "calibration/compare_random.h"

uint64_t hil_compare_random_next(struct hil_compare_random *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t hil_compare_random_below(struct hil_compare_random *r, uint64_t bound)
{
	uint64_t least = (UINT64_MAX - bound + 1) % bound; /* 2^64 mod bound */
	uint64_t draw;

	do
		draw = hil_compare_random_next(r);
	while (draw < least);
	return draw % bound;
}
