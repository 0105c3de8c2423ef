/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays out a memory: which ring lies where. No memory is made here. */
#include "daemon/shm/plan.h"

#include <errno.h>
#include <stdbool.h>

#include "daemon/base/histogram.h"
#include "daemon/shm/event_ring.h"
#include "daemon/shm/window.h"

static int plan_ring(struct hil_shm_plan *plan, const struct hil_shm_ring *ring)
{
	struct hil_shm_ring *r;

	if (plan->count == HIL_SHM_RINGS_MAX)
		return -ENOSPC;
	r = &plan->ring[plan->count++];
	*r = *ring;
	r->offset = plan->bytes;
	plan->bytes += HIL_SHM_LINE + (uint64_t)r->slots * r->slot_bytes;
	return 0;
}

static int plan_quantity(struct hil_shm_plan *plan,
			 const struct hil_shm_ring *ring)
{
	struct hil_shm_ring r = *ring;
	size_t i;
	int ret;

	for (i = 0; i < HIL_SHM_LEVELS; i++) {
		r.window_ns = hil_window_width_ns[i];
		r.slots = hil_window_slots[i];
		r.slot_bytes = HIL_SHM_SLOT_WORDS * sizeof(uint64_t);
		ret = plan_ring(plan, &r);
		if (ret < 0)
			return ret;
	}
	r.kind = HIL_SHM_HISTOGRAM;
	r.window_ns = 0;
	r.slots = HIL_HISTOGRAM_BUCKETS;
	r.slot_bytes = sizeof(uint64_t);
	return plan_ring(plan, &r);
}

static int plan_spec(struct hil_shm_plan *plan, const struct hil_shm_spec *spec)
{
	struct hil_shm_ring r = {
		.kind = (uint32_t)spec->kind,
		.witness = (uint32_t)spec->witness,
		.quantity = (uint32_t)spec->quantity,
		.line = spec->line,
		.reference_ns = spec->reference_ns,
		.flags = spec->flags,
	};

	if (spec->line >= HIL_SHM_STATUS_LINES ||
	    spec->witness < HIL_SHM_ANALYZER || spec->witness > HIL_SHM_IST)
		return -EINVAL;
	switch (spec->kind) {
	case HIL_SHM_WINDOWS:
		if (spec->quantity < HIL_SHM_LATENCY ||
		    spec->quantity > HIL_SHM_WRITE)
			return -EINVAL;
		return plan_quantity(plan, &r);
	case HIL_SHM_EVENTS:
		if (spec->quantity)
			return -EINVAL;
		r.slots = HIL_EVENT_RING_SLOTS;
		r.slot_bytes = HIL_EVENT_RING_SLOT_WORDS * sizeof(uint64_t);
		return plan_ring(plan, &r);
	default:
		return -EINVAL;
	}
}

static bool same_thing(const struct hil_shm_spec *a,
		       const struct hil_shm_spec *b)
{
	return a->kind == b->kind && a->witness == b->witness &&
	       a->quantity == b->quantity && a->line == b->line;
}

int hil_shm_plan(struct hil_shm_plan *plan, const struct hil_shm_spec spec[],
		 size_t count)
{
	const struct hil_shm_ring status = {
		.kind = HIL_SHM_STATUS,
		.slots = HIL_SHM_STATUS_SLOTS,
		.slot_bytes = HIL_SHM_STATUS_BYTES,
	};
	size_t i, j;
	int ret;

	plan->count = 0;
	plan->bytes = HIL_SHM_RINGS_OFFSET;
	ret = plan_ring(plan, &status);
	for (i = 0; i < count && ret == 0; i++) {
		for (j = 0; j < i; j++) {
			if (same_thing(&spec[i], &spec[j]))
				return -EINVAL;
		}
		ret = plan_spec(plan, &spec[i]);
	}
	return ret;
}
