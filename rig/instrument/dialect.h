/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a maker calls things: the same square wave in the words of Keysight,
 * Rigol, Siglent, or of plain SCPI.
 *
 * Whatever the words: the load comes first, since levels are shown for that
 * load and a wrong one doubles the voltage at the pin; nothing is believed
 * that was not read back.
 */
#ifndef HIL_INSTRUMENT_DIALECT_H
#define HIL_INSTRUMENT_DIALECT_H

#include "daemon/base/attr.h"
#include "rig/instrument/generator.h"
#include "rig/instrument/scpi_link.h"

struct hil_dialect_words; /* of dialect_tree.h */

struct hil_dialect {
	const char *name;
	/* how maker or model begin in the answer to *IDN?; NULL at the end */
	const char *const *makers;
	/* false: it has none, or keeps silent when asked for it */
	bool error_queue;
	/* true: made of software, SYST:HIL:STAT? answers */
	bool books;
	bool lateness; /* SYST:HIL:LATE? answers, too */
	/* true: single shots are bursts of one, each by a trigger of ours */
	bool single_by_trigger;
	unsigned int patterns; /* HIL_PATTERN_BIT() of each that it can do */
	const struct hil_dialect_words *words;

	/* switch channel 1 and read back */
	int (*output)(const struct hil_dialect *d, struct hil_scpi_link *l,
		      bool on);
	/* load, wave, levels, pattern; the output is off */
	int (*set)(const struct hil_dialect *d, struct hil_scpi_link *l,
		   const struct hil_generator_wave *wave, double *actual_hz);
	/* no level outside these, whoever asks, the front panel too; both 0:
	 * no limits; NULL: it has none */
	int (*limit)(const struct hil_dialect *d, struct hil_scpi_link *l,
		     double low_volts, double high_volts);
	/* start a burst */
	int (*trigger)(const struct hil_dialect *d, struct hil_scpi_link *l);
};

/**
 * hil_dialect_find() - the dialect of an instrument
 * @identity: its answer to *IDN?, "maker,model,serial,version"
 *
 * Context: any. Return: a constant; plain SCPI for a maker that is not known.
 */
const struct hil_dialect *hil_dialect_find(const char *identity);

/* What an instrument may round a setting to. */
#define HIL_DIALECT_HZ_TOLERANCE    0.001 /* relative */
#define HIL_DIALECT_LOAD_TOLERANCE  0.01  /* relative */
#define HIL_DIALECT_VOLTS_TOLERANCE 0.02  /* V, and 1 % of the level */
#define HIL_DIALECT_DUTY_TOLERANCE  0.1   /* percent points */
#define HIL_DIALECT_TIME_TOLERANCE  0.001 /* relative, of sweep and burst */

/* What boxes with a burst and a sweep of their own can make of patterns. */
#define HIL_DIALECT_BOX_PATTERNS                                               \
	(HIL_PATTERN_BIT(HIL_PATTERN_STEADY) |                                 \
	 HIL_PATTERN_BIT(HIL_PATTERN_SWEEP) |                                  \
	 HIL_PATTERN_BIT(HIL_PATTERN_BURST) |                                  \
	 HIL_PATTERN_BIT(HIL_PATTERN_SINGLE) |                                 \
	 HIL_PATTERN_BIT(HIL_PATTERN_MISSING))

/* N periods, again and again: what a pattern is to a box that can burst. */
struct hil_dialect_burst {
	uint64_t cycles;
	double every_s; /* from burst to burst; 0: for each trigger */
};

/** hil_dialect_as_burst() - cycles is 0 for a wave that is none */
struct hil_dialect_burst
hil_dialect_as_burst(const struct hil_generator_wave *wave);

/**
 * hil_dialect_check() - is what was read back what was set?
 * @what: for the message: the command's header
 *
 * Return: 0; -ERANGE no, the message is printed.
 */
int hil_dialect_check(const struct hil_scpi_link *l, const char *what,
		      double wanted, double actual,
		      double tolerance) HIL_MUST_CHECK;

extern const struct hil_dialect hil_dialect_gpio;
extern const struct hil_dialect hil_dialect_pwm;
extern const struct hil_dialect hil_dialect_bench;
extern const struct hil_dialect hil_dialect_keysight;
extern const struct hil_dialect hil_dialect_rigol;
extern const struct hil_dialect hil_dialect_siglent;
extern const struct hil_dialect hil_dialect_generic;

#endif
