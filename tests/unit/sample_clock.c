/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A night in which it gets warmer: three pieces, two wrong stamps. */
#include "tests/unit/sample_clock.h"

#include <math.h>

#include "rig/ledger/series.h"
#include "tests/unit/test.h"

#define PERIOD_NS 4000000

static void add_pieces(struct hil_clock_pieces *p, int64_t end_ns)
{
	static const double drift_ppm[] = { -0.02, 0.4, 1.1 };
	double offset_ns = 0;

	for (int64_t i = 0; i < 3; i++) {
		p->piece[p->count++] = (struct hil_clock_piece){
			.begin_ns = end_ns * i / 3,
			.end_ns = end_ns * (i + 1) / 3,
			.offset_ns = offset_ns,
			.drift = drift_ppm[i] * 1e-6,
			.width_ns = 2310,
			.rows = 800,
			.joined = 1,
		};
		offset_ns += drift_ppm[i] * 1e-6 * (double)end_ns / 3;
	}
}

static void add_folds(struct hil_line_result *line, uint64_t edges)
{
	struct hil_fold tick, period;

	hil_fold_init(&tick, 1000000);
	hil_fold_init(&period, PERIOD_NS);
	for (uint64_t i = 0; i < edges; i++) {
		hil_fold_add(&tick, (int64_t)i * 3618034,
			     200000 + (int64_t)(i * 37 % 64) * 1000);
		hil_fold_add(&period, (int64_t)i * PERIOD_NS, 210000);
	}
	hil_fold_judge(&tick, 3618034, &line->fold[3]);
	line->fold[3].kind = HIL_FOLD_BOARD;
	hil_fold_judge(&period, PERIOD_NS, &line->fold[4]);
	line->fold[4].kind = HIL_FOLD_STIMULUS;
}

void sample_clock_add(struct hil_line_result *line, uint64_t edges)
{
	struct hil_clock_result *c = calloc(1, sizeof(*c));
	int64_t end_ns = (int64_t)edges * PERIOD_NS;

	assert_non_null(c);
	c->base_ns = 18284590452353;
	hil_series_init(&c->width);
	hil_series_init(&c->offset);
	for (uint64_t i = 0; i < edges; i++) {
		hil_series_add(&c->width, (int64_t)i * PERIOD_NS,
			       2100 + (int64_t)(i % 7) * 30);
		hil_series_add(&c->offset, (int64_t)i * PERIOD_NS,
			       (int64_t)(i * i / 2000));
	}
	add_pieces(&c->pieces, end_ns);
	c->squares_known = true;
	c->squares = (struct hil_clock_squares_line){ 800, 0.4e-6, 512.5,
						      end_ns / 2 };
	c->contradictions = 2;
	c->contradiction[0] =
		(struct hil_contradiction){ 17, 17, 68000000, 8123, false };
	c->contradiction[1] =
		(struct hil_contradiction){ UINT64_MAX, 99, 396000000, 20456,
					    true };
	line->clock = c;
	add_folds(line, edges);
}

void sample_clock_spoil(struct hil_result *r)
{
	struct hil_clock_result *c = r->line[0].clock;

	c->contradictions = UINT64_MAX;
	c->contradiction[0].by_ns = INT64_MIN;
	c->contradiction[1].at_ns = INT64_MAX;
	c->pieces.piece[1].drift = (double)NAN;
	c->pieces.piece[2].begin_ns = INT64_MIN;
	c->squares.drift = (double)INFINITY;
	c->width.column[2].max_ns = INT64_MAX;
	c->offset.column[3].sum_ns = INT64_MIN;
	r->line[0].fold[3].part[5].max_ns = INT64_MAX;
	r->line[0].fold[3].beat_ns = (double)NAN;
	r->heartbeat.period_ns = (double)NAN;
	r->heartbeat.splices = UINT64_MAX;
	r->heartbeat.splice[0].behind = UINT64_MAX;
}

void sample_heartbeat_add(struct hil_result *r, bool splice)
{
	r->heartbeat.own = true;
	r->heartbeat.known = true;
	r->heartbeat.period_ns = 2000000;
	r->heartbeat.least_ns = 2600;
	r->heartbeat.intervals = 5000;
	if (!splice)
		return;
	r->heartbeat.splices = 1;
	r->heartbeat.splice[0] = (struct hil_splice){ 2998000, 3000766, 1234 };
}
