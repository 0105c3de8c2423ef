/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/random.h"

#include <math.h>

int64_t hil_random_exponential(struct hil_random *r, int64_t mean_ns)
{
	double u = ((double)(hil_random_next(r) >> 11) + 0.5) * 0x1p-53;

	return (int64_t)(-log(u) * (double)mean_ns);
}
