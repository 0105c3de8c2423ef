/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The uncertainty budget of a latency, line by line. Each effect has a
 * correction, a standard uncertainty and a word on where it comes from; the
 * root of the sum of their squares, times k = 2, is the U beside a latency.
 *
 * Source: JCGM 100:2008, 4.3.7 (limits), 4.3.9 (triangular), 5.1.2
 * (combination), 6.2.1 (expanded uncertainty).
 */
#ifndef HIL_CALIBRATION_BUDGET_H
#define HIL_CALIBRATION_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of one effect. Latency = measured - value. */
struct hil_effect {
	bool known;   /* calibrated; else it is taken as 0 */
	double value; /* of the effect */
	double u;     /* its standard uncertainty */
};

struct hil_budget_input {
	double step_ns;    /* one sample */
	double latency_ns; /* the one that U is for; the clock's part grows
			    * with it */
	/* What sampling leaves in a mean, hil_phase_fixed(): 0 to 0.5. */
	double edge_fixed, probe_fixed;
	struct hil_effect clock_ppm; /* analyzer's clock runs fast; not known:
				      * +-HIL_BUDGET_CLOCK_PPM */
	struct hil_effect skew_ns;   /* the probe's channel is late */
	struct hil_effect threshold_ns;
	struct hil_effect probe_ns; /* what belongs to the pin and not to the
				     * board's answer */
};

/* Quartz without a certificate. Source: data sheets of USB analyzers with
 * 50 ppm parts, doubled for age and temperature. */
#define HIL_BUDGET_CLOCK_PPM 100.0

enum hil_budget_part {
	HIL_BUDGET_EDGE,   /* sampling of the stimulus */
	HIL_BUDGET_ANSWER, /* sampling of the probe */
	HIL_BUDGET_CLOCK,
	HIL_BUDGET_SKEW,
	HIL_BUDGET_THRESHOLD,
	HIL_BUDGET_PROBE,
	HIL_BUDGET_PARTS
};

struct hil_budget_line {
	const char *name;         /* "skew" */
	const char *distribution; /* "rectangular", "normal" */
	bool known;               /* false: not calibrated, not in U */
	double correction_ns;     /* to add to a measured latency */
	double u_ns;
	double fixed_ns; /* limit of what more edges do not average out */
};

struct hil_budget {
	struct hil_budget_line line[HIL_BUDGET_PARTS];
	double correction_ns; /* sum */
	double u_ns, k;       /* of one latency; U = k u */
	double latency_ns;    /* that U is for */
	double step_ns;       /* one sample */
	double other_u_ns;    /* all but sampling */
	double fixed_u_ns;    /* of that, what a mean keeps */
	bool complete;        /* every line is known */
};

/** hil_budget_make() - all lines and their combination */
void hil_budget_make(const struct hil_budget_input *in, struct hil_budget *b);

/**
 * hil_budget_at() - the same budget for another latency
 *
 * The clock's part, correction and uncertainty, is proportional to it.
 */
struct hil_budget hil_budget_at(const struct hil_budget *b, double latency_ns);

/**
 * hil_budget_mean() - expanded uncertainty of the mean of many latencies
 * @stddev_ns: of the latencies
 *
 * Sampling that is spread is part of the deviation and averages out with it.
 */
double hil_budget_mean(const struct hil_budget *b, double stddev_ns,
		       uint64_t count);

/**
 * hil_budget_side() - expanded uncertainty of a percentile to one side
 * @stddev_ns: of the latencies
 * @sampling_ns: from the percentile to its bound of 95 %, 0 or more
 *
 * When latencies spread over more than a sample, only what is fixed of
 * sampling counts, and the grid of whole samples that the percentile lies on;
 * else sampling counts as for one latency. Half widths of 95 % add by their
 * squares.
 */
double hil_budget_side(const struct hil_budget *b, double stddev_ns,
		       double sampling_ns);

/**
 * hil_budget_least() - a maximum is at least this, with 95 %
 * @max_ns: the largest latency, corrected
 *
 * Of many latencies the largest is the one that sampling has lengthened most,
 * so its limit of one sample counts in full; the rest is one-sided, k = 1.645.
 * Nothing can be said to the other side: what was not seen may be larger.
 */
double hil_budget_least(const struct hil_budget *b, double max_ns);

/**
 * hil_budget_step() - longest sample for a wanted U, other effects as given
 * @in: step_ns is not used
 * @expanded_ns: U that is wanted, above 0
 *
 * Return: ns; 0 or less: the other effects alone are too large.
 */
double hil_budget_step(const struct hil_budget_input *in, double expanded_ns);

#endif
