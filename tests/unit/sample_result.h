/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as a ledger makes them, and some that only a test can think of. */
#ifndef HIL_TESTS_UNIT_SAMPLE_RESULT_H
#define HIL_TESTS_UNIT_SAMPLE_RESULT_H

#include "rig/report/report.h"

enum sample_kind {
	SAMPLE_VALID,    /* 2,500 edges at 250 Hz on a board */
	SAMPLE_GAP,      /* the same with a gap and a missed edge: DEGRADED */
	SAMPLE_INVALID,  /* accounts that do not balance */
	SAMPLE_NO_BOARD, /* as measure gives it */
	SAMPLE_EMPTY,    /* nothing was seen */
	SAMPLE_ONE,      /* one edge */
	SAMPLE_HUGE,     /* 10^8 latencies */
	SAMPLE_EXTREME,  /* values from below 0 to hours, NaN and infinity */
	SAMPLE_HOSTILE,  /* strings that want out of text, JSON and HTML */
	SAMPLE_KINDS
};

struct sample {
	struct hil_result *result;
	struct hil_report_info info;
};

extern const char *const sample_name[SAMPLE_KINDS];

struct sample *sample_new(enum sample_kind kind);
void sample_free(struct sample *s);

#endif
