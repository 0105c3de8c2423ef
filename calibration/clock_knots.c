/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of an offset that a few wrong rows cannot move across the truth. The
 * lower side is the upper one with offsets and drifts negated. */
#include "calibration/clock_knots.h"

#include <math.h>

#define ONE_IN      64 /* rows: more than these wrong ones is no clock fit */
#define A_FEW       4
#define SITES       4 /* where bounds are taken to learn the drift */
#define TURNS       8
#define KNOTS_LEAST 4
#define KNOT_NS     1e8
#define IMPROVEMENT 0.7 /* of the drift's range; less is not worth a turn */

uint64_t hil_clock_tolerance(uint64_t rows)
{
	return rows / ONE_IN + (rows / 8 < A_FEW ? rows / 8 : A_FEW);
}

size_t hil_clock_wrong(size_t rows)
{
	uint64_t wrong = hil_clock_tolerance(rows);

	return wrong < HIL_CLOCK_WRONG_MAX ? (size_t)wrong
					   : HIL_CLOCK_WRONG_MAX;
}

/* The smallest values so far, the largest of them on top. */
struct heap {
	double value[HIL_CLOCK_WRONG_MAX + 1];
	size_t count;
};

static void sink(struct heap *h, double value)
{
	size_t at = 0, child;

	while ((child = 2 * at + 1) < h->count) {
		if (child + 1 < h->count &&
		    h->value[child + 1] > h->value[child])
			child++;
		if (h->value[child] <= value)
			break;
		h->value[at] = h->value[child];
		at = child;
	}
	h->value[at] = value;
}

static void rise(struct heap *h, double value)
{
	size_t at = h->count++, parent;

	while (at && h->value[parent = (at - 1) / 2] < value) {
		h->value[at] = h->value[parent];
		at = parent;
	}
	h->value[at] = value;
}

/* The limit behind the tightest @wrong, each carried to @at_ns. */
static double bound(const double *at, const double *limit, size_t count,
		    double at_ns, double sign, const double drift[2],
		    size_t wrong)
{
	struct heap h = { .count = 0 };

	for (size_t i = 0; i < count; i++) {
		double dx = at_ns - at[i];
		double y = sign * limit[i] + dx * drift[dx > 0.0];

		if (h.count <= wrong)
			rise(&h, y);
		else if (y < h.value[0])
			sink(&h, y);
	}
	return h.count > wrong ? sign * h.value[0] : sign * (double)INFINITY;
}

static void take_bounds(const struct hil_clock_rows *rows,
			const struct hil_clock_knots *k, double at_ns,
			size_t wrong, double *low_ns, double *high_ns)
{
	const double up[2] = { k->drift_low, k->drift_high };
	const double down[2] = { -k->drift_high, -k->drift_low };

	*high_ns = bound(rows->upper_at_ns, rows->upper_ns, rows->count, at_ns,
			 1.0, up, wrong);
	*low_ns = bound(rows->lower_at_ns, rows->lower_ns, rows->count, at_ns,
			-1.0, down, wrong);
}

static double site(double from_ns, double to_ns, size_t i, size_t count)
{
	return from_ns + (to_ns - from_ns) * (double)i / (double)(count - 1);
}

/* Drift anywhere is within @bend of the mean between any two sites. */
static void narrow(struct hil_clock_knots *k, const double at[SITES],
		   const double low[SITES], const double high[SITES],
		   double bend)
{
	for (size_t i = 0; i + 1 < SITES; i++) {
		for (size_t j = i + 1; j < SITES; j++) {
			double dt = at[j] - at[i];

			if (!(dt > 0.0))
				continue;
			k->drift_low = fmax(k->drift_low,
					    (low[j] - high[i]) / dt - bend);
			k->drift_high = fmin(k->drift_high,
					     (high[j] - low[i]) / dt + bend);
		}
	}
}

/* Return: false when the bounds leave no drift, or exclude each other. */
static bool learn_drift(const struct hil_clock_rows *rows, size_t wrong,
			double bend, struct hil_clock_knots *k)
{
	double first = rows->lower_at_ns[0], last = rows->upper_at_ns[0];
	double at[SITES], low[SITES], high[SITES], range;

	for (size_t i = 0; i < rows->count; i++) {
		first = fmin(first, rows->upper_at_ns[i]);
		last = fmax(last, rows->lower_at_ns[i]);
	}
	for (int turn = 0; turn < TURNS; turn++) {
		range = k->drift_high - k->drift_low;
		for (size_t i = 0; i < SITES; i++) {
			at[i] = site(first, last, i, SITES);
			take_bounds(rows, k, at[i], wrong, &low[i], &high[i]);
			if (low[i] > high[i])
				return false;
		}
		narrow(k, at, low, high, bend);
		if (k->drift_low > k->drift_high)
			return false;
		if (k->drift_high - k->drift_low > IMPROVEMENT * range)
			break;
	}
	return true;
}

/* What a bound grows by between two knots is little beside its width. */
static size_t knots_over(double span_ns)
{
	if (span_ns > KNOT_NS * (HIL_CLOCK_KNOTS - 1))
		return HIL_CLOCK_KNOTS;
	return span_ns > KNOT_NS * (KNOTS_LEAST - 1)
		       ? (size_t)(span_ns / KNOT_NS) + 1
		       : KNOTS_LEAST;
}

bool hil_clock_knots_find(const struct hil_clock_rows *rows, double from_ns,
			  double to_ns, size_t wrong, double bend,
			  struct hil_clock_knots *k)
{
	if (!rows->count || !learn_drift(rows, wrong, bend, k))
		return false;
	k->count = knots_over(to_ns - from_ns);
	for (size_t i = 0; i < k->count; i++) {
		k->at_ns[i] = site(from_ns, to_ns, i, k->count);
		take_bounds(rows, k, k->at_ns[i], wrong, &k->low_ns[i],
			    &k->high_ns[i]);
		if (k->low_ns[i] > k->high_ns[i])
			return false;
	}
	return true;
}

static size_t knot_before(const struct hil_clock_knots *k, double at_ns)
{
	size_t last = k->count - 1;
	double step_ns = (k->at_ns[last] - k->at_ns[0]) / (double)last;
	double n = step_ns > 0.0 ? (at_ns - k->at_ns[0]) / step_ns : 0.0;

	if (!(n > 0.0))
		return 0;
	return n < (double)last ? (size_t)n : last - 1;
}

void hil_clock_knots_at(const struct hil_clock_knots *k, double at_ns,
			double *low_ns, double *high_ns)
{
	size_t first = knot_before(k, at_ns);

	*high_ns = (double)INFINITY;
	*low_ns = -(double)INFINITY;
	for (size_t i = first; i < first + 2; i++) {
		double dx = at_ns - k->at_ns[i];
		double up = dx > 0.0 ? k->drift_high : k->drift_low;
		double down = dx > 0.0 ? k->drift_low : k->drift_high;

		*high_ns = fmin(*high_ns, k->high_ns[i] + dx * up);
		*low_ns = fmax(*low_ns, k->low_ns[i] + dx * down);
	}
}
