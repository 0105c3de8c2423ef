/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one channel did in one phase of a search for wrong wires. */
#ifndef HIL_WIRE_WIRE_SIGNAL_H
#define HIL_WIRE_WIRE_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Samples from @first up to, not including, @end; end 0: there was no such
 * phase. */
struct hil_wire_window {
	uint64_t first, end;
};

/* Nothing that is made on purpose here has a shorter pulse. */
#define HIL_WIRE_SPIKE_NS 200000
/* Crosstalk comes with the edge that makes it, give or take the cables. */
#define HIL_WIRE_NEAR_NS 20000

struct hil_wire_signal {
	uint64_t rising, falling; /* edges, spikes left out */
	uint64_t spikes;          /* pulses below HIL_WIRE_SPIKE_NS */
	double hz;     /* by the median of the rising distances; 0: too few */
	double spread; /* 80 % of these lie within so much of the median,
			* relative */
	double high;   /* part of the time at the high level, between the first
			* and the last edge; -1: too few edges */
};

/* One channel's edges of a whole capture, in order. */
struct hil_wire_edges {
	const uint64_t *edge; /* as hil_edge_pack() makes them */
	size_t count;
	double rate_hz;
};

/**
 * hil_wire_signal() - look at one channel in one phase
 * @shortest_ns: a shorter pulse is a spike; 0: every edge counts
 * @scratch: room for @e->count numbers
 *
 * Context: any. An empty window gives a signal of zeros.
 */
struct hil_wire_signal hil_wire_signal(const struct hil_wire_edges *e,
				       struct hil_wire_window window,
				       int64_t shortest_ns, uint64_t *scratch);

/**
 * hil_wire_coincident() - spikes of one channel that come with another's edges
 * @spiky: channel with spikes
 * @source: channel that may be their cause
 * @scratch: room for @spiky->count and the larger of the two counts
 *
 * Return: number of them in the window.
 */
uint64_t hil_wire_coincident(const struct hil_wire_edges *spiky,
			     const struct hil_wire_edges *source,
			     struct hil_wire_window window, uint64_t *scratch);

#endif
