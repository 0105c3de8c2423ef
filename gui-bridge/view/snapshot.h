/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that was read of one memory at one moment. Written by source.c
 * (or by a test), read by view.c, which is a pure function of it.
 */
#ifndef HIL_VIEW_SNAPSHOT_H
#define HIL_VIEW_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/base/histogram.h"
#include "daemon/shm/reader.h"
#include "gui-bridge/view/history.h"
#include "gui-bridge/view/thread.h"

#define HIL_SNAPSHOT_SERIES  16
#define HIL_SNAPSHOT_THREADS 8
#define HIL_SNAPSHOT_REMOTE  4 /* witnesses that somebody else watches */

/* One quantity by one witness on one line. */
struct hil_snapshot_series {
	struct hil_shm_ring ring; /* descriptor of the finest level */
	struct hil_shm_sums all;  /* since the start of the writer */
	uint64_t got, lost;       /* got + lost is all.count */
	uint64_t missed_windows;
	int64_t published_ns; /* newest publication, 0: none */
	struct hil_history *history;
	struct hil_histogram *histogram; /* NULL: there is none */
	uint64_t histogram_version; /* of its content; 0: may be anything */
};

/* What a mirroring writer says of the state of a witness that it mirrors. */
struct hil_snapshot_remote {
	enum hil_shm_witness witness;
	char state[24];
	char text[96];
};

struct hil_snapshot {
	int64_t mono_ns, wall_ns; /* when it was read */
	bool attached;            /* a memory was read, now or earlier */
	bool live;                /* its writer lives, or has closed it */
	char reason[192];         /* not live: why */
	char program[32];         /* of the writer, by its own words */
	int32_t pid;              /* of the writer */
	uint64_t generation;
	struct hil_shm_life life;
	bool has_status;
	struct hil_shm_status status;
	bool has_events; /* the IST counts in this memory itself */
	size_t series_count;
	struct hil_snapshot_series series[HIL_SNAPSHOT_SERIES];
	size_t threads;
	struct hil_thread thread[HIL_SNAPSHOT_THREADS];
	size_t remotes;
	struct hil_snapshot_remote remote[HIL_SNAPSHOT_REMOTE];
	uint64_t retries; /* reads that met the writer */
	uint64_t torn;    /* reads whose numbers contradict themselves */
};

#endif
