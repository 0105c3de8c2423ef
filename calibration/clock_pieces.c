/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy straight pieces over cells of rows. */
#include "calibration/clock_pieces.h"

#include <math.h>
#include <string.h>

static void empty_cell(struct hil_clock_pieces *p)
{
	hil_clock_fit_init(&p->cell);
	p->cell_rows = 0;
	p->cell_width_ns = 0.0;
}

void hil_clock_pieces_init(struct hil_clock_pieces *p)
{
	memset(p, 0, sizeof(*p));
	hil_clock_fit_init(&p->fit);
	empty_cell(p);
}

/* Two neighbours as one: from the first's begin, with the mean drift. */
static void join_pair(struct hil_clock_piece *to,
		      const struct hil_clock_piece *a,
		      const struct hil_clock_piece *b)
{
	double length_ns = (double)(b->end_ns - a->begin_ns);
	double middle_ns = (double)(b->begin_ns - a->begin_ns);
	double end_ns = b->offset_ns + b->drift * (length_ns - middle_ns);

	*to = (struct hil_clock_piece){
		.begin_ns = a->begin_ns,
		.end_ns = b->end_ns,
		.offset_ns = a->offset_ns,
		.drift = length_ns > 0.0 ? (end_ns - a->offset_ns) / length_ns
					 : a->drift,
		.width_ns = fmax(a->width_ns, b->width_ns),
		.rows = a->rows + b->rows,
		.joined = a->joined + b->joined,
	};
}

static struct hil_clock_piece *room(struct hil_clock_pieces *p)
{
	if (p->count == HIL_CLOCK_PIECES) {
		for (size_t i = 0; i < HIL_CLOCK_PIECES / 2; i++)
			join_pair(&p->piece[i], &p->piece[2 * i],
				  &p->piece[2 * i + 1]);
		p->count = HIL_CLOCK_PIECES / 2;
	}
	return &p->piece[p->count++];
}

static void put_piece(struct hil_clock_pieces *p)
{
	struct hil_clock_line line;
	double low_ns, high_ns;

	if (!p->now.rows)
		return;
	line = hil_clock_fit_line(&p->fit);
	p->now.drift = line.drift;
	p->now.joined = 1;
	if (hil_clock_fit_at(&p->fit, &line, p->now.begin_ns, &low_ns,
			     &high_ns))
		p->now.offset_ns = low_ns + (high_ns - low_ns) / 2.0;
	*room(p) = p->now;
	memset(&p->now, 0, sizeof(p->now));
	hil_clock_fit_init(&p->fit);
}

/* The cell joins the piece, or begins the next one. */
static void take_cell(struct hil_clock_pieces *p)
{
	struct hil_clock_fit both = p->fit;

	if (!p->cell_rows)
		return;
	hil_clock_fit_merge(&both, &p->cell);
	if (p->now.rows && hil_clock_fit_line(&both).width_ns < 0.0) {
		put_piece(p);
		both = p->cell;
	}
	p->fit = both;
	if (!p->now.rows)
		p->now.begin_ns = p->cell_begin_ns;
	p->now.end_ns = p->cell_end_ns;
	p->now.rows += p->cell_rows;
	p->now.width_ns = fmax(p->now.width_ns, p->cell_width_ns);
	empty_cell(p);
}

void hil_clock_pieces_add(struct hil_clock_pieces *p,
			  const struct hil_clock_inequality *row)
{
	if (!p->cell_rows)
		p->cell_begin_ns = row->upper_at_ns;
	hil_clock_fit_upper(&p->cell, row->upper_at_ns, row->upper_ns);
	hil_clock_fit_lower(&p->cell, row->lower_at_ns, row->lower_ns);
	p->cell_end_ns = row->upper_at_ns;
	p->cell_width_ns = fmax(p->cell_width_ns, row->width_ns);
	if (++p->cell_rows == HIL_CLOCK_CELL)
		take_cell(p);
}

void hil_clock_pieces_end(struct hil_clock_pieces *p)
{
	take_cell(p);
	put_piece(p);
}
