/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lasting faults make of the probe's edges. */
#ifndef HIL_BENCH_PIN_FAULT_H
#define HIL_BENCH_PIN_FAULT_H

#include "rig/bench/fault.h"
#include "rig/bench/samples.h"

#define HIL_PIN_FAULT_EVENTS 32 /* most that one edge becomes */

struct hil_pin_faults {
	unsigned int channel;           /* of the probe */
	unsigned int stimulus;          /* channel */
	bool loopback;                  /* both are wired to the generator */
	int64_t sample_ns;              /* length of a sample */
	int64_t every[HIL_FAULT_KINDS]; /* N of missing … burst; 0: off */
	int64_t skew_ns;
	/* of the generator's edges, as the inputs see them */
	int64_t edge_time_ns;
	double threshold_volts; /* of the probe's channel; 0: as the other */
	double high_volts, low_volts;
	uint64_t edges; /* of the probe so far */
};

/** hil_pin_faults_set() - take over a lasting pin fault, or clear all */
void hil_pin_faults_set(struct hil_pin_faults *p, const struct hil_fault *f);

/**
 * hil_pin_faults_apply() - one real change of a pin
 * @edge: change HIL_SAMPLE_LEVEL
 * @events: result, HIL_PIN_FAULT_EVENTS entries
 *
 * A missing edge turns the pin over for good, so exactly one edge is missing
 * and the next one is seen; an extra edge does the same.
 *
 * Context: any. Return: number of events; 0: the pin is wired to nothing.
 */
size_t hil_pin_faults_apply(struct hil_pin_faults *p,
			    const struct hil_sample_event *edge,
			    struct hil_sample_event events[]);

#endif
