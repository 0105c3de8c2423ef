/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A straight clock by least squares through the middles of the rows' limits:
 * what others would do, for comparison. It is no bound: delays that differ on
 * the two ways, or come in bursts, pull it. All sums are whole numbers, so
 * the order of rows leaves no trace.
 */
#ifndef HIL_CALIBRATION_CLOCK_SQUARES_H
#define HIL_CALIBRATION_CLOCK_SQUARES_H

#include <stdint.h>

__extension__ typedef __int128 hil_squares_wide;

struct hil_clock_squares {
	uint64_t count;
	int64_t base_ns;                   /* time of the first row */
	hil_squares_wide t, y, tt, ty, yy; /* t in us, y in half ns */
};

struct hil_clock_squares_line {
	double offset_ns; /* at @at_ns */
	double drift;     /* ns per ns */
	double rms_ns;    /* of the residuals */
	int64_t at_ns;    /* mean time of the rows */
};

/** hil_clock_squares_init() - no row yet */
void hil_clock_squares_init(struct hil_clock_squares *s);

/**
 * hil_clock_squares_add() - one row
 * @at_ns: its time; rows within 30 years of the first count
 * @upper_ns, @lower_ns: its limits of the offset, below 2^40 from 0
 *
 * Context: any; O(1).
 */
void hil_clock_squares_add(struct hil_clock_squares *s, int64_t at_ns,
			   int64_t upper_ns, int64_t lower_ns);

/**
 * hil_clock_squares_line() - the line
 *
 * Return: all 0 without a row; drift 0 of rows at one time.
 */
struct hil_clock_squares_line
hil_clock_squares_line(const struct hil_clock_squares *s);

#endif
