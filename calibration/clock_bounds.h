/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The offset between two clocks while a run goes on: an interval that holds
 * the true one, from inequalities that came before and a bound on how fast the
 * clocks can part. It serves decisions, so it must never be too narrow: a
 * limit counts once HIL_CLOCK_WITNESSES rows have said as much, so that one
 * or two wrong stamps do not move it. What is published as legs comes from
 * clock_knots.h.
 *
 * offset = board's CLOCK_MONOTONIC - analyzer's time, at an analyzer's time.
 */
#ifndef HIL_CALIBRATION_CLOCK_BOUNDS_H
#define HIL_CALIBRATION_CLOCK_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Drift in ppb. NTP slews CLOCK_MONOTONIC by up to 500 ppm, crystals stand
 * 100 ppm apart: 1,000 ppm hold for any two clocks. Once the drift has been
 * learnt it changes by less for longer times: at most 50 us + 100 ppm.
 */
#define HIL_CLOCK_DRIFT_PPB       INT64_C(1000000)
#define HIL_CLOCK_LEARNT_PPB      INT64_C(100000)
#define HIL_CLOCK_LEARNT_FIXED_NS INT64_C(50000)

#define HIL_CLOCK_WITNESSES 3

struct hil_clock_limit {
	int64_t ns, at_ns;
};

struct hil_clock_bounds {
	/* the offset was >= low and <= high at these times; the first of each
	 * is the loosest and counts */
	struct hil_clock_limit low[HIL_CLOCK_WITNESSES];
	struct hil_clock_limit high[HIL_CLOCK_WITNESSES];
	int64_t drift_ppb; /* of the offset, learnt */
	bool learnt;
};

/** hil_clock_bounds_init() - the offset is between @low_ns and @high_ns */
void hil_clock_bounds_init(struct hil_clock_bounds *b, int64_t at_ns,
			   int64_t low_ns, int64_t high_ns);

/** hil_clock_bounds_low() - the offset at @at_ns is not below this */
int64_t hil_clock_bounds_low(const struct hil_clock_bounds *b, int64_t at_ns);
/** hil_clock_bounds_high() - the offset at @at_ns is not above this */
int64_t hil_clock_bounds_high(const struct hil_clock_bounds *b, int64_t at_ns);

/**
 * hil_clock_bounds_raise() - it was learnt that offset >= @low_ns at @at_ns
 * hil_clock_bounds_lower() - it was learnt that offset <= @high_ns at @at_ns
 *
 * Keeps the tightest as seen at the later of their times. What
 * contradicts the other side is a wrong stamp and is not learnt; a clock that
 * did step gets its way as the bounds grow.
 *
 * Return: false when it contradicts.
 */
bool hil_clock_bounds_raise(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t low_ns);
bool hil_clock_bounds_lower(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t high_ns);

/** hil_clock_bounds_learn() - the offset drifts by about @drift_ppb */
void hil_clock_bounds_learn(struct hil_clock_bounds *b, int64_t drift_ppb);

#endif
