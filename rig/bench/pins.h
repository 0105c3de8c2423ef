/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board's pins, read from QEMU's growing trace file. */
#ifndef HIL_BENCH_PINS_H
#define HIL_BENCH_PINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rig/bench/trace_line.h"

struct hil_pins {
	int fd;                /* of the trace, a memory file */
	off_t read, freed;     /* bytes */
	char path[128];        /* of the controller */
	int64_t wall_ahead_ns; /* CLOCK_REALTIME - CLOCK_MONOTONIC */
	int64_t check_ns;      /* when this is measured next */
	uint64_t wall_steps;   /* the wall clock was set meanwhile */
	uint64_t changes;
	void (*change)(void *context, const struct hil_pin_change *change,
		       int64_t mono_ns);
	void *context;
	size_t used;
	char line[65536];
};

/** hil_pins_init() - @fd stays the caller's */
void hil_pins_init(struct hil_pins *p, int fd, const char *path);

/**
 * hil_pins_read() - hand on all changes that are in the file by now
 *
 * Stamps are wall-clock: their distance to the monotonic clock is measured
 * each second; a step is counted, since stamps around it are wrong. What was
 * read is taken out of the file, which so stays small however long it runs.
 *
 * Context: any but RT.
 */
void hil_pins_read(struct hil_pins *p);

#endif
