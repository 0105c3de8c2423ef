/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of the stable interface: one item at a time, or an array. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gui-bridge/client/private.h"

#define EVENTS_AT_ONCE 256 /* on the stack: 16 KiB */

int hilrig_shm_quantities(const struct hilrig_shm *shm)
{
	return (int)shm->view.quantities;
}

int hilrig_shm_numbers(const struct hilrig_shm *shm, uint32_t quantity,
		       struct hilrig_numbers *n)
{
	const struct hil_view_quantity *q = hilrig_quantity(shm, quantity);

	memset(n, 0, sizeof(*n));
	if (!q)
		return -ENOENT;
	memcpy(n->name, q->name, sizeof(n->name));
	memcpy(n->witness, q->witness, sizeof(n->witness));
	n->quantity = (int32_t)q->quantity_id;
	n->by = (int32_t)q->witness_id;
	n->count = q->all.count;
	n->min_ns = q->all.min_ns;
	n->max_ns = q->all.max_ns;
	n->avg_ns = q->all.avg_ns;
	n->deviation_ns = q->deviation_ns;
	n->last_count = q->last.count;
	n->last_min_ns = q->last.min_ns;
	n->last_max_ns = q->last.max_ns;
	n->last_avg_ns = q->last.avg_ns;
	n->p50_ns = q->p50_ns;
	n->p99_ns = q->p99_ns;
	n->p999_ns = q->p999_ns;
	n->ideal_ns = q->ideal_ns;
	n->got = q->got;
	n->lost = q->lost;
	return 0;
}

int hilrig_shm_bars(struct hilrig_shm *shm, uint32_t quantity,
		    struct hilrig_bar *bar, uint32_t most)
{
	const struct hil_view_quantity *q;
	uint32_t i;

	if (!most || !bar)
		return -EINVAL;
	if (most != shm->options.bars) {
		shm->options.bars = most;
		hil_view_fill(&shm->view, hil_source_snapshot(shm->source),
			      &shm->options);
	}
	q = hilrig_quantity(shm, quantity);
	if (!q)
		return -ENOENT;
	for (i = 0; i < q->bars; i++)
		bar[i] = (struct hilrig_bar){ q->bar[i].low_ns,
					      q->bar[i].high_ns,
					      q->bar[i].count };
	return (int)q->bars;
}

int hilrig_shm_counter(const struct hilrig_shm *shm, uint32_t index,
		       struct hilrig_counter *counter)
{
	const struct hil_view_counter *c;

	memset(counter, 0, sizeof(*counter));
	if (index >= shm->view.counters)
		return -ENOENT;
	c = &shm->view.counter[index];
	memcpy(counter->name, c->name, sizeof(counter->name));
	counter->value = c->known ? c->value : HILRIG_SHM_UNKNOWN;
	return 0;
}

int hilrig_shm_worst(const struct hilrig_shm *shm, uint32_t index,
		     struct hilrig_worst *worst)
{
	const struct hil_view_worst *w;

	memset(worst, 0, sizeof(*worst));
	if (index >= shm->view.worsts)
		return -ENOENT;
	w = &shm->view.worst[index];
	memcpy(worst->name, w->name, sizeof(worst->name));
	memcpy(worst->witness, w->witness, sizeof(worst->witness));
	memcpy(worst->at, w->at, sizeof(worst->at));
	worst->value_ns = w->value_ns;
	worst->at_ns = w->at_ns;
	return 0;
}

static int event_ring(const struct hil_shm_reader *reader, uint32_t line)
{
	const struct hil_shm_query query = { .kind = HIL_SHM_EVENTS,
					     .line = line };

	return reader ? hil_shm_find(reader, &query) : -ENOENT;
}

int hilrig_shm_events(struct hilrig_shm *shm, uint32_t line, uint64_t *next,
		      struct hilrig_event *event, uint32_t most, uint64_t *lost)
{
	const struct hil_shm_reader *reader = hil_source_reader(shm->source);
	int ring = event_ring(reader, line);
	struct hil_event_batch batch = { 0 };
	struct hil_event some[EVENTS_AT_ONCE];
	int ret;

	*lost = 0;
	if (ring < 0)
		return -ENOENT;
	if (*next == 0)
		shm->generation = hil_shm_generation(reader);
	else if (shm->generation != hil_shm_generation(reader))
		return -ESTALE;
	if (most > EVENTS_AT_ONCE)
		most = EVENTS_AT_ONCE;
	ret = hil_shm_events(reader, (size_t)ring, next, some, most, &batch);
	if (ret < 0)
		return ret;
	memcpy(event, some, batch.count * sizeof(some[0]));
	*lost = batch.lost;
	return (int)batch.count;
}
