/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Windows: fixed slices of time with count, sum, minimum and maximum of one
 * quantity, on three levels of which each folds the one below. Each slot also
 * holds the same since the start, so a reader however slow knows exactly what
 * it missed: values in skipped windows = since.count - in.count - since.count
 * of the window it read last.
 */
#ifndef HIL_SHM_WINDOW_H
#define HIL_SHM_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/base/attr.h"
#include "daemon/shm/ring.h"

#define HIL_SHM_LEVELS       3
#define HIL_SHM_SLOT_WORDS   16 /* of a window: the stamp and 15 */
#define HIL_SHM_WINDOW_WORDS (HIL_SHM_SLOT_WORDS - 1)

/* 20 ms x 2,048 is 41 s, 1 s x 4,096 is 68 min, 60 s x 4,096 is 68 h */
extern const int64_t hil_window_width_ns[HIL_SHM_LEVELS];
extern const uint32_t hil_window_slots[HIL_SHM_LEVELS];

/* What a window says. */
struct hil_shm_sums {
	uint64_t count; /* values */
	int64_t sum_ns;
	int64_t min_ns;   /* INT64_MAX while count is 0 */
	int64_t max_ns;   /* INT64_MIN while count is 0 */
	uint64_t squares; /* sum of (value - reference)^2 in ns^2; stays at
			   * UINT64_MAX once it does not fit */
	uint64_t fifo_drops;
	int64_t coalesced; /* a single window may be negative (FACTS: the
			    * kernel's thread races its hard IRQ) */
};

/* One slot, unpacked. Windows without anything in them are not published. */
struct hil_shm_window {
	uint64_t number;           /* start_ns / width of the level */
	int64_t start_ns;          /* on the clock of the ring's witness */
	struct hil_shm_sums in;    /* this window */
	struct hil_shm_sums since; /* all up to and with this window */
};

/* The writer's side of one level. */
struct hil_window_level {
	struct hil_ring ring;
	int64_t width_ns;
	uint64_t published; /* number of the last publication */
	uint64_t number;    /* of the open window */
	struct hil_shm_sums in;
	struct hil_shm_sums since;
};

/* The writer's side of one quantity. */
struct hil_windows {
	int64_t reference_ns;
	struct hil_window_level level[HIL_SHM_LEVELS];
};

/* One thing to add: a value, or only losses, or both. */
struct hil_window_value {
	int64_t at_ns; /* which window; never less than the last time */
	int64_t value_ns;
	bool has_value;
	uint64_t fifo_drops;
	int64_t coalesced;
};

/** hil_shm_sums_init() - empty sums. Context: RT. */
HIL_RT void hil_shm_sums_init(struct hil_shm_sums *s);

/** hil_shm_sums_add() - fold @from into @to. Context: RT. */
HIL_RT void hil_shm_sums_add(struct hil_shm_sums *to,
			     const struct hil_shm_sums *from);

/**
 * hil_windows_init() - start with nothing in any window
 * @ring: one ring for each level, finest first
 * @reference_ns: near the expected value, so that squares stay small
 *
 * Context: start-up only.
 */
void hil_windows_init(struct hil_windows *w,
		      const struct hil_ring ring[HIL_SHM_LEVELS],
		      int64_t reference_ns);

/**
 * hil_windows_add() - add to the open window; publish those that it closes
 * @now_ns: CLOCK_MONOTONIC
 *
 * Context: RT: at most one publication per level, no system call.
 */
HIL_RT void hil_windows_add(struct hil_windows *w,
			    const struct hil_window_value *v, int64_t now_ns);

/**
 * hil_windows_flush() - publish what is still open, on every level
 *
 * For the end of a run, by the thread that adds. Values that come later for
 * the same slice of time make a second window with the same number.
 *
 * Context: RT.
 */
HIL_RT void hil_windows_flush(struct hil_windows *w, int64_t now_ns);

/** hil_window_unpack() - from slot words. Context: any. */
void hil_window_unpack(const uint64_t word[HIL_SHM_WINDOW_WORDS],
		       int64_t width_ns, struct hil_shm_window *w);

#endif
