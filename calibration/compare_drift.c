/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rounds say once the drift of the common level is taken out. */
#include "calibration/compare_private.h"

/* The place of a round among those that hold both blocks. */
static size_t next_whole(const struct hil_compare_block *a,
			 const struct hil_compare_block *b, size_t rounds,
			 size_t from)
{
	while (from < rounds && (!a[from].count || !b[from].count))
		from++;
	return from;
}

struct level {
	double at_s, ns;
};

static struct level level_of(const struct hil_compare_block *a,
			     const struct hil_compare_block *b,
			     enum hil_compare_quantity q)
{
	struct level l = { (a->at_s + b->at_s) / 2,
			   (a->value_ns[q] + b->value_ns[q]) / 2 };

	return l;
}

static double slope(struct level from, struct level to)
{
	return to.at_s > from.at_s ? (to.ns - from.ns) / (to.at_s - from.at_s)
				   : 0.0;
}

size_t hil_compare_differences(const struct hil_compare_block *a,
			       const struct hil_compare_block *b, size_t rounds,
			       enum hil_compare_quantity q, double *d)
{
	size_t here = next_whole(a, b, rounds, 0), before = here, after, n = 0;

	for (; here < rounds; before = here, here = after) {
		size_t end;

		after = next_whole(a, b, rounds, here + 1);
		end = after < rounds ? after : here;
		d[n++] = b[here].value_ns[q] - a[here].value_ns[q] -
			 slope(level_of(&a[before], &b[before], q),
			       level_of(&a[end], &b[end], q)) *
				 (b[here].at_s - a[here].at_s);
	}
	return n;
}
