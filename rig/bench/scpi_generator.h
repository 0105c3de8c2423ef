/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator's SCPI commands. */
#ifndef HIL_BENCH_SCPI_GENERATOR_H
#define HIL_BENCH_SCPI_GENERATOR_H

#include "daemon/stimulus/scpi.h"
#include "rig/bench/generator.h"

struct hil_scpi_generator {
	struct hil_scpi scpi;
	struct hil_generator *generator; /* NULL: settings only, for tests */
	struct hil_generator_settings settings;
	double phase_degrees; /* taken, read back, without effect */
	uint64_t stalls;      /* of the host, set by the bench */
};

/** hil_scpi_generator_init() - as after *RST, output off */
void hil_scpi_generator_init(struct hil_scpi_generator *s,
			     struct hil_generator *generator);

/**
 * hil_scpi_generator_pin_volts() - high level at the board's pin
 *
 * The board is a high impedance: a generator that believes in another load
 * puts out more. Context: any.
 */
double
hil_scpi_generator_pin_volts(const struct hil_generator_settings *settings);

#endif
