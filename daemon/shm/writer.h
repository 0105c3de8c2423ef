/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The writer of a shared memory: creates it sealed, fills it from the IST
 * (wait-free) and from housekeeping. Nobody else can write to it.
 */
#ifndef HIL_SHM_WRITER_H
#define HIL_SHM_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/event.h"
#include "daemon/shm/layout.h"
#include "daemon/shm/status.h"

struct hil_shm_writer;

/*
 * One thing to hold. HIL_SHM_WINDOWS makes the three levels of windows and
 * the histogram of a quantity, HIL_SHM_EVENTS an event ring of a line. The
 * status block is always there.
 */
struct hil_shm_spec {
	enum hil_shm_kind kind;
	enum hil_shm_witness witness;
	enum hil_shm_quantity quantity; /* of HIL_SHM_WINDOWS */
	uint32_t line;                  /* 0 to HIL_SHM_STATUS_LINES - 1 */
	int64_t reference_ns;           /* near the expected value */
	uint32_t flags;                 /* enum hil_shm_flag */
};

/**
 * hil_shm_create() - make, prefault and seal a memory of our own
 * @spec: @count things to hold; each once
 * @writer: result
 *
 * Context: start-up only. Call mlockall(MCL_FUTURE) before it where page
 * faults matter: it has written to every page when it returns.
 * Return: 0; -EINVAL a spec that is unknown or given twice; -ENOSPC too many;
 * -ENOMEM; -errno of memfd_create(), ftruncate(), mmap(), fcntl() or of
 * reading /proc.
 */
int hil_shm_create(const struct hil_shm_spec spec[], size_t count,
		   struct hil_shm_writer **writer) HIL_MUST_CHECK;

/** hil_shm_close() - unmap and close; NULL-safe. Readers keep their copy. */
void hil_shm_close(struct hil_shm_writer *writer);

/** hil_shm_fd() - read-only descriptor to hand to readers; stays ours */
int hil_shm_fd(const struct hil_shm_writer *writer);

/**
 * hil_shm_event() - an event, after its probe: event ring, windows and
 *	histograms of period and wake-up, ist_progress
 * @event: of one line in order; its index is the number of events before it
 *
 * FIFO drops and coalesced edges come from seqno and line_seqno, which the
 * kernel counts from 1. The period is between IST activations, so an event
 * behind another in the same read() has none; an event into which edges were
 * coalesced has no wake-up time, for its stamp is that of a later edge.
 *
 * Context: RT, one thread: no system call, at most 7 publications.
 */
HIL_RT void hil_shm_event(struct hil_shm_writer *writer,
			  const struct hil_event *event, int64_t now_ns);

/**
 * hil_shm_value() - a value of the quantity @index of hil_shm_create()'s list
 * @at_ns: on the clock of its witness, never less than the last time
 * @now_ns: CLOCK_MONOTONIC
 *
 * Context: RT, one thread for each quantity.
 */
HIL_RT void hil_shm_value(struct hil_shm_writer *writer, size_t index,
			  int64_t at_ns, int64_t value_ns, int64_t now_ns);

/**
 * hil_shm_flush() - publish the windows that are still open
 *
 * Context: RT; by the thread that adds, or after it has ended.
 */
HIL_RT void hil_shm_flush(struct hil_shm_writer *writer, int64_t now_ns);

/**
 * hil_shm_progress() - how many events the IST has handled
 *
 * For the watchdog: an event is pending and this stands still.
 * Context: any.
 */
uint64_t hil_shm_progress(const struct hil_shm_writer *writer);

/* What the IST has counted on one line; see hil_shm_counts(). */
struct hil_shm_counts {
	uint64_t events;
	uint64_t fifo_drops;
	int64_t coalesced;
	uint64_t probe_failures;
	uint64_t commands;
	uint32_t first_seqno, last_seqno;
	uint32_t first_line_seqno, last_line_seqno;
};

/**
 * hil_shm_counts() - the totals of a line
 *
 * Context: after the IST has ended (the counts are its own), not RT.
 */
void hil_shm_counts(const struct hil_shm_writer *writer, uint16_t line,
		    struct hil_shm_counts *counts);

/** hil_shm_beat() - housekeeping lives. Context: housekeeping. */
void hil_shm_beat(struct hil_shm_writer *writer, int64_t mono_ns);

/** hil_shm_set_state() - @code: 0, or why FAILED. Context: housekeeping. */
void hil_shm_set_state(struct hil_shm_writer *writer, enum hil_shm_state state,
		       uint32_t code);

/** hil_shm_set_status() - publish the status block. Context: housekeeping. */
void hil_shm_set_status(struct hil_shm_writer *writer,
			const struct hil_shm_status *status, int64_t mono_ns);

#endif
