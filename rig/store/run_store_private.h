/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store with its disk and limits to be chosen, for tests. */
#ifndef HIL_STORE_RUN_STORE_PRIVATE_H
#define HIL_STORE_RUN_STORE_PRIVATE_H

#include "rig/store/disk.h"
#include "rig/store/run_store.h"

struct hil_store_limits {
	int64_t sync_ns; /* longest time that a record may be lost for */
	size_t sync_bytes;
	int64_t segment_ns;
	uint64_t segment_bytes;
	uint64_t reserve_bytes; /* kept free for summary and reports */
};

extern const struct hil_store_limits hil_store_limits_default;

/** hil_store_create_on() - as hil_store_create() */
int hil_store_create_on(const struct hil_disk *disk,
			const struct hil_store_limits *limits,
			const char *folder,
			struct hil_store_writer **w) HIL_MUST_CHECK;

#endif
