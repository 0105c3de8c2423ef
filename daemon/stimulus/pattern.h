/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When the edges of a stimulus come, by name: a period that is locked to the
 * board's tick tests one phase of it for ever, other patterns do not.
 */
#ifndef HIL_STIMULUS_PATTERN_H
#define HIL_STIMULUS_PATTERN_H

#include <stddef.h>
#include <stdint.h>

#include "daemon/base/attr.h"

#define HIL_PATTERN_STEPS  8
#define HIL_PATTERN_PRIMES 16
#define HIL_PATTERN_TEXT   256 /* of any pattern, and of any problem */

/* The shortest and the longest time from edge to edge that there may be. */
#define HIL_PATTERN_MIN_NS 1000LL
#define HIL_PATTERN_MAX_NS 60000000000LL

enum hil_pattern_kind {
	HIL_PATTERN_STEADY,
	HIL_PATTERN_JITTER,  /* each edge moved uniformly about its place */
	HIL_PATTERN_SWEEP,   /* the frequency rises or falls, and again */
	HIL_PATTERN_STEP,    /* one period after the other, and again */
	HIL_PATTERN_PRIME,   /* intervals of a prime number of us each */
	HIL_PATTERN_BURST,   /* some periods, a pause, and again */
	HIL_PATTERN_SINGLE,  /* single pulses at random times */
	HIL_PATTERN_MISSING, /* steady, but each Nth pulse is left out */
	HIL_PATTERNS
};

/* A set of patterns: what a generator can do. */
#define HIL_PATTERN_BIT(kind) (1u << (kind))
#define HIL_PATTERN_ALL       (HIL_PATTERN_BIT(HIL_PATTERNS) - 1)

/* All zero is steady. Only the fields of its kind are used. */
struct hil_pattern {
	enum hil_pattern_kind kind;
	double percent;  /* JITTER: of the period, both sides together; PRIME:
			  * the shortest and the longest interval are so far
			  * from the period */
	int64_t from_ns; /* SWEEP: first period; SINGLE: shortest interval */
	int64_t to_ns;   /* SWEEP: last period; SINGLE: longest interval */
	int64_t over_ns; /* SWEEP: how long one sweep lasts */
	int64_t step_ns[HIL_PATTERN_STEPS]; /* STEP: periods */
	unsigned int steps;
	int64_t dwell_ns; /* STEP: how long each period lasts */
	uint64_t count;   /* PRIME: intervals before they come again; BURST:
			   * periods; MISSING: one pulse in so many */
	int64_t every_ns; /* BURST: from burst to burst */
};

/* From edge to edge. */
struct hil_pattern_bounds {
	int64_t min_ns, max_ns;
	double mean_ns;
};

/** hil_pattern_name() - "steady", "jitter", … */
const char *hil_pattern_name(enum hil_pattern_kind kind);

/**
 * hil_pattern_set_format() - names of a set of patterns, "steady, sweep"
 * @text: result, HIL_PATTERN_TEXT bytes
 *
 * Context: any. Return: @text.
 */
char *hil_pattern_set_format(unsigned int set, char text[HIL_PATTERN_TEXT]);

/**
 * hil_pattern_parse() - "steady", "burst:count=5,every=100ms"
 * @problem: what is wrong, after a failure
 *
 * Context: any. Return: 0; -EINVAL.
 */
int hil_pattern_parse(const char *text, struct hil_pattern *p,
		      char problem[HIL_PATTERN_TEXT]) HIL_MUST_CHECK;

/**
 * hil_pattern_format() - the text that hil_pattern_parse() reads again
 *
 * Context: any. Return: @text.
 */
char *hil_pattern_format(const struct hil_pattern *p,
			 char text[HIL_PATTERN_TEXT]);

/**
 * hil_pattern_check() - is it a pattern, with that period?
 * @problem: what is wrong, after a failure
 *
 * Context: any. Return: 0; -EINVAL.
 */
int hil_pattern_check(const struct hil_pattern *p, int64_t period_ns,
		      char problem[HIL_PATTERN_TEXT]) HIL_MUST_CHECK;

/**
 * hil_pattern_bounds() - shortest, longest and mean interval
 * @p: one that hil_pattern_check() took
 *
 * Context: any.
 */
struct hil_pattern_bounds hil_pattern_bounds(const struct hil_pattern *p,
					     int64_t period_ns);

/**
 * hil_pattern_primes() - the intervals of a PRIME pattern, rising
 * @ns: result, the first @p->count are set
 *
 * Context: any; trial division.
 */
void hil_pattern_primes(const struct hil_pattern *p, int64_t period_ns,
			int64_t ns[HIL_PATTERN_PRIMES]);

#endif
