/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pin without a board: it takes every wave, or fails when told to. */
#ifndef HIL_UNIT_FAKE_SOURCE_H
#define HIL_UNIT_FAKE_SOURCE_H

#include "daemon/stimulus/source_scpi.h"

struct fake_source {
	struct hil_source_wave wave;
	int applied;
	int fail; /* what apply() returns */
};

static inline int fake_source_apply(void *member,
				    const struct hil_source_wave *wave,
				    double *actual_hz)
{
	struct fake_source *f = member;

	f->applied++;
	if (f->fail)
		return f->fail;
	f->wave = *wave;
	*actual_hz = wave->frequency_hz;
	return 0;
}

static inline void fake_source_report(void *member, struct hil_source_report *r)
{
	(void)member;
	*r = (struct hil_source_report){ 10, 2, 1, 100, 200, 300, 400 };
}

static const struct hil_source_kind fake_source_kind = {
	.name = "fake",
	.patterns = HIL_PATTERN_ALL & ~HIL_PATTERN_BIT(HIL_PATTERN_PRIME),
	.hz_min = 0.02,
	.hz_max = 20000,
	.apply = fake_source_apply,
	.report = fake_source_report,
};

#endif
