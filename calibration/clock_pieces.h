/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A night's clock as straight pieces. A piece grows, a cell of rows at a time,
 * as long as some straight line still fits all its inequalities; the cell that
 * leaves none begins the next piece. So the pieces' ends follow the data: one
 * for two steady crystals, many where temperature moves. Memory is flat: a
 * full list joins neighbours, two to one.
 */
#ifndef HIL_CALIBRATION_CLOCK_PIECES_H
#define HIL_CALIBRATION_CLOCK_PIECES_H

#include "calibration/clock_fit.h"

#define HIL_CLOCK_PIECES 64
#define HIL_CLOCK_CELL   128 /* rows */

struct hil_clock_piece {
	int64_t begin_ns, end_ns;
	double offset_ns; /* at the begin, middle of what fits */
	double drift;     /* ns per ns, of the line with most room */
	double width_ns;  /* largest bound of a row */
	uint64_t rows;
	uint64_t joined; /* pieces in this one */
};

struct hil_clock_pieces {
	struct hil_clock_fit fit, cell;
	struct hil_clock_piece now; /* grows with @fit */
	double cell_width_ns;
	int64_t cell_begin_ns, cell_end_ns;
	uint64_t cell_rows;
	size_t count;
	struct hil_clock_piece piece[HIL_CLOCK_PIECES];
};

/* One row's inequalities: each side in order of time. */
struct hil_clock_inequality {
	int64_t upper_at_ns, upper_ns, lower_at_ns, lower_ns;
	double width_ns; /* of its bounds */
};

/** hil_clock_pieces_init() - no row yet */
void hil_clock_pieces_init(struct hil_clock_pieces *p);

/** hil_clock_pieces_add() - a row. Context: any; amortised O(v^2 / cell). */
void hil_clock_pieces_add(struct hil_clock_pieces *p,
			  const struct hil_clock_inequality *row);

/** hil_clock_pieces_end() - the piece ends here: a jump, or the run's end */
void hil_clock_pieces_end(struct hil_clock_pieces *p);

#endif
