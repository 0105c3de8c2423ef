/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of all patterns: one table for reading and for writing them. */
#ifndef HIL_STIMULUS_PATTERN_GRAMMAR_H
#define HIL_STIMULUS_PATTERN_GRAMMAR_H

#include "daemon/stimulus/pattern.h"

#define HIL_PATTERN_PARAMS 3

enum hil_pattern_value {
	HIL_PATTERN_DURATION,
	HIL_PATTERN_COUNT,
	HIL_PATTERN_PERCENT,
	HIL_PATTERN_PERIODS
};

struct hil_pattern_param {
	const char *name; /* NULL: there are no more */
	enum hil_pattern_value value;
	size_t offset;       /* in struct hil_pattern */
	const char *initial; /* NULL: must be given */
	double min, max;     /* of a count or a percentage */
};

struct hil_pattern_grammar {
	const char *name;
	struct hil_pattern_param param[HIL_PATTERN_PARAMS];
	const char *example; /* where something must be given */
};

extern const struct hil_pattern_grammar hil_pattern_grammar[HIL_PATTERNS];

#endif
