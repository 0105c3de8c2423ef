/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bench's wires: as they should be, or wrong on purpose.
 *
 * Context of all: any.
 */
#ifndef HIL_BENCH_WIRING_H
#define HIL_BENCH_WIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "rig/bench/fault.h"
#include "rig/bench/samples.h"

#define HIL_WIRING_STIMULUS_LINE 0
#define HIL_WIRING_PROBE_LINE    1
#define HIL_WIRING_NONE          (-1)

struct hil_wiring {
	unsigned int stimulus_line; /* of the board, driven by the generator */
	unsigned int probe_line;    /* of the board, seen by the probe's net */
	int loop_from, loop_to;     /* lines of the board, or none */
	bool swap;
	uint8_t inverted, open, floating; /* a bit for each channel */
	int crosstalk_from, crosstalk_to; /* channels, or none */
};

/** hil_wiring_init() - every wire where it belongs */
void hil_wiring_init(struct hil_wiring *w);

/** hil_wiring_set() - take a fault of the wires over, or clear all of them */
void hil_wiring_set(struct hil_wiring *w, const struct hil_fault *f);

/**
 * hil_wiring_view() - what each channel shows of the nets
 * @view: result, a table as struct hil_samples has it
 */
void hil_wiring_view(const struct hil_wiring *w,
		     uint8_t view[HIL_SAMPLES_LEVELS]);

/**
 * hil_wiring_disturbs() - does an edge of this net spike another channel?
 * @net: enum hil_sample_net
 */
bool hil_wiring_disturbs(const struct hil_wiring *w, unsigned int net);

#endif
