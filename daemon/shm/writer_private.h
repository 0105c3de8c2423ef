/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the writer, shared by its start-up and its real-time half. */
#ifndef HIL_SHM_WRITER_PRIVATE_H
#define HIL_SHM_WRITER_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/shm/layout.h"
#include "daemon/shm/live_histogram.h"
#include "daemon/shm/ring.h"
#include "daemon/shm/window.h"
#include "daemon/shm/writer.h"

/* One quantity of the list given to hil_shm_create(). */
struct hil_shm_series {
	struct hil_windows windows;
	struct hil_live_histogram
		*histogram; /* NULL: the spec is no quantity */
};

/* What the IST keeps of one line. */
struct hil_shm_line {
	bool has_events;
	struct hil_ring events;
	struct hil_shm_series *period; /* NULL: nobody asked for it */
	struct hil_shm_series *wakeup;
	struct hil_shm_counts counts;
	int64_t last_wake_ns;
	bool has_wake;
};

struct hil_shm_writer {
	unsigned char *base;
	size_t bytes;
	int fd;      /* writable, sealed */
	int read_fd; /* for readers */
	struct hil_shm_head *head;
	struct hil_ring status;
	uint64_t status_published;
	uint64_t progress; /* private copy of ist_progress */
	struct hil_shm_line line[HIL_SHM_STATUS_LINES];
	size_t series_count;
	struct hil_shm_series series[]; /* same index as the spec's */
};

#endif
