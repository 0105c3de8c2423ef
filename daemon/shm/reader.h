/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A reader of a shared memory. It believes nothing: sizes by fstat(), seals,
 * header copied once and checked, indices masked, every loop bounded. What is
 * wrong comes back as a reason in the user's words.
 */
#ifndef HIL_SHM_READER_H
#define HIL_SHM_READER_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/event_ring.h"
#include "daemon/shm/layout.h"
#include "daemon/shm/live_histogram.h"
#include "daemon/shm/status.h"
#include "daemon/shm/window.h"

#define HIL_SHM_STALE_NS INT64_C(1000000000) /* without a heartbeat */

struct hil_shm_reader;

/**
 * hil_shm_attach() - map a memory read-only and check it
 * @fd: as received; stays the caller's and may be closed afterwards
 * @reader: result
 * @reason: result on failure: a constant text, no full stop
 *
 * Context: any but RT.
 * Return: 0; -EPROTO what the memory says cannot be; -ESTALE of another boot
 * or its writer has ended; -ENOMEM; -errno of fstat() or mmap().
 */
int hil_shm_attach(int fd, struct hil_shm_reader **reader,
		   const char **reason) HIL_MUST_CHECK;

/** hil_shm_detach() - NULL-safe */
void hil_shm_detach(struct hil_shm_reader *reader);

/* What housekeeping last said. */
struct hil_shm_life {
	int64_t heartbeat_ns;
	int64_t age_ns; /* of the heartbeat */
	enum hil_shm_state state;
	uint32_t code; /* of FAILED */
	uint64_t ist_progress;
};

/**
 * hil_shm_check() - is the writer alive?
 * @mono_ns: now
 * @life: result, also with -ESTALE; or NULL
 * @reason: result with -ESTALE
 *
 * A stimulus that is silent is WAITING, not stale. CLOSED and FAILED are not
 * stale either: the writer has said so and its last values stand.
 *
 * Context: any but RT. Return: 0; -ESTALE.
 */
int hil_shm_check(const struct hil_shm_reader *reader, int64_t mono_ns,
		  struct hil_shm_life *life, const char **reason);

/** hil_shm_generation() - another number: another run of the writer */
uint64_t hil_shm_generation(const struct hil_shm_reader *reader);

/**
 * hil_shm_ring_count(), hil_shm_ring() - the descriptors, checked
 * @ring: 0 to hil_shm_ring_count() - 1
 *
 * Context: any. Return: valid until hil_shm_detach().
 */
size_t hil_shm_ring_count(const struct hil_shm_reader *reader);
const struct hil_shm_ring *hil_shm_ring(const struct hil_shm_reader *reader,
					size_t ring);

/* What to look for; 0 in a field that does not matter, line always counts. */
struct hil_shm_query {
	enum hil_shm_kind kind;
	enum hil_shm_witness witness;
	enum hil_shm_quantity quantity;
	uint32_t line;
	int64_t window_ns;
};

/**
 * hil_shm_find() - the first ring that fits
 *
 * Context: any. Return: its index; -ENOENT.
 */
int hil_shm_find(const struct hil_shm_reader *reader,
		 const struct hil_shm_query *query);

/* How far one reader has come in one window ring; zeroed is the start. */
struct hil_shm_cursor {
	uint64_t next; /* publication wanted next; 0: the oldest there is */
	uint64_t missed_windows;   /* overwritten before they were read */
	uint64_t got;              /* values in windows that were read */
	uint64_t lost;             /* values in those that were not: exact */
	struct hil_shm_sums since; /* at the last window read: got + lost is
				    * since.count, since.max_ns the maximum of
				    * all, read or not */
};

/**
 * hil_shm_windows() - the windows that are new since the last time
 * @ring: index of a HIL_SHM_WINDOWS ring
 * @cursor: moved on; a new reader that wants only what comes from now on
 *	sets next to the latest + 1 of hil_shm_latest()
 * @window: result, room for @max
 * @count: result, windows read
 *
 * Context: any; at most slots + @max attempts.
 * Return: 0, also when there is nothing new; -ESTALE the numbers contradict
 * themselves; -EINVAL not such a ring.
 */
int hil_shm_windows(const struct hil_shm_reader *reader, size_t ring,
		    struct hil_shm_cursor *cursor,
		    struct hil_shm_window window[], size_t max, size_t *count);

/** hil_shm_latest() - last publication of a ring; 0: none, or a histogram */
uint64_t hil_shm_latest(const struct hil_shm_reader *reader, size_t ring);

/** hil_shm_published_ns() - when that was, on CLOCK_MONOTONIC; 0: never */
int64_t hil_shm_published_ns(const struct hil_shm_reader *reader, size_t ring);

/**
 * hil_shm_events() - the events that are new, see hil_event_ring_read()
 *
 * Return: 0; -ESTALE; -EINVAL not an event ring.
 */
int hil_shm_events(const struct hil_shm_reader *reader, size_t ring,
		   uint64_t *next, struct hil_event event[], size_t max,
		   struct hil_event_batch *batch);

/**
 * hil_shm_histogram() - a copy of a live histogram
 *
 * Return: 0; -ESTALE; -EINVAL not a histogram.
 */
int hil_shm_histogram(const struct hil_shm_reader *reader, size_t ring,
		      struct hil_histogram *to, struct hil_live_bounds *bounds);

/**
 * hil_shm_read_status() - a copy of the status block
 *
 * Texts are terminated and counts within their arrays, whatever is there.
 * Return: 0; -ENODATA none published yet; -EAGAIN three tries met the writer.
 */
int hil_shm_read_status(const struct hil_shm_reader *reader,
			struct hil_shm_status *status);

#endif
