/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legs that need both clocks: delivery and write. They wait until their block
 * of rows has told where the offset was, from the inequalities of that block
 * and the one before: edge + offset <= hardirq and probe_begin <= probe +
 * offset. The offset used is the middle of what these leave; the width is the
 * bound on each leg's error. A block is four seconds or HIL_JOIN_BLOCK rows.
 * A row that contradicts the others has no legs and takes part in nothing.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"
#include "rig/ledger/series.h"

#define BLOCK_NS       INT64_C(4000000000)
#define BLOCK_ROWS_MIN 32
/* A drift known to this serves to predict the offset. */
#define LEARNT_SPAN 2e-4

int hil_join_legs_init(struct hil_join_legs *k)
{
	hil_clock_squares_init(&k->squares);
	k->clock = calloc(1, sizeof(*k->clock));
	if (!k->clock)
		return -ENOMEM;
	hil_clock_pieces_init(&k->clock->pieces);
	hil_series_init(&k->clock->width);
	hil_series_init(&k->clock->offset);
	return 0;
}

static int64_t rounded(double ns)
{
	return (int64_t)(ns < 0.0 ? ns - 0.5 : ns + 0.5);
}

/* The inequalities: edge + offset <= hardirq ... */
static int64_t interrupt_of(const struct hil_join *j,
			    const struct hil_join_leg *leg)
{
	return leg->hardirq_ns - leg->edge_ns - j->base_ns + j->guard_ns;
}

/*
 * ... and, where posted writes of this board have a bound, probe + offset <=
 * probe_end + D_post. It is carried from the probe's time to the edge's, over
 * which no two clocks part by more.
 */
static int64_t upper_of(const struct hil_join *j,
			const struct hil_join_leg *leg)
{
	int64_t upper_ns = interrupt_of(j, leg), pin_ns;
	int64_t apart_ns = llabs(leg->probe_ns - leg->edge_ns);

	if (!j->posted_known)
		return upper_ns;
	pin_ns = leg->end_ns + j->posted_ns - leg->probe_ns - j->base_ns +
		 j->guard_ns + apart_ns / (1000000000 / HIL_CLOCK_DRIFT_PPB) +
		 1;
	return pin_ns < upper_ns ? pin_ns : upper_ns;
}

static int64_t lower_of(const struct hil_join *j,
			const struct hil_join_leg *leg)
{
	return leg->begin_ns - leg->probe_ns - j->base_ns - j->guard_ns;
}

double hil_join_leg_beyond(const struct hil_join_legs *k,
			   const struct hil_clock_knots *knots, size_t i,
			   bool *late)
{
	double low_ns, high_ns, early_by_ns, late_by_ns;

	hil_clock_knots_at(knots, k->upper_at_ns[i], &low_ns, &high_ns);
	early_by_ns = low_ns - k->upper_ns[i];
	hil_clock_knots_at(knots, k->lower_at_ns[i], &low_ns, &high_ns);
	late_by_ns = k->lower_ns[i] - high_ns;
	*late = late_by_ns > early_by_ns;
	return fmax(early_by_ns, late_by_ns);
}

void hil_join_contradicts(struct hil_join_legs *k,
			  const struct hil_contradiction *c)
{
	struct hil_clock_result *r = k->clock;
	struct hil_contradiction *to = &r->contradiction[r->contradictions];

	/* member by member: padding stays 0, for results are compared whole */
	if (r->contradictions < HIL_RESULT_CONTRADICTIONS) {
		to->row = c->row;
		to->event = c->event;
		to->at_ns = c->at_ns;
		to->by_ns = c->by_ns;
		to->late = c->late;
	}
	r->contradictions++;
	k->residual_ns = fmax(k->residual_ns, (double)c->by_ns);
}

static void take_offset(struct hil_join_legs *k, const struct hil_join_leg *leg,
			double mid_ns)
{
	if (!k->straight) {
		k->first_at_ns = leg->edge_ns;
		k->first_ns = mid_ns;
		k->straight = true;
	}
	k->last_at_ns = leg->edge_ns;
	k->last_ns = mid_ns;
	hil_series_add(&k->clock->offset, leg->at_ns, rounded(mid_ns));
}

/* What a row that agrees adds to the clock's description. */
static void describe(struct hil_join *j, const struct hil_join_leg *leg,
		     double width_ns)
{
	struct hil_join_legs *k = &j->legs;
	int64_t upper_ns = upper_of(j, leg), lower_ns = lower_of(j, leg);

	k->rows++;
	hil_series_add(&k->clock->width, leg->at_ns, rounded(width_ns));
	hil_clock_squares_add(&k->squares, leg->at_ns,
			      interrupt_of(j, leg) - j->guard_ns,
			      lower_ns + j->guard_ns);
	hil_clock_pieces_add(
		&k->clock->pieces,
		&(struct hil_clock_inequality){
			.upper_at_ns = leg->at_ns,
			.upper_ns = upper_ns,
			.lower_at_ns =
				leg->at_ns + (leg->probe_ns - leg->edge_ns),
			.lower_ns = lower_ns,
			.width_ns = width_ns });
}

