/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The offset between two clocks while a run goes on: an interval that holds
 * the true one, from inequalities that came before and a bound on how fast the
 * clocks can part. It serves decisions, so it must never be too narrow; what
 * is published as legs comes from clock_fit.h.
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

struct hil_clock_bounds {
	int64_t low_ns, low_at_ns;   /* the offset was >= low at low_at */
	int64_t high_ns, high_at_ns; /* and <= high at high_at */
	int64_t drift_ppb;           /* of the offset, learnt */
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
 * Keeps the tighter of old and new as seen at the later of their times.
 */
void hil_clock_bounds_raise(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t low_ns);
void hil_clock_bounds_lower(struct hil_clock_bounds *b, int64_t at_ns,
			    int64_t high_ns);

/** hil_clock_bounds_learn() - the offset drifts by about @drift_ppb */
void hil_clock_bounds_learn(struct hil_clock_bounds *b, int64_t drift_ppb);

#endif
