/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The end-to-end check: hilrigd waited a known time before some answers, and
 * the analyzer must see each of these come later by just that time.
 *
 * Of a row's latency the part up to the wake-up is left out, for nobody
 * delayed that: what counts is probe - wake. It lies on two clocks, so a row is
 * compared with a pair of neighbours, one as far before it as the other is
 * behind: an offset and a steady drift cancel. Of eight pairs the one in the
 * middle is taken.
 *
 * How far both witnesses may differ over one edge is no matter of statistics:
 * the pin moved between the two stamps around its ioctl, and so did the
 * neighbours'.
 */
#ifndef HIL_CALIBRATION_SEED_H
#define HIL_CALIBRATION_SEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIL_SEED_PAIRS 8
#define HIL_SEED_ROWS  128

/* A matched row, in order. */
struct hil_seed_row {
	int64_t probe_ns;                  /* analyzer's time */
	int64_t wake_ns, begin_ns, end_ns; /* board's stamps */
	bool seeded;
};

struct hil_seed_moments {
	uint64_t count;
	double sum, squares;
	double min, max;
};

struct hil_seed {
	int64_t delay_ns; /* that was asked for */
	int64_t slack_ns; /* samples, and how late a pin may move behind its
			   * ioctl */
	struct hil_seed_row row[HIL_SEED_ROWS];
	size_t rows, next; /* next: the first not yet looked at */
	uint64_t seeded;   /* rows */
	uint64_t found, lost, unclear;
	double bound_ns; /* largest U of one that was found */
	double error_ns; /* ... and largest difference */
	/* seeded: by the analyzer, by the stamps before and behind the ioctl */
	struct hil_seed_moments seen, waited, ended;
	/* likewise of those not seeded: the noise, and what a middle pair is
	 * off the mean of a skewed distribution */
	struct hil_seed_moments plain, plain_waited, plain_ended;
};

struct hil_seed_result {
	bool known; /* edges were to be seeded */
	double delay_ns;
	uint64_t every;
	uint64_t seeded;  /* answered and told apart */
	uint64_t found;   /* within U, and U is less than half the delay */
	uint64_t lost;    /* not within U */
	uint64_t unclear; /* U is too large to say */
	uint64_t aside;   /* at an end of the run: no neighbours */
	double bound_ns, error_ns; /* of found ones: largest U, difference */
	double min_ns, max_ns;     /* as the analyzer saw them */
	double mean_ns;            /* likewise */
	double waited_ns;          /* mean as the board's own clock has it */
	double mean_U_ns;          /* k = 2; what more edges do not improve
				    * included */
	double needed; /* seeded edges for U of half the delay; 0: no number of
			* them will do */
	bool mean_found; /* of so many: the mean is what was waited */
	bool mean_lost;  /* of so many: it is not */
};

/**
 * hil_seed_init() - nothing seen yet
 * @delay_ns: that was asked for, above 0
 * @step_ns: one sample
 * @posted_ns: a pin moves at most this long after its ioctl returned
 */
void hil_seed_init(struct hil_seed *s, int64_t delay_ns, double step_ns,
		   int64_t posted_ns);

/** hil_seed_add() - one more row. Context: any; amortised O(1). */
void hil_seed_add(struct hil_seed *s, const struct hil_seed_row *row);

/**
 * hil_seed_judge() - what was found
 * @fixed_ns: limit of what sampling leaves in a mean of differences
 *
 * An edge is found when both witnesses agree on its delay within U_i, the
 * longer of its own ioctl and its neighbours' and the slack, and U_i is less
 * than half the delay. The mean is found when it is above its U and within it
 * of what the board says by its stamps before and behind the ioctl; lost only
 * beyond one and a half of it (k = 3).
 */
void hil_seed_judge(const struct hil_seed *s, uint64_t every, double fixed_ns,
		    struct hil_seed_result *r);

#endif
