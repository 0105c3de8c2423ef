/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least squares from exact sums. Sums about whole numbers near the means are
 * formed in integers, so nothing cancels in floating point. */
#include "calibration/clock_squares.h"

#include <math.h>
#include <string.h>

#define NS_PER_US 1000
#define T_MAX     (INT64_C(1) << 50) /* us */
#define Y_MAX     (INT64_C(1) << 41) /* half ns */

typedef hil_squares_wide wide;

void hil_clock_squares_init(struct hil_clock_squares *s)
{
	memset(s, 0, sizeof(*s));
}

/* 2^27 rows of these sizes stay within 128 bits; of a week, any number. */
static int64_t within(int64_t value, int64_t most)
{
	if (value > most)
		return most;
	return value < -most ? -most : value;
}

void hil_clock_squares_add(struct hil_clock_squares *s, int64_t at_ns,
			   int64_t upper_ns, int64_t lower_ns)
{
	int64_t t, y;

	if (!s->count)
		s->base_ns = at_ns;
	t = within((at_ns - s->base_ns) / NS_PER_US, T_MAX);
	y = within(upper_ns, Y_MAX / 2) + within(lower_ns, Y_MAX / 2);
	s->count++;
	s->t += t;
	s->y += y;
	s->tt += (wide)t * t;
	s->ty += (wide)t * y;
	s->yy += (wide)y * y;
}

/* Sum of (a - mean a)(b - mean b), of sums over n rows. */
static double central(wide ab, wide a, wide b, wide n)
{
	wide ma = a / n, mb = b / n;
	double rest = (double)(a - n * ma) * (double)(b - n * mb) / (double)n;

	return (double)(ab - ma * b - mb * a + n * ma * mb) - rest;
}

struct hil_clock_squares_line
hil_clock_squares_line(const struct hil_clock_squares *s)
{
	struct hil_clock_squares_line line = { 0 };
	wide n = (wide)s->count;
	double tt, ty, yy, slope, rest;

	if (!n)
		return line;
	tt = central(s->tt, s->t, s->t, n);
	ty = central(s->ty, s->t, s->y, n);
	yy = central(s->yy, s->y, s->y, n);
	slope = tt > 0.0 ? ty / tt : 0.0; /* half ns per us */
	rest = yy - slope * ty;
	line.drift = slope / 2.0 / NS_PER_US;
	line.offset_ns = (double)s->y / (double)n / 2.0;
	line.at_ns = s->base_ns + (int64_t)(s->t / n) * NS_PER_US;
	line.rms_ns = rest > 0.0 ? sqrt(rest / (double)n) / 2.0 : 0.0;
	/* the mean time is rounded down to a us: move the offset there, too */
	line.offset_ns -= line.drift * NS_PER_US *
			  (double)(s->t - n * (s->t / n)) / (double)n;
	return line;
}
