/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of the offset between two clocks over a stretch of rows of which a
 * few may be wrong, by whatever amount, and whose drift may change.
 *
 * Each row says "offset <= u at t" and "offset >= l at t". Carried to another
 * time with the drift that helps it least, such a limit still holds. At each
 * of a few times, the knots, the bound is not the tightest limit but the one
 * behind the tightest @wrong: of so many and one more, at least one is right.
 * So up to @wrong wrong rows cannot move a bound across the truth, and a row
 * that contradicts a bound is itself wrong and can be named.
 *
 * How far drift is known follows from the bounds: over a stretch its range is
 * at most @bend, and the mean drift between two times lies between what their
 * bounds allow. Both narrow each other in turn.
 *
 * Source: one-sided limits as in clock_fit.h; the order statistic in place of
 * the extreme is K. Marzullo, Maintaining the Time in a Distributed System,
 * thesis, Stanford 1984: an interval that holds as long as at most f sources
 * are wrong.
 */
#ifndef HIL_CALIBRATION_CLOCK_KNOTS_H
#define HIL_CALIBRATION_CLOCK_KNOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_CLOCK_KNOTS     32
#define HIL_CLOCK_WRONG_MAX 255

/* Times in ns from any start; whole numbers below 2^53. */
struct hil_clock_rows {
	const double *upper_at_ns, *upper_ns; /* @count each */
	const double *lower_at_ns, *lower_ns;
	size_t count;
};

struct hil_clock_knots {
	size_t count; /* one each 100 ms, from 4 on */
	double at_ns[HIL_CLOCK_KNOTS];
	double low_ns[HIL_CLOCK_KNOTS], high_ns[HIL_CLOCK_KNOTS];
	double drift_low, drift_high; /* ns per ns, everywhere in the stretch */
};

/** hil_clock_wrong() - how many of @rows may be wrong: one in 64 and a few */
size_t hil_clock_wrong(size_t rows);

/** hil_clock_tolerance() - the same of a whole run, without an upper end */
uint64_t hil_clock_tolerance(uint64_t rows);

/**
 * hil_clock_knots_find() - the bounds over a stretch
 * @rows: in any order
 * @from_ns, @to_ns: where the knots are to be; later than or equal
 * @wrong: rows that may be wrong, at most HIL_CLOCK_WRONG_MAX
 * @bend: the drift's range over all of @rows, ns per ns
 * @knots: its drift_low and drift_high are what is known before; result
 *
 * Context: any; O(n log @wrong) with 24 to 80 passes over @rows.
 * Return: false when no clock of such a drift fits all rows but @wrong.
 */
bool hil_clock_knots_find(const struct hil_clock_rows *rows, double from_ns,
			  double to_ns, size_t wrong, double bend,
			  struct hil_clock_knots *knots);

/** hil_clock_knots_at() - limits of the offset at a time; infinite where too
 * few rows say anything */
void hil_clock_knots_at(const struct hil_clock_knots *knots, double at_ns,
			double *low_ns, double *high_ns);

#endif
