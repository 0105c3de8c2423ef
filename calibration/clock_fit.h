/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Offset and drift between two clocks from one-sided inequalities. Over a
 * block short enough that offset(t) is a straight line, each "offset <= u at
 * t" leaves a half plane of lines and so does each "offset >= l at t"; what
 * all leave is the feasible region. Only the convex hulls of the points
 * matter, so a block of any number of rows needs little memory.
 *
 * Source: D. V. Moon, P. Skelly, D. Towsley, Estimation and removal of clock
 * skew from network delay measurements, INFOCOM 1999 (one-sided bounds, hull);
 * L. Zhang, Z. Liu, C. H. Xia, Clock synchronization algorithms for network
 * measurements, INFOCOM 2002 (convex hull). Hulls by A. M. Andrew, 1979.
 */
#ifndef HIL_CALIBRATION_CLOCK_FIT_H
#define HIL_CALIBRATION_CLOCK_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_CLOCK_HULL 64

/* Points in order of time, convex seen from the line between the hulls. */
struct hil_clock_hull {
	size_t count;
	int64_t at_ns[HIL_CLOCK_HULL];
	int64_t offset_ns[HIL_CLOCK_HULL];
};

struct hil_clock_fit {
	struct hil_clock_hull upper; /* of "offset <= u" */
	struct hil_clock_hull lower; /* of "offset >= l" */
};

/* What the feasible region says about the drift. */
struct hil_clock_line {
	double drift;     /* ns per ns, of the line with most room */
	double drift_low; /* smallest and largest of any line that fits */
	double drift_high;
	double width_ns; /* room along @drift, vertically between the hulls;
			  * below 0: no line fits, by that much */
};

/** hil_clock_fit_init() - no inequality yet */
void hil_clock_fit_init(struct hil_clock_fit *f);

/**
 * hil_clock_fit_upper() - offset <= @offset_ns at @at_ns
 * hil_clock_fit_lower() - offset >= @offset_ns at @at_ns
 * @at_ns: not below that of the call before for the same side
 *
 * A full hull drops the vertex that matters least: the region only widens.
 */
void hil_clock_fit_upper(struct hil_clock_fit *f, int64_t at_ns,
			 int64_t offset_ns);
void hil_clock_fit_lower(struct hil_clock_fit *f, int64_t at_ns,
			 int64_t offset_ns);

/** hil_clock_fit_merge() - take over another fit's inequalities
 * @later: all of its points are behind all points of @f */
void hil_clock_fit_merge(struct hil_clock_fit *f,
			 const struct hil_clock_fit *later);

/**
 * hil_clock_fit_line() - the drift
 *
 * The room is concave and piecewise linear in the drift, so it is largest at
 * the slope of some edge of a hull. Drift stays within HIL_CLOCK_DRIFT_PPB.
 *
 * Context: any; O(v^2) in the vertices of the hulls.
 */
struct hil_clock_line hil_clock_fit_line(const struct hil_clock_fit *f);

/**
 * hil_clock_fit_at() - limits of the offset at a time
 * @line: of the same inequalities
 * @low_ns, @high_ns: result; low above high where no line fits
 *
 * Each vertex, carried to @at_ns with the drift that helps it least, is a
 * guaranteed bound as long as offset(t) is straight over the block.
 *
 * Context: any; O(v).
 * Return: false while one side has no inequality.
 */
bool hil_clock_fit_at(const struct hil_clock_fit *f,
		      const struct hil_clock_line *line, int64_t at_ns,
		      double *low_ns, double *high_ns);

#endif
