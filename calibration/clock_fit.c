/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Convex hulls of inequalities, kept in whole ns: the turn of three points is
 * decided by exact integers. Both sides use the same code, the lower one with
 * its offsets negated ("-offset <= -l").
 */
#include "calibration/clock_fit.h"

#include <string.h>

#include "calibration/clock_bounds.h"

#define DRIFT_MAX ((double)HIL_CLOCK_DRIFT_PPB * 1e-9)

__extension__ typedef __int128 wide;

void hil_clock_fit_init(struct hil_clock_fit *f)
{
	f->upper.count = 0;
	f->lower.count = 0;
}

/* Is vertex @i on or above the chord from i - 1 to the point: no constraint. */
static bool is_idle(const struct hil_clock_hull *h, size_t i, int64_t at_ns,
		    int64_t offset_ns)
{
	wide dx = at_ns - h->at_ns[i - 1];
	wide dy = offset_ns - h->offset_ns[i - 1];

	return (wide)(h->offset_ns[i] - h->offset_ns[i - 1]) * dx >=
	       dy * (h->at_ns[i] - h->at_ns[i - 1]);
}

/* How far vertex @i hangs below the chord of its neighbours. */
static double depth(const struct hil_clock_hull *h, size_t i)
{
	double dx = (double)(h->at_ns[i + 1] - h->at_ns[i - 1]);
	double dy = (double)(h->offset_ns[i + 1] - h->offset_ns[i - 1]);
	double part = (double)(h->at_ns[i] - h->at_ns[i - 1]);

	return (double)h->offset_ns[i - 1] + dy * part / dx -
	       (double)h->offset_ns[i];
}

static void drop_flattest(struct hil_clock_hull *h)
{
	size_t flattest = 1;

	for (size_t i = 2; i + 1 < h->count; i++)
		if (depth(h, i) < depth(h, flattest))
			flattest = i;
	h->count--;
	memmove(&h->at_ns[flattest], &h->at_ns[flattest + 1],
		(h->count - flattest) * sizeof(h->at_ns[0]));
	memmove(&h->offset_ns[flattest], &h->offset_ns[flattest + 1],
		(h->count - flattest) * sizeof(h->offset_ns[0]));
}

static void add(struct hil_clock_hull *h, int64_t at_ns, int64_t offset_ns)
{
	if (h->count && h->at_ns[h->count - 1] >= at_ns) {
		if (offset_ns >= h->offset_ns[h->count - 1])
			return;
		at_ns = h->at_ns[h->count - 1];
		h->count--;
	}
	while (h->count > 1 && is_idle(h, h->count - 1, at_ns, offset_ns))
		h->count--;
	if (h->count == HIL_CLOCK_HULL)
		drop_flattest(h);
	h->at_ns[h->count] = at_ns;
	h->offset_ns[h->count++] = offset_ns;
}

void hil_clock_fit_upper(struct hil_clock_fit *f, int64_t at_ns,
			 int64_t offset_ns)
{
	add(&f->upper, at_ns, offset_ns);
}

void hil_clock_fit_lower(struct hil_clock_fit *f, int64_t at_ns,
			 int64_t offset_ns)
{
	add(&f->lower, at_ns, -offset_ns);
}

void hil_clock_fit_merge(struct hil_clock_fit *f,
			 const struct hil_clock_fit *later)
{
	for (size_t i = 0; i < later->upper.count; i++)
		add(&f->upper, later->upper.at_ns[i],
		    later->upper.offset_ns[i]);
	for (size_t i = 0; i < later->lower.count; i++)
		add(&f->lower, later->lower.at_ns[i],
		    later->lower.offset_ns[i]);
}

/* The most that a line below all points can be at @at_ns. */
static double limit_at(const struct hil_clock_hull *h, double slope_low,
		       double slope_high, int64_t at_ns)
{
	double least = 0.0;

	for (size_t i = 0; i < h->count; i++) {
		double dx = (double)(at_ns - h->at_ns[i]);
		double y = (double)h->offset_ns[i] +
			   dx * (dx > 0.0 ? slope_high : slope_low);

		if (!i || y < least)
			least = y;
	}
	return least;
}

bool hil_clock_fit_at(const struct hil_clock_fit *f,
		      const struct hil_clock_line *line, int64_t at_ns,
		      double *low_ns, double *high_ns)
{
	if (!f->upper.count || !f->lower.count)
		return false;
	*high_ns =
		limit_at(&f->upper, line->drift_low, line->drift_high, at_ns);
	*low_ns = -limit_at(&f->lower, -line->drift_high, -line->drift_low,
			    at_ns);
	return true;
}

/* Smallest height of the hull over a line of this slope through the origin
 * @from_ns, which keeps the numbers small. */
static double height(const struct hil_clock_hull *h, double slope,
		     int64_t from_ns, int64_t base_ns)
{
	double least = 0.0;

	for (size_t i = 0; i < h->count; i++) {
		double y = (double)(h->offset_ns[i] - base_ns) -
			   slope * (double)(h->at_ns[i] - from_ns);

		if (!i || y < least)
			least = y;
	}
	return least;
}

static double distance(const struct hil_clock_fit *f, double slope)
{
	int64_t from_ns = f->upper.at_ns[0];
	int64_t base_ns = f->upper.offset_ns[0];

	return height(&f->upper, slope, from_ns, base_ns) +
	       height(&f->lower, -slope, from_ns, -base_ns);
}

static void try_slope(const struct hil_clock_fit *f, double slope,
		      struct hil_clock_line *best)
{
	double width_ns;

	if (slope > DRIFT_MAX || slope < -DRIFT_MAX)
		return;
	width_ns = distance(f, slope);
	if (width_ns > best->width_ns) {
		best->width_ns = width_ns;
		best->drift = slope;
	}
}

/*
 * A line at or above l at t and at or below u at a later time rises by at most
 * u - l between them; with the upper point first it rises by at least that.
 */
static void bound_slope(const struct hil_clock_fit *f,
			struct hil_clock_line *line)
{
	for (size_t i = 0; i < f->upper.count; i++) {
		for (size_t k = 0; k < f->lower.count; k++) {
			double dx =
				(double)(f->upper.at_ns[i] - f->lower.at_ns[k]);
			double slope = (double)(f->upper.offset_ns[i] +
						f->lower.offset_ns[k]) /
				       dx;

			if (dx > 0.0 && slope < line->drift_high)
				line->drift_high = slope;
			else if (dx < 0.0 && slope > line->drift_low)
				line->drift_low = slope;
		}
	}
	/* no line fits: all that is left is the one that violates least */
	if (line->drift_low > line->drift_high)
		line->drift_low = line->drift_high = line->drift;
}

struct hil_clock_line hil_clock_fit_line(const struct hil_clock_fit *f)
{
	struct hil_clock_line best = { 0.0, -DRIFT_MAX, DRIFT_MAX, 0.0 };

	if (!f->upper.count || !f->lower.count)
		return best;
	best.width_ns = distance(f, 0.0);
	for (int side = 0; side < 2; side++) {
		const struct hil_clock_hull *h = side ? &f->lower : &f->upper;
		double sign = side ? -1.0 : 1.0;

		for (size_t i = 0; i + 1 < h->count; i++) {
			double dx = (double)(h->at_ns[i + 1] - h->at_ns[i]);
			double dy =
				(double)(h->offset_ns[i + 1] - h->offset_ns[i]);

			try_slope(f, sign * dy / dx, &best);
		}
	}
	bound_slope(f, &best);
	return best;
}
