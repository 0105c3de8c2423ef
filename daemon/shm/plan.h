/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a memory that is going to be made; inside of the writer. */
#ifndef HIL_SHM_PLAN_H
#define HIL_SHM_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/shm/layout.h"
#include "daemon/shm/writer.h"

struct hil_shm_plan {
	struct hil_shm_ring ring[HIL_SHM_RINGS_MAX];
	uint32_t count;
	uint64_t bytes; /* so far, header included */
};

/**
 * hil_shm_plan() - descriptors for the status block and each of @spec
 *
 * In the order of @spec: the levels of a quantity, finest first, and its
 * histogram; or one event ring.
 *
 * Context: start-up only.
 * Return: 0; -EINVAL a spec that is unknown or given twice; -ENOSPC too many.
 */
int hil_shm_plan(struct hil_shm_plan *plan, const struct hil_shm_spec spec[],
		 size_t count);

#endif