/* Return: width at the edge; the middle of the offset there is @mid_ns. */
static double take_legs(struct hil_join *j, size_t i,
			const struct hil_clock_knots *knots, double *mid_ns)
{
	struct hil_join_legs *k = &j->legs;
	const struct hil_join_leg *leg = &k->leg[i];
	double low_ns, high_ns, width_ns;

	hil_clock_knots_at(knots, k->lower_at_ns[i], &low_ns, &high_ns);
	width_ns = high_ns - low_ns;
	*mid_ns = low_ns + width_ns / 2.0;
	hil_ledger_leg(
		j->ledger,
		&(struct hil_leg){ .quantity = HIL_WRITE,
				   .row = leg->row,
				   .at_ns = leg->at_ns,
				   .value_ns = leg->probe_ns + j->base_ns -
					       leg->begin_ns + rounded(*mid_ns),
				   .width_ns = width_ns });
	k->width_ns = fmax(k->width_ns, width_ns);
	hil_clock_knots_at(knots, k->upper_at_ns[i], &low_ns, &high_ns);
	width_ns = high_ns - low_ns;
	*mid_ns = low_ns + width_ns / 2.0;
	if (!leg->delivery)
		return width_ns;
	k->width_ns = fmax(k->width_ns, width_ns);
	hil_ledger_leg(
		j->ledger,
		&(struct hil_leg){ .quantity = HIL_DELIVERY,
				   .row = leg->row,
				   .at_ns = leg->at_ns,
				   .value_ns = leg->hardirq_ns - leg->edge_ns -
					       j->base_ns - rounded(*mid_ns),
				   .width_ns = width_ns });
	return width_ns;
}

void hil_join_take_leg(struct hil_join *j, size_t i,
		       const struct hil_clock_knots *knots)
{
	struct hil_join_legs *k = &j->legs;
	const struct hil_join_leg *leg = &k->leg[i];
	double beyond_ns = 0.0, width_ns, mid_ns;
	bool late = false;

	if (knots)
		beyond_ns = hil_join_leg_beyond(k, knots, i, &late);
	k->contradicts[i] = !knots || beyond_ns > 0.0;
	if (k->contradicts[i]) {
		hil_join_contradicts(
			k,
			&(struct hil_contradiction){
				.row = leg->row,
				.event = leg->event,
				.at_ns = leg->at_ns,
				.by_ns = knots ? (int64_t)ceil(beyond_ns) : 0,
				.late = late });
		return;
	}
	if (leg->unpaired)
		return;
	width_ns = take_legs(j, i, knots, &mid_ns);
	take_offset(k, leg, mid_ns);
	describe(j, leg, width_ns);
}

static void fill_inequalities(struct hil_join *j)
{
	struct hil_join_legs *k = &j->legs;
	int64_t from_ns = k->leg[0].edge_ns;

	for (size_t i = 0; i < k->count; i++) {
		const struct hil_join_leg *leg = &k->leg[i];

		k->upper_at_ns[i] = (double)(leg->edge_ns - from_ns);
		k->upper_ns[i] = leg->unpaired ? (double)INFINITY
					       : (double)upper_of(j, leg);
		k->lower_at_ns[i] = (double)(leg->probe_ns - from_ns);
		k->lower_ns[i] = (double)lower_of(j, leg);
	}
}

/* This block becomes the one before, without rows that contradict. */
static void keep_block(struct hil_join_legs *k)
{
	size_t kept = 0;

	for (size_t i = k->before; i < k->count; i++)
		if (!k->contradicts[i])
			k->leg[kept++] = k->leg[i];
	k->before = kept;
	k->count = kept;
}

void hil_join_leg_flush(struct hil_join *j)
{
	struct hil_join_legs *k = &j->legs;

	if (k->count == k->before)
		return;
	fill_inequalities(j);
	hil_join_block(j, k->before, k->count);
	if (k->drift_known && k->drift_high - k->drift_low < LEARNT_SPAN)
		hil_clock_bounds_learn(&j->bounds, rounded(k->drift * 1e9));
	keep_block(k);
}

void hil_join_leg_jump(struct hil_join *j)
{
	struct hil_join_legs *k = &j->legs;

	hil_join_leg_flush(j);
	hil_clock_pieces_end(&k->clock->pieces);
	k->before = 0;
	k->count = 0;
	k->drift_known = false;
	k->jumped = true;
}

void hil_join_leg(struct hil_join *j, const struct hil_join_leg *leg)
{
	struct hil_join_legs *k = &j->legs;
	size_t rows = k->count - k->before;

	if (rows == HIL_JOIN_BLOCK ||
	    (rows >= BLOCK_ROWS_MIN &&
	     leg->edge_ns - k->leg[k->before].edge_ns > BLOCK_NS))
		hil_join_leg_flush(j);
	k->leg[k->count++] = *leg;
}
