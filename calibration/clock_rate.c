/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rate of the analyzer's clock from the earliest arrivals. */
#include "calibration/clock_rate.h"

#include <errno.h>
#include <math.h>

#define PIECES 12
#define LEAST  (4 * PIECES)

/* Of each piece the moment with the least delay. */
static void earliest(const int64_t *at_ns, const int64_t *seen_ns, size_t count,
		     double *x, double *y)
{
	for (size_t p = 0; p < PIECES; p++) {
		size_t best = p * count / PIECES;

		for (size_t i = best; i < (p + 1) * count / PIECES; i++)
			if (seen_ns[i] - at_ns[i] < seen_ns[best] - at_ns[best])
				best = i;
		x[p] = (double)(at_ns[best] - at_ns[0]);
		y[p] = (double)(seen_ns[best] - at_ns[best] -
				(seen_ns[0] - at_ns[0]));
	}
}

int hil_clock_rate(const int64_t *at_ns, const int64_t *seen_ns, size_t count,
		   struct hil_clock_rate *r)
{
	double x[PIECES], y[PIECES], mx = 0, my = 0, xx = 0, xy = 0, rest = 0;
	double slope;

	*r = (struct hil_clock_rate){ 0 };
	if (count < LEAST || at_ns[count - 1] - at_ns[0] < 1000000000)
		return -ENODATA;
	earliest(at_ns, seen_ns, count, x, y);
	for (size_t p = 0; p < PIECES; p++) {
		mx += x[p] / PIECES;
		my += y[p] / PIECES;
	}
	for (size_t p = 0; p < PIECES; p++) {
		xx += (x[p] - mx) * (x[p] - mx);
		xy += (x[p] - mx) * (y[p] - my);
	}
	slope = xy / xx;
	for (size_t p = 0; p < PIECES; p++)
		rest += pow(y[p] - my - slope * (x[p] - mx), 2);
	r->span_s = (double)(at_ns[count - 1] - at_ns[0]) / 1e9;
	/* the delay grows when the analyzer's time falls behind */
	r->fast_ppm = -slope / (1 + slope) * 1e6;
	r->u_ppm = sqrt(rest / (PIECES - 2) / xx) * 1e6;
	return 0;
}
