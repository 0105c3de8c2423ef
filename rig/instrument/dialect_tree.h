/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the dialects with SCPI's tree of commands share.
 *
 * Context of all: any but RT; waits for the instrument.
 */
#ifndef HIL_INSTRUMENT_DIALECT_TREE_H
#define HIL_INSTRUMENT_DIALECT_TREE_H

#include "rig/instrument/dialect.h"

#define HIL_DIALECT_HEADER 64

struct hil_dialect_words {
	const char *output, *load;
	const char *source; /* before "FREQ", "VOLT:HIGH", … */
	/* what ends a sweep or a list of frequencies that somebody left; who
	 * does not know them is in no such mode */
	const char *calm[2];
	/* a burst for each trigger from here; who has it no other way does
	 * not know these */
	const char *burst_setup[2];
	/* bursts and sweeps by the instrument's own clock */
	const char *burst_internal[2];
	const char *sweep_setup[2];
	const char *trigger;
};

/** hil_dialect_tree_set() - a number after the source's prefix, read back */
int hil_dialect_tree_set(const struct hil_dialect *d, struct hil_scpi_link *l,
			 const char *what, double value,
			 double tolerance) HIL_MUST_CHECK;

/** hil_dialect_tree_switch() - ON or OFF after the source's prefix */
int hil_dialect_tree_switch(const struct hil_dialect *d,
			    struct hil_scpi_link *l, const char *what,
			    bool on) HIL_MUST_CHECK;

/** hil_dialect_tree_calm() - out of burst, sweep and list */
int hil_dialect_tree_calm(const struct hil_dialect *d,
			  struct hil_scpi_link *l) HIL_MUST_CHECK;

/** hil_dialect_tree_pattern() - burst, sweep or list of a wave that is set */
int hil_dialect_tree_pattern(
	const struct hil_dialect *d, struct hil_scpi_link *l,
	const struct hil_generator_wave *wave) HIL_MUST_CHECK;

/* As the functions of struct hil_dialect. */
int hil_dialect_tree_output(const struct hil_dialect *d,
			    struct hil_scpi_link *l, bool on);
int hil_dialect_tree_wave(const struct hil_dialect *d, struct hil_scpi_link *l,
			  const struct hil_generator_wave *wave,
			  double *actual_hz);
int hil_dialect_tree_limit(const struct hil_dialect *d, struct hil_scpi_link *l,
			   double low_volts, double high_volts);
int hil_dialect_tree_trigger(const struct hil_dialect *d,
			     struct hil_scpi_link *l);

#endif
