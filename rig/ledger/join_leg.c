/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Legs that need both clocks: delivery and write. They wait until their block
 * of rows has told where the offset was, from the inequalities of that block
 * and the one before: edge + offset <= hardirq and probe_begin <= probe +
 * offset. The offset used is the middle of what these leave; the width is the
 * bound on each leg's error. A block is four seconds or HIL_JOIN_BLOCK rows:
 * a time over which two clocks run straight against each other.
 */
#include <string.h>

#include "rig/ledger/join.h"
#include "rig/ledger/ledger_private.h"

#define BLOCK_NS       INT64_C(4000000000)
#define BLOCK_ROWS_MIN 32
/* A drift known to this serves to predict the offset. */
#define LEARNT_SPAN 2e-4

static void take_offset(struct hil_join_legs *k, int64_t at_ns, double mid_ns)
{
	if (!k->straight) {
		k->first_at_ns = at_ns;
		k->first_ns = mid_ns;
		k->straight = true;
	}
	k->last_at_ns = at_ns;
	k->last_ns = mid_ns;
}

static int64_t rounded(double ns)
{
	return (int64_t)(ns < 0.0 ? ns - 0.5 : ns + 0.5);
}

static void take_leg(struct hil_join *j, const struct hil_clock_fit *fit,
		     const struct hil_clock_line *line,
		     const struct hil_join_leg *leg)
{
	struct hil_join_legs *k = &j->legs;
	struct hil_ledger *l = j->ledger;
	double low_ns, high_ns, mid_ns;

	if (!hil_clock_fit_at(fit, line, leg->probe_ns, &low_ns, &high_ns))
		return;
	k->rows++;
	if (high_ns - low_ns > k->width_ns)
		k->width_ns = high_ns - low_ns;
	if (low_ns - high_ns > k->residual_ns)
		k->residual_ns = low_ns - high_ns;
	mid_ns = low_ns + (high_ns - low_ns) / 2.0;
	hil_tally_add(&l->of[HIL_WRITE], leg->at_ns,
		      leg->probe_ns + j->base_ns - leg->begin_ns +
			      rounded(mid_ns));
	if (!leg->delivery ||
	    !hil_clock_fit_at(fit, line, leg->edge_ns, &low_ns, &high_ns))
		return;
	mid_ns = low_ns + (high_ns - low_ns) / 2.0;
	take_offset(k, leg->edge_ns, mid_ns);
	hil_tally_add(&l->of[HIL_DELIVERY], leg->at_ns,
		      leg->hardirq_ns - leg->edge_ns - j->base_ns -
			      rounded(mid_ns));
}

void hil_join_leg_flush(struct hil_join *j)
{
	struct hil_join_legs *k = &j->legs;
	struct hil_clock_fit fit = k->before;
	struct hil_clock_line line;

	if (!k->count)
		return;
	hil_clock_fit_merge(&fit, &k->now);
	line = hil_clock_fit_line(&fit);
	for (size_t i = 0; i < k->count; i++)
		take_leg(j, &fit, &line, &k->leg[i]);
	k->drift = line.drift;
	if (line.width_ns >= 0.0 &&
	    line.drift_high - line.drift_low < LEARNT_SPAN)
		hil_clock_bounds_learn(&j->bounds, rounded(line.drift * 1e9));
	k->before = k->now;
	hil_clock_fit_init(&k->now);
	k->count = 0;
}

void hil_join_leg(struct hil_join *j, const struct hil_join_leg *leg)
{
	struct hil_join_legs *k = &j->legs;

	if (k->count == HIL_JOIN_BLOCK ||
	    (k->count >= BLOCK_ROWS_MIN &&
	     leg->edge_ns - k->leg[0].edge_ns > BLOCK_NS))
		hil_join_leg_flush(j);
	hil_clock_fit_upper(&k->now, leg->edge_ns,
			    leg->hardirq_ns - leg->edge_ns - j->base_ns +
				    j->guard_ns);
	hil_clock_fit_lower(&k->now, leg->probe_ns,
			    leg->begin_ns - leg->probe_ns - j->base_ns -
				    j->guard_ns);
	k->leg[k->count++] = *leg;
}
