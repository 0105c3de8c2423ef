/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers from a seed, the same on every machine. */
#ifndef HIL_SIM_RANDOM_H
#define HIL_SIM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct hil_random {
	uint64_t state;
};

/** hil_random_next() - 64 bits. Source: S. Vigna, splitmix64.c, 2015. */
static inline uint64_t hil_random_next(struct hil_random *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/** hil_random_below() - 0 to @n - 1, @n < 2^32 */
static inline int64_t hil_random_below(struct hil_random *r, int64_t n)
{
	return n > 0 ? (int64_t)((hil_random_next(r) >> 32) * (uint64_t)n >> 32)
		     : 0;
}

/** hil_random_chance() - true with probability @p */
static inline bool hil_random_chance(struct hil_random *r, double p)
{
	return p > 0.0 && (double)(hil_random_next(r) >> 11) * 0x1p-53 < p;
}

/** hil_random_exponential() - mean @mean_ns, whole ns */
int64_t hil_random_exponential(struct hil_random *r, int64_t mean_ns);

#endif
