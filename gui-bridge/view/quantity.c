/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and curves of each quantity, in the order that all front ends use. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gui-bridge/view/private.h"

#define SPAN_NS      INT64_C(40000000000)
#define IDEAL_WITHIN 0.05 /* of the average: else it is another period */

static const uint32_t quantity_order[] = { HIL_SHM_PERIOD,   HIL_SHM_WAKEUP,
					   HIL_SHM_LATENCY,  HIL_SHM_DELIVERY,
					   HIL_SHM_RESPONSE, HIL_SHM_WRITE };
static const uint32_t witness_order[] = { HIL_SHM_ANALYZER, HIL_SHM_KERNEL,
					  HIL_SHM_IST };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *hil_view_quantity_name(uint32_t quantity)
{
	static const char *const name[] = { [HIL_SHM_LATENCY] = "latency",
					    [HIL_SHM_PERIOD] = "period",
					    [HIL_SHM_WAKEUP] = "wake-up",
					    [HIL_SHM_DELIVERY] = "delivery",
					    [HIL_SHM_RESPONSE] = "response",
					    [HIL_SHM_WRITE] = "write" };

	return quantity > 0 && quantity < COUNT(name) ? name[quantity]
						      : "unknown";
}

const char *hil_view_witness_name(uint32_t witness)
{
	static const char *const name[] = { [HIL_SHM_ANALYZER] = "analyzer",
					    [HIL_SHM_KERNEL] = "kernel",
					    [HIL_SHM_IST] = "IST" };

	return witness > 0 && witness < COUNT(name) ? name[witness] : "unknown";
}

static struct hil_view_column numbers_of(const struct hil_shm_sums *s)
{
	struct hil_view_column c = { .count = s->count };

	if (!s->count)
		return c;
	c.min_ns = s->min_ns;
	c.max_ns = s->max_ns;
	c.avg_ns = (double)s->sum_ns / (double)s->count;
	return c;
}

/*
 * Squares are of value - reference: sigma^2 = E[(x - r)^2] - (E[x] - r)^2.
 * Close to the reference nothing cancels; a saturated sum tells nothing.
 */
static double deviation_of(const struct hil_shm_sums *s, int64_t reference_ns)
{
	double n = (double)s->count, shift, variance;

	if (s->count < 2 || s->squares == UINT64_MAX)
		return -1.0;
	shift = (double)s->sum_ns / n - (double)reference_ns;
	variance = (double)s->squares / n - shift * shift;
	return variance > 0 ? sqrt(variance * n / (n - 1)) : 0.0;
}

static int64_t ideal_of(const struct hil_view_quantity *q, int64_t reference_ns,
			int64_t chosen_ns)
{
	if (q->quantity_id != HIL_SHM_PERIOD)
		return 0;
	if (chosen_ns)
		return chosen_ns;
	if (q->all.count && fabs(q->all.avg_ns - (double)reference_ns) >
				    IDEAL_WITHIN * (double)reference_ns)
		return 0;
	return reference_ns;
}

/* Thousands of buckets: not again for a histogram that is shown already. */
static void fill_histogram(struct hil_view_quantity *q,
			   const struct hil_snapshot_series *s, uint32_t most)
{
	const struct hil_histogram *h = s->histogram;

	if (s->histogram_version &&
	    s->histogram_version == q->histogram_version &&
	    most == q->bars_most)
		return;
	q->histogram_version = s->histogram_version;
	q->bars_most = most;
	q->bars = 0;
	q->p50_ns = q->p99_ns = q->p999_ns = -1;
	if (!h || !h->count)
		return;
	q->p50_ns = hil_histogram_quantile(h, 0.5);
	q->p99_ns = hil_histogram_quantile(h, 0.99);
	q->p999_ns = hil_histogram_quantile(h, 0.999);
	q->bars = hil_view_bars(h, most, q->bar);
}

/* Curves of one witness end together, so that they can be compared. */
static int64_t end_of(const struct hil_snapshot *snapshot, uint32_t witness)
{
	int64_t end_ns = 0, e;
	size_t i;

	for (i = 0; i < snapshot->series_count; i++) {
		if (snapshot->series[i].ring.witness != witness)
			continue;
		e = hil_history_end(snapshot->series[i].history);
		if (e > end_ns)
			end_ns = e;
	}
	return end_ns;
}

static uint32_t at_most(uint32_t chosen, uint32_t most)
{
	return chosen > 0 && chosen < most ? chosen : most;
}

static void fill_quantity(struct hil_view_quantity *q,
			  const struct hil_snapshot *snapshot,
			  const struct hil_snapshot_series *s,
			  const struct hil_view_options *o)
{
	struct hil_history_grid grid =
		hil_history_grid(end_of(snapshot, s->ring.witness),
				 o->span_ns > 0 ? o->span_ns : SPAN_NS,
				 at_most(o->columns, HIL_VIEW_COLUMNS));

	snprintf(q->name, sizeof(q->name), "%s",
		 hil_view_quantity_name(s->ring.quantity));
	snprintf(q->witness, sizeof(q->witness), "%s",
		 hil_view_witness_name(s->ring.witness));
	q->quantity_id = s->ring.quantity;
	q->witness_id = s->ring.witness;
	q->all = numbers_of(&s->all);
	q->last = hil_history_last(s->history);
	q->deviation_ns = deviation_of(&s->all, s->ring.reference_ns);
	q->ideal_ns = ideal_of(q, s->ring.reference_ns, o->ideal_ns);
	q->got = s->got;
	q->lost = s->lost;
	q->missed_windows = s->missed_windows;
	q->start_ns = grid.start_ns;
	q->column_ns = grid.column_ns;
	q->columns = (uint32_t)grid.columns;
	hil_history_columns(s->history, &grid, q->column);
	fill_histogram(q, s, at_most(o->bars, HIL_VIEW_BARS));
}

static const struct hil_snapshot_series *
find(const struct hil_snapshot *snapshot, uint32_t quantity, uint32_t witness,
     uint32_t line)
{
	size_t i;

	for (i = 0; i < snapshot->series_count; i++) {
		const struct hil_shm_ring *r = &snapshot->series[i].ring;

		if (r->quantity == quantity && r->witness == witness &&
		    r->line == line)
			return &snapshot->series[i];
	}
	return NULL;
}

void hil_view_quantities(struct hil_view *view,
			 const struct hil_snapshot *snapshot,
			 const struct hil_view_options *options)
{
	const struct hil_snapshot_series *s;
	size_t i, j;

	view->quantities = 0;
	for (i = 0; i < COUNT(quantity_order); i++) {
		for (j = 0; j < COUNT(witness_order); j++) {
			s = find(snapshot, quantity_order[i], witness_order[j],
				 options->line);
			if (s && view->quantities < HIL_VIEW_QUANTITIES)
				fill_quantity(
					&view->quantity[view->quantities++],
					snapshot, s, options);
		}
	}
}
