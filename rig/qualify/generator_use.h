/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rig's generator in the hands of a test. */
#ifndef HIL_QUALIFY_GENERATOR_USE_H
#define HIL_QUALIFY_GENERATOR_USE_H

#include <stdio.h>

#include "rig/instrument/generator.h"
#include "rig/qualify/context.h"

struct hil_generator_use {
	struct hil_generator *g; /* NULL: closed */
	int claim;
	FILE *log; /* evidence/NAME.err: what was said meanwhile */
};

/**
 * hil_generator_use_open() - claim and open it; its messages are evidence
 * @line_volts: as hil_generator_open() takes it
 *
 * Context: any but RT. Return: is it open? Else @f says why not.
 */
bool hil_generator_use_open(struct hil_qualify *q, const char *name,
			    double line_volts, struct hil_generator_use *u,
			    struct hil_finding *f) HIL_MUST_CHECK;

/** hil_generator_use_close() - off if it was turned on here */
void hil_generator_use_close(struct hil_generator_use *u);

/** hil_generator_use_wave() - the wave that a run would set */
struct hil_generator_wave
hil_generator_use_wave(const struct hil_run_options *o);

#endif
