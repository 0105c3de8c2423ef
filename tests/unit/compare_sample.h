/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison of made-up latencies, measured by a session in made-up time. */
#ifndef HIL_UNIT_COMPARE_SAMPLE_H
#define HIL_UNIT_COMPARE_SAMPLE_H

#include "calibration/compare_random.h"
#include "rig/compare/compare_report.h"
#include "rig/compare/session.h"

struct compare_sample {
	struct hil_variants variants;
	struct hil_comparison c;
	struct hil_session *session;
	struct hil_run_watch watch;
	double now_s;
	uint64_t rows;
	struct hil_compare_random random;
	int last_turn; /* what the session's turn returned last */
	/* how the arms differ: added to each latency of an arm */
	int64_t slower_ns[HIL_ARMS_MAX];
};

/** compare_sample_new() - none, and "none" under other names
 * @names: NULL-terminated; the first is the first arm */
struct compare_sample *compare_sample_new(const char *const *names,
					  size_t rounds);

/** compare_sample_measure() - until the session has enough or until @until_s
 *
 * An edge each 4 ms; rows come 0.3 s after their edges, as from a ledger. */
void compare_sample_measure(struct compare_sample *s, double until_s);

void compare_sample_free(struct compare_sample *s);

#endif
